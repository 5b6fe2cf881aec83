import type { Span } from "../text/span.ts";

/** Entry of a JSON file's outline. */
export interface JsonOutlineEntry extends Span {
  readonly kind: "input" | "action" | "output" | "column" | "upstream";
  readonly title: string;
  readonly detail: string;
  /** Span of the text that names the entry. */
  readonly name: Span;
  readonly children: readonly JsonOutlineEntry[];
}
