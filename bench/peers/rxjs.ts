import { firstValueFrom, from, timeout } from 'rxjs';
import type { Contender } from './contender.ts';

export const contender: Contender = {
  limit: (work, ms) => () => firstValueFrom(from(work()).pipe(timeout(ms))),
};
