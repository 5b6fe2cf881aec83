import type { Span } from "../text/span.ts";

/** A part of a JSON file as the outline shows it. */
export interface JsonOutlineEntry extends Span {
  readonly kind: "input" | "action" | "output" | "column" | "upstream";
  readonly title: string;
  readonly detail: string;
  /** Where it is named. */
  readonly name: Span;
  readonly children: readonly JsonOutlineEntry[];
}
