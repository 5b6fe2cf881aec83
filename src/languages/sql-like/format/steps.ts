import type { Span } from "../../core/text/span.ts";

/**
 * What stands between a lexeme and the one before it. `line` and `soft` are a space and nothing, or a new line where the group
 * around them does not fit one; `hard` is a new line in any case.
 */
export type Gap = "none" | "space" | "line" | "soft" | "hard";

/** A token or comment of the laid out text, in the order in which they stand. */
export interface LexemeStep extends Span {
  readonly kind: "lexeme";
  /** As it is written out: words in upper case, functions and units in their spelling. */
  readonly text: string;
  /** A comment beside it asks for a line of its own, whatever the gap is. */
  readonly isForced: boolean;
  /** How much of the line it takes; a comment at the end of a line may stand over its edge. */
  readonly width: number;
}

/** A layout as a line of steps: groups are on one line when they fit, and what stands between `indent` and `outdent` moves right. */
export type LayoutStep =
  | LexemeStep
  /** Stands before the lexeme that it is the gap of, maybe with the start of a group between them. */
  | { readonly kind: "gap"; readonly gap: Gap }
  /** A group that is broken does not try to fit. */
  | { readonly kind: "open"; readonly isBroken: boolean }
  | { readonly kind: "close" }
  | { readonly kind: "indent" }
  | { readonly kind: "outdent" };
