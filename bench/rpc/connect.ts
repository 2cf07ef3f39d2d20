import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { create, createFileRegistry, type DescMessage, type DescService } from '@bufbuild/protobuf';
import { FieldDescriptorProto_Label, FieldDescriptorProto_Type, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { createClient } from '@connectrpc/connect';
import { connectNodeAdapter, createConnectTransport } from '@connectrpc/connect-node';
import type { RpcContender } from './contender.ts';

type Ints = Readonly<Record<string, number>>;
/** The client of a service that only this file describes. */
type FooClient = { sum(request: Ints, options: { readonly timeoutMs: number }): Promise<Ints> };

const int32 = (name: string, number: number) => ({
  name,
  jsonName: name,
  number,
  type: FieldDescriptorProto_Type.INT32,
  label: FieldDescriptorProto_Label.OPTIONAL,
});

const set = create(FileDescriptorSetSchema, {
  file: [
    {
      name: 'foo.proto',
      syntax: 'proto3',
      messageType: [
        { name: 'Pair', field: [int32('a', 1), int32('b', 2)] },
        { name: 'Total', field: [int32('total', 1)] },
      ],
      service: [{ name: 'Foo', method: [{ name: 'Sum', inputType: '.Pair', outputType: '.Total' }] }],
    },
  ],
});
const files = createFileRegistry(set);
const Foo = files.getService('Foo') as DescService;
const Total = files.getMessage('Total') as DescMessage;

/** Connect's own protocol over HTTP/2, protobuf on the wire. */
export const contender: RpcContender = {
  serve() {
    const sum = ({ a = 0, b = 0 }: Ints) => create(Total, { total: a + b } as Record<string, unknown>);
    const handler = connectNodeAdapter({
      routes: (router) => router.service(Foo, { sum: (request: unknown) => sum(request as Ints) } as object),
    });
    const server = createServer(handler);
    return new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
  },

  async connect(port) {
    const transport = createConnectTransport({ baseUrl: `http://127.0.0.1:${port}`, httpVersion: '2' });
    const client = createClient(Foo, transport) as unknown as FooClient;
    return async (a, b) => (await client.sum({ a, b }, { timeoutMs: 10_000 }))['total'] as number;
  },
};
