import type {
  Command,
  FailureResponse,
  GetCommand,
  JavaTranscoder,
  MapDeleteCommand,
  PipedCommand,
  ResponseDecoder,
  SetExistCommand,
} from 'timed-operation/arcus';
import { describe, expectTypeOf, it } from 'vitest';

describe('the types of commands and responses', () => {
  it('make the wrong command impossible to write down', () => {
    expectTypeOf<{ type: 'mop delete'; key: string }>().not.toExtend<Command>();
    expectTypeOf<{
      type: 'bop smget';
      keys: string[];
      bkey: bigint;
      count: number;
    }>().not.toExtend<Command>();
    expectTypeOf<{
      type: 'bop insert';
      key: string;
      bkey: number;
      data: Uint8Array;
    }>().not.toExtend<Command>();
    expectTypeOf<{ type: 'shutdown' }>().not.toExtend<Command>();
    expectTypeOf<GetCommand>().not.toHaveProperty('noreply');
    expectTypeOf<SetExistCommand>().not.toHaveProperty('noreply');
    expectTypeOf<PipedCommand['type']>().not.toExtend<'set' | 'get'>();
    expectTypeOf<MapDeleteCommand['fields']>().toEqualTypeOf<readonly string[] | 'all'>();
  });

  it('say of every response whether the stream is lost', () => {
    type Response = NonNullable<ReturnType<ResponseDecoder['next']>>;
    expectTypeOf<Response['fatal']>().toEqualTypeOf<boolean>();
    expectTypeOf<Extract<Response, { type: 'corrupt' }>['fatal']>().toEqualTypeOf<true>();
    expectTypeOf<Extract<Response, { type: 'values' }>['fatal']>().toEqualTypeOf<false>();
    expectTypeOf<FailureResponse['fatal']>().toEqualTypeOf<boolean>();
  });

  it('tie a Java type to its values', () => {
    expectTypeOf<JavaTranscoder['encode']>().toBeCallableWith(1, 'int');
    expectTypeOf<JavaTranscoder['encode']>().toBeCallableWith(1n, 'long');
  });
});
