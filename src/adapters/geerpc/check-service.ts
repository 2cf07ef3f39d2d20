import { expect } from '../../core/errors.ts';
import type { Service } from './contract.ts';

/** @throws TypeError when it is no contract. */
export function checkService(option: string, value: unknown): void {
  const { name, methods } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Service>;
  const good = typeof name === 'string' && typeof methods === 'object' && methods !== null;
  expect(good, option, 'what service() makes', value);
}
