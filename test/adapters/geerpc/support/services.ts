import { method, type RpcServer, service } from 'timed-operation/geerpc';
import {
  array,
  asBigInt,
  bool,
  bytes,
  float64,
  type GobType,
  int,
  interfaceOf,
  lazy,
  optional,
  record,
  registry,
  slice,
  string,
  struct,
  time,
  uint,
} from 'timed-operation/geerpc/gob';
import { after } from '../../../../src/core/after.ts';
import type { Runtime } from '../../../../src/core/runtime.ts';

interface NodeValue {
  Val: number;
  Next: NodeValue | null;
  Kids: (NodeValue | null)[];
}

// What the Go program served whose conversations were recorded.
export const Args = struct('svc.Args', { Num1: int, Num2: int });
const Point = struct('svc.Point', { X: int, Y: int });
const Nested = struct('svc.Nested', {
  Name: string,
  Pt: Point,
  PtPtr: optional(Point),
  Tags: slice(string),
  Meta: optional(record(int)),
  Data: bytes,
  F: float64,
  B: bool,
  U: uint,
});
const NodeType: GobType<NodeValue> = struct('svc.Node', {
  Val: int,
  Next: optional(lazy(() => NodeType)),
  Kids: slice(optional(lazy(() => NodeType))),
});
const Empty = struct('', {});
const Box = struct('svc.Box', { V: interfaceOf(registry({})) });

export const Foo = service('Foo', { Sum: method(Args, int), Sleep: method(int, int) });
export const Err = service('Err', { Fail: method(string, int) });
export const Big = service('Big', { BadReply: method(int, Box) });
export const Echo = service('Echo', {
  String: method(string, string),
  Bytes: method(bytes, bytes),
  Float: method(float64, float64),
  Map: method(record(int), record(int)),
  Slice: method(slice(string), slice(string)),
  Array: method(array(3, int), array(3, int)),
  Nested: method(Nested, Nested),
  Ptr: method(Nested, Nested),
  Rec: method(NodeType, NodeType),
  Time: method(time, time),
  Empty: method(Empty, Empty),
  Bool: method(bool, bool),
  Uint: method(asBigInt(uint), asBigInt(uint)),
  Int: method(asBigInt(int), asBigInt(int)),
});
/** Methods that no server has. */
export const Unknown = [
  service('Nope', { X: method(Args, int) }),
  service('Foo', { ...Foo.methods, Nope: method(Args, int) }),
];

/** Sleeps by `runtime`, and stops when `signal` aborts. */
export function sleep(runtime: Runtime, ms: number, signal?: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const waiting = after(runtime, ms, () => resolve(ms));
    signal?.addEventListener('abort', () => {
      waiting.cancel();
      reject(signal.reason);
    });
  });
}

/** Serves all of them, as the Go program did. */
export function serveAll(server: RpcServer, runtime: Runtime): void {
  server.register(Foo, {
    Sum: ({ Num1, Num2 }) => Num1 + Num2,
    Sleep: (ms, { signal }) => sleep(runtime, ms, signal),
  });
  server.register(Err, {
    Fail: (text) => {
      throw new Error(text);
    },
  });
  server.register(Big, {
    BadReply: () => ({ V: { type: 'unregistered', value: 1 } }) as never,
  });
  const same = Object.keys(Echo.methods).map((name) => [name, (value: unknown) => value]);
  server.register(Echo, Object.fromEntries(same));
}
