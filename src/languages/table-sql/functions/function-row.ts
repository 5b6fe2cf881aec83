/**
 * What the embedded engine does with a function: a `generator` gives rows, `syntax` is written by what stands around it, `unknown`
 * is refused by name. Left out, an implementation writes SQL of DuckDB that means the same.
 */
type Support = "generator" | "syntax" | "unknown" | { readonly refused: string };

/** A function of Spark 3.5: how it is called, with what may be left out in square brackets, and what it gives. */
export type FunctionRow = readonly [signature: string, summary: string, engine?: Support];
