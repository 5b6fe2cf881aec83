import type { ResultState } from "../../protocol/data-worker.ts";

/** Loads one body into its table. */
export interface BodyLoader {
  /** Resolves when nothing more will be loaded; the facts say how it ended. */
  readonly finished: Promise<void>;
  /** Resolves when the loader takes more bytes without growing; undefined when it does now. */
  readonly drained: Promise<void> | undefined;
  /** The bytes are taken before it returns; who gave them may use their memory again. */
  accept(bytes: Uint8Array): void;
  /** What comes from here on is the next part of the body. */
  nextPart(): void;
  /** The body was whole. */
  end(): void;
  /** The body will not go on; whole rows are kept. */
  cut(state: Exclude<ResultState, "loading">, message: string): void;
  /** Loads the rows that an earlier process left, then ends as partial. */
  recover(message: string): Promise<void>;
}
