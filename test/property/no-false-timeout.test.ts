import { describe, expect, it } from 'vitest';
import { places } from './stall/places.ts';
import { runSubject } from './stall/run-subject.ts';
import type { Plan } from './stall/subject.ts';

const WANTED = 25;

const plan: Omit<Plan, 'place'> = {
  via: 'socket',
  replies: true,
  wanted: WANTED,
  limitMs: 60,
  replyAfterMs: 25,
  overrunsMs: [0.05, 0.2, 0.5, 0.9, 1.5, 3, 12, 40],
};

describe.each([...Object.keys(places), 'stopped'])('the loop blocked past the deadline, from: %s', (place) => {
  it('a reply that was in the kernel before the deadline gives the result, 25 of 25', async () => {
    expect(await runSubject({ ...plan, place })).toEqual({ fulfilled: WANTED });
  });

  it('without a reply it times out, 25 of 25, and not early', async () => {
    expect(await runSubject({ ...plan, place, replies: false })).toEqual({ ERR_TIMED_OUT: WANTED });
  });
});

// In the nightly run alone: zlib's threads share the cores with whatever else runs, and a machine with none to spare fails it.
if (process.env['TIMED_OPERATION_NIGHTLY'] === '1') {
  describe('a result that takes several turns of the loop: a gzipped body through fetch', () => {
    // A grace as long as the stall, not the 25 ms of the default: how long zlib's threads take is the machine's affair.
    const fetching: Plan = {
      ...plan,
      place: 'an I/O callback',
      via: 'fetch',
      limitMs: 80,
      overrunsMs: [300],
      graceMs: 1000,
    };

    it('gives the result after a stall, 25 of 25', async () => {
      expect(await runSubject(fetching)).toEqual({ fulfilled: WANTED });
    });

    it('is a false timeout without the grace, which shows that the trials are real ones', async () => {
      expect(await runSubject({ ...fetching, graceMs: 0 })).toHaveProperty('ERR_TIMED_OUT');
    });
  });
}
