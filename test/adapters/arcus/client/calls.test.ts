import { describe } from 'vitest';
import { everyCall } from './support/every-call.ts';
import { realServer } from './support/real-server.ts';

describe('every call', () => everyCall(realServer));
