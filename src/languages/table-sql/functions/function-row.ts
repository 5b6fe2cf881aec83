/**
 * Support of a function by the embedded engine: a `generator` produces rows, `syntax` is translated by the syntax that
 * contains it, `unknown` and `refused` functions are rejected. If omitted, the engine translates the function to
 * DuckDB.
 */
type Support = "generator" | "syntax" | "unknown" | { readonly refused: string };

/** A function of Spark 3.5. Square brackets in the signature enclose optional parameters. */
export type FunctionRow = readonly [signature: string, summary: string, engine?: Support];
