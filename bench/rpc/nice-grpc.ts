import { createChannel, createClientFactory, createServer } from 'nice-grpc';
import { deadlineMiddleware } from 'nice-grpc-client-middleware-deadline';
import type { RpcContender } from './contender.ts';

type Pair = [a: number, b: number];
const serialize = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const text = new TextDecoder();
const deserialize = (bytes: Uint8Array) => JSON.parse(text.decode(bytes));
const definition = {
  sum: {
    path: '/Foo/sum',
    requestStream: false,
    responseStream: false,
    requestSerialize: serialize,
    requestDeserialize: (bytes: Uint8Array): Pair => deserialize(bytes),
    responseSerialize: serialize,
    responseDeserialize: (bytes: Uint8Array): number => deserialize(bytes),
    options: {},
  },
} as const;

export const contender: RpcContender = {
  async serve() {
    const server = createServer();
    server.add(definition, { sum: async ([a, b]: Pair) => a + b });
    return server.listen('127.0.0.1:0');
  },

  async connect(port) {
    const channel = createChannel(`127.0.0.1:${port}`);
    const client = createClientFactory().use(deadlineMiddleware).create(definition, channel);
    return (a, b) => client.sum([a, b], { deadline: new Date(Date.now() + 10_000) });
  },
};
