import type { BodyFormat, ColumnKind } from "../../protocol/data-worker.ts";
import type { ResultOriginFacts } from "../../protocol/results-view.ts";

/** The results feature as a call sees it. */
export interface ResultSink {
  /** Shows a new result as loading. */
  begin(
    origin: ResultOriginFacts & { readonly connectionId: string },
    controls: { cancel(): void; rerun(): void },
  ): Promise<ResultWriter>;
}

export interface ResultWriter {
  /** Takes the whole body; resolves when it is stored. Aborting keeps the rows that came, marked as partial. */
  write(
    answer: {
      readonly format: BodyFormat;
      readonly body: AsyncIterable<Uint8Array>;
      readonly kinds: Readonly<Record<string, ColumnKind>>;
    },
    signal: AbortSignal,
  ): Promise<void>;
  fail(message: string): Promise<void>;
  cancelled(): Promise<void>;
}
