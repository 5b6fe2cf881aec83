import type { StatementReader } from "./statement-reader.ts";
import type { Call, Expression } from "./syntax-tree.ts";

/** A call whose closing bracket comes next. */
export function closeCall(tokens: StatementReader, name: string, values: Expression[], start: number): Call {
  tokens.expect(")");
  return createCall(name, values, start, tokens.previousEnd);
}

/** What a plain call is without. */
export const plainCall = { isDistinct: false, isIgnoringNulls: false, filter: undefined, within: [], over: undefined };

export function createCall(name: string, values: readonly Expression[], start: number, end: number): Call {
  return { kind: "call", ...plainCall, name, arguments: values, start, end };
}
