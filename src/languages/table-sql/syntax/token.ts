import type { Span } from "../../core/text/span.ts";

/** A token of Spark SQL. The last token of a text has the kind `end`. */
export interface Token extends Span {
  readonly kind: "word" | "quotedName" | "string" | "number" | "sign" | "comment" | "caret" | "end";
  /** As written. */
  readonly text: string;
  /** Text that the parser compares: a word in capitals, an operator as it is. Empty for other tokens. */
  readonly key: string;
  /** Whether a string, quoted name or comment is closed. True for other tokens. */
  readonly isClosed: boolean;
}
