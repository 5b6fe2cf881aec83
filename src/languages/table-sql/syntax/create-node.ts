import type { Span } from "../../core/text/span.ts";
import type { Call, Expression, Literal } from "./tree.ts";

/** Default values of the optional properties of a function call node. */
const plainCall = { isDistinct: false, isIgnoringNulls: false, filter: undefined, within: [], over: undefined };

export function createCall(name: string, values: readonly Expression[], { start, end }: Span): Call {
  return { kind: "call", ...plainCall, name, arguments: values, start, end };
}

export function createStringLiteral(text: string, { start, end }: Span): Literal {
  return { kind: "literal", type: "string", text, start, end };
}
