/** A small generator of pseudo-random numbers (mulberry32), so that a failure can be repeated from its seed. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** An integer from 0 to `below` - 1. */
  roll(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.roll(from.length)]!;
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.roll(256));
  }
}

/** What is worth putting into the middle of a response. */
const fragments = [
  'END\r\n',
  'VALUE ',
  'VALUE k:a 0 4294967295\r\n',
  'VALUE 0 4294967295\r\n',
  'VALUE 0 1000000\r\n',
  'ELEMENTS 999999\r\n',
  'RESPONSE 500\r\n',
  'RESPONSE 0\r\nEND\r\n',
  'ERROR\r\n',
  'CLIENT_ERROR bad data chunk\r\n',
  'SERVER_ERROR out of memory\r\n',
  '\r\n',
  '\n',
  '\r',
  ' ',
  '  ',
  '0x',
  '-1',
  '99999999999999999999',
  '18446744073709551616',
  '\0',
];

/** The bytes with a few changes of the kinds that a broken peer, proxy or wire makes. */
export function mutate(bytes: Uint8Array, others: readonly Uint8Array[], dice: Dice): Uint8Array {
  let text = Buffer.from(bytes).toString('latin1');
  for (let change = dice.roll(4); change >= 0; change--) {
    const at = dice.roll(text.length + 1);
    const to = Math.min(text.length, at + dice.roll(12));
    switch (dice.roll(7)) {
      case 0:
        text = text.slice(0, at) + String.fromCharCode(dice.roll(256)) + text.slice(at + 1);
        break;
      case 1:
        text = text.slice(0, at) + text.slice(to);
        break;
      case 2:
        text = text.slice(0, to) + text.slice(at);
        break;
      case 3:
        text = text.slice(0, at) + dice.pick(fragments) + text.slice(at);
        break;
      case 4:
        text = text.slice(0, at) + Buffer.from(dice.pick(others)).toString('latin1');
        break;
      case 5:
        text = text.slice(0, at) + Buffer.from(dice.bytes(dice.roll(20))).toString('latin1') + text.slice(to);
        break;
      default:
        text = text.replace(/\d+/g, (digits) =>
          dice.roll(8) === 0 ? String(dice.roll(10 ** (1 + dice.roll(9)))) : digits,
        );
    }
  }
  return new Uint8Array(Buffer.from(text, 'latin1'));
}
