/** What a pipeline tells its node. */
export interface PipelineOwner {
  readonly address: string;
  /** An operation was answered in time. */
  answered(): void;
  /** Something is in flight, and nothing was before. */
  waiting(): void;
  /**
   * The stream has lost its order: nothing that comes later can be attributed to a request. `asked`: by what came for one, and not by
   * bytes that nobody had asked for.
   */
  broken(cause: unknown, asked: boolean): void;
}
