/** What may be asked of the process that runs hand-written SQL. Times are milliseconds. */
export type ReferenceRequests = {
  open: {
    params: {
      /** A database file that no other process has open. */
      readonly path: string;
      readonly threads: number;
      readonly memoryLimit: string;
      readonly temporaryFolder: string;
    };
    result: undefined;
  };
  /** Runs statements, one after the other. */
  run: { params: { readonly statements: readonly string[] }; result: { readonly elapsedMs: number } };
  /** Reads the whole answer of one query; cells are text, null where there is none. */
  rows: {
    params: { readonly sql: string };
    result: { readonly elapsedMs: number; readonly rows: readonly (readonly (string | null)[])[] };
  };
  /** Runs a statement and interrupts it after the delay; the time from there until it is over, none when it was over before. */
  interrupt: {
    params: { readonly sql: string; readonly delayMs: number };
    result: { readonly elapsedMs: number | undefined };
  };
  close: { params: unknown; result: undefined };
};
