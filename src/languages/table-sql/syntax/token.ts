import type { Span } from "../../core/text/span.ts";

/** A lexical unit of Spark SQL. The last token of a text is its `end`. */
export interface Token extends Span {
  readonly kind: "word" | "quotedName" | "string" | "number" | "sign" | "comment" | "caret" | "end";
  /** As written. */
  readonly text: string;
  /** What grammar compares: a word in capitals, a sign as it is, nothing for the others. */
  readonly key: string;
  /** Whether the closing quote or the end of the comment is there. */
  readonly isClosed: boolean;
}
