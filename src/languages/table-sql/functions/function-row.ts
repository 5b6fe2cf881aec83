/**
 * Support of a SQL function by the embedded engine. A `generator` produces rows. `syntax` is translated with the syntax
 * around it. `unknown` and `refused` are rejected. If omitted, the engine translates the function to DuckDB.
 */
type Support = "generator" | "syntax" | "unknown" | { readonly refused: string };

/** Definition of a function of Spark 3.5. In the signature, square brackets enclose optional parameters. */
export type SparkFunctionRow = readonly [signature: string, summary: string, engine?: Support];
