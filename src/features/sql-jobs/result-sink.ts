import type { BodyFormat, ColumnKind } from "../../protocol/data-worker.ts";

/** Where a result comes from; kept with it for as long as it lives. */
export interface ResultOrigin {
  readonly title: string;
  readonly query: string;
  /** Language id, so that the text can be run again later. */
  readonly language?: string;
  readonly connectionId: string;
  readonly connection: string;
  readonly tenant: string | undefined;
  readonly project: string | undefined;
}

/** The results feature as a run of SQL sees it. */
export interface ResultSink {
  /** Shows a new result as loading. */
  begin(origin: ResultOrigin, controls: { cancel(): void; rerun(): void }): Promise<ResultWriter>;
}

export interface ResultWriter {
  /** Names the tenant where only signing in could tell it. */
  setTenant(tenant: string): void;
  /** Takes the whole body; resolves when it is stored. */
  write(
    answer: {
      readonly format: BodyFormat;
      readonly body: AsyncIterable<Uint8Array>;
      readonly kinds: Readonly<Record<string, ColumnKind>>;
    },
    signal: AbortSignal,
  ): Promise<void>;
  /** Says of an answer that its rows are not all there are; they stay. */
  cut(message: string): Promise<void>;
  fail(message: string): Promise<void>;
  cancelled(): Promise<void>;
}
