import grpc from '@grpc/grpc-js';
import type { RpcContender } from './contender.ts';

type Pair = [a: number, b: number];
const serialize = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const deserialize = (bytes: Buffer) => JSON.parse(bytes.toString());
const definition = {
  sum: {
    path: '/Foo/sum',
    requestStream: false,
    responseStream: false,
    requestSerialize: serialize,
    requestDeserialize: deserialize,
    responseSerialize: serialize,
    responseDeserialize: deserialize,
  },
} as const;

export const contender: RpcContender = {
  serve: () =>
    new Promise((resolve, reject) => {
      const server = new grpc.Server();
      server.addService(definition, {
        sum: ({ request: [a, b] }: { request: Pair }, done: (error: null, sum: number) => void) => done(null, a + b),
      } as unknown as grpc.UntypedServiceImplementation);
      server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) =>
        error === null ? resolve(port) : reject(error),
      );
    }),

  async connect(port) {
    const client = new grpc.Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
    return (a, b) =>
      new Promise((resolve, reject) => {
        client.makeUnaryRequest<Pair, number>(
          '/Foo/sum',
          serialize,
          deserialize,
          [a, b],
          { deadline: Date.now() + 10_000 },
          (error, sum) => (error === null ? resolve(sum as number) : reject(error)),
        );
      });
  },
};
