/** A function of Spark 3.5: how it is called, with what may be left out in square brackets, and what it gives. */
export type FunctionRow = readonly [signature: string, summary: string];
