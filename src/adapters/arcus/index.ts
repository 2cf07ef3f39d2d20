export type { TlsOptions } from '../node/connect-node.ts';
export { type Gzip, gzip } from '../node/gzip.ts';
export type {
  BtreeChange,
  BtreeCounterOptions,
  BtreeDeleteOptions,
  RangeOptions,
  SelectOptions,
} from './btree-options.ts';
export type { BtreeEntry, BtreeRange, Merged } from './btree-values.ts';
export type { CallOptions } from './call-options.ts';
export { ArcusClient, type ArcusClientOptions, type CloseOptions, createArcusClient } from './client.ts';
export {
  ArcusClosedError,
  ArcusConnectionError,
  ArcusNodeDownError,
  ArcusPipeError,
  ArcusQueueFullError,
  ArcusResponseError,
} from './client-errors.ts';
export type { ClientPort } from './client-port.ts';
export type {
  CollectionAttributes,
  CreateOptions,
  DropOptions,
  InsertOptions,
  TakeOptions,
} from './collection-options.ts';
export type { AdminGroup, AttributeChange, FlushOptions, NodeOutcomes } from './groups/admin.ts';
export type { BtreeGroup } from './groups/btree.ts';
export type { KvGroup } from './groups/kv.ts';
export type { ListGroup } from './groups/list.ts';
export type { MapGroup } from './groups/map.ts';
export type { SetGetOptions, SetGroup } from './groups/set.ts';
export type { CasValue, CounterOptions, StoreOptions } from './kv-options.ts';
export type { ArcusNode } from './node.ts';
export type { NodeOptions, NodeState, NodeStateChange } from './node-options.ts';
export type { GroupPromise, KeyOutcomes } from './outcomes.ts';
export type { PipeBatch } from './pipe-batch.ts';
export type { PipelineStage } from './pipeline.ts';
export type { PipelineLimits } from './pipeline-limits.ts';
export type { AfterGet } from './protocol/arguments/after-get.ts';
export { ArcusArgumentError } from './protocol/arguments/argument-error.ts';
export type { Bkey, BkeyRange } from './protocol/arguments/bkey.ts';
export type { BtreeOverflow, Creation, ListOverflow, SetOverflow } from './protocol/arguments/creation.ts';
export type { BitOperator, Comparison, EflagFilter, EflagUpdate } from './protocol/arguments/eflag.ts';
export type { EncodeLimits } from './protocol/arguments/encode-limits.ts';
export type { Command } from './protocol/command.ts';
export { CommandWriter, encodeCommand } from './protocol/command-writer.ts';
export type {
  AdminCommand,
  ConfigCommand,
  FlushAllCommand,
  FlushPrefixCommand,
  PlainCommand,
  SaslAuthCommand,
  ScrubCommand,
} from './protocol/commands/admin.ts';
export type {
  AttributeName,
  AttributesCommand,
  GetAttributesCommand,
  SetAttributesCommand,
} from './protocol/commands/attributes.ts';
export type {
  BtreeCounterCommand,
  BtreeCreateCommand,
  BtreeDeleteCommand,
  BtreeInsertCommand,
  BtreeUpdateCommand,
  BtreeWriteCommand,
} from './protocol/commands/btree.ts';
export type {
  BtreeMgetCommand,
  BtreeMultiCommand,
  BtreeSmgetCommand,
} from './protocol/commands/btree-multi.ts';
export type {
  BtreeCountCommand,
  BtreeGetByPositionCommand,
  BtreeGetCommand,
  BtreePositionCommand,
  BtreePositionWithGetCommand,
  BtreeReadCommand,
  Order,
  PositionRange,
} from './protocol/commands/btree-read.ts';
export type {
  CasCommand,
  CounterCommand,
  DeleteCommand,
  GetCommand,
  KvCommand,
  StoreCommand,
  TouchCommand,
} from './protocol/commands/kv.ts';
export type {
  IndexRange,
  ListCommand,
  ListCreateCommand,
  ListDeleteCommand,
  ListGetCommand,
  ListInsertCommand,
} from './protocol/commands/list.ts';
export type {
  MapCommand,
  MapCreateCommand,
  MapDeleteCommand,
  MapFields,
  MapGetCommand,
  MapInsertCommand,
  MapUpdateCommand,
} from './protocol/commands/map.ts';
export type { PipeCommand, PipedCommand } from './protocol/commands/pipe.ts';
export type { ScanCommand, ScanKeyCommand, ScanPrefixCommand, ScanType } from './protocol/commands/scan.ts';
export type {
  SetCommand,
  SetCreateCommand,
  SetDeleteCommand,
  SetExistCommand,
  SetGetCommand,
  SetInsertCommand,
} from './protocol/commands/set.ts';
export type {
  StatisticsCommand,
  StatsCachedumpCommand,
  StatsCommand,
  StatsPrefixlistCommand,
} from './protocol/commands/stats.ts';
export { ArcusProtocolError, type ProtocolFault } from './protocol/protocol-error.ts';
export type {
  ArcusResponse,
  ChallengeResponse,
  CorruptResponse,
  CountResponse,
  FailureResponse,
  LineResponse,
  NumberResponse,
  PipeResponse,
  StatusResponse,
  TextResponse,
} from './protocol/response.ts';
export type {
  AttributesResponse,
  ConfigResponse,
  ItemAttributes,
  KeysResponse,
  PrefixesResponse,
  ScannedKey,
  ScannedPrefix,
  StatsResponse,
} from './protocol/response-admin.ts';
export type {
  BtreeBlock,
  BtreeBlockStatus,
  BtreeBlocksResponse,
  BtreeElement,
  BtreeResponse,
  MergedElement,
  MergedResponse,
  NeighboursResponse,
} from './protocol/response-btree.ts';
export { ResponseDecoder } from './protocol/response-decoder.ts';
export type {
  ElementsResponse,
  MapElement,
  MapResponse,
  TextValueResponse,
  Trailer,
  Value,
  ValuesResponse,
} from './protocol/response-items.ts';
export type { ResponseLimits } from './protocol/response-limits.ts';
export type { FailureWord } from './protocol/responses/failure.ts';
export type { StatusWord } from './protocol/responses/status.ts';
export { type ArcusTimeoutDetails, type ArcusTimeoutError, isArcusTimeoutError } from './timeout-details.ts';
export { JavaSerialized } from './transcoder/java-serialized.ts';
export { JavaTranscoder, type JavaTranscoderOptions } from './transcoder/java-transcoder.ts';
export type { JavaType, JavaTypes, JavaValue } from './transcoder/java-types.ts';
export { JsonTranscoder } from './transcoder/json-transcoder.ts';
export { RawTranscoder } from './transcoder/raw-transcoder.ts';
export { ArcusTranscodeError } from './transcoder/transcode-error.ts';
export type { EncodedText, EncodedValue, Transcoder } from './transcoder/transcoder.ts';
