import type { Span } from "../../core/text/span.ts";
import type { Call, Expression, Literal } from "./tree.ts";

/** What a plain call is without. */
const plainCall = { isDistinct: false, isIgnoringNulls: false, filter: undefined, within: [], over: undefined };

export function createCall(name: string, values: readonly Expression[], { start, end }: Span): Call {
  return { kind: "call", ...plainCall, name, arguments: values, start, end };
}

export function textAt(text: string, { start, end }: Span): Literal {
  return { kind: "literal", type: "string", text, start, end };
}
