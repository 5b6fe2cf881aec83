import type { AggregateOptions, ListOptions } from "../evaluator/options.ts";

/** A query as it was made: parts that can be left out one by one to find the smallest that still fails. */
export interface QueryDraft {
  readonly kind: "aggregate" | "list";
  readonly items: readonly DraftItem[];
  readonly object: string;
  readonly conjuncts: readonly DraftCondition[];
  /** The text of the time filter and its place among the conjuncts. */
  readonly time?: { readonly text: string; readonly place: number };
  readonly spelling: Spelling;
  readonly aggregateQueryOptions?: AggregateOptions;
  readonly listQueryOptions?: ListOptions;
}

export interface DraftItem {
  readonly kind: "metric" | "axis" | "column" | "time";
  readonly text: string;
  /** With its AS. */
  readonly label?: string;
}

export type DraftCondition =
  | { readonly kind: "predicate"; readonly text: string }
  | { readonly kind: "not"; readonly part: DraftCondition }
  | { readonly kind: "and" | "or"; readonly parts: readonly DraftCondition[] };

/** Choices of spelling that must not change the answer. */
export interface Spelling {
  readonly keywords: "upper" | "lower" | "mixed";
  readonly end: "" | ";" | "  ;\n";
  readonly gap: " " | "\n  " | " /* - */ " | " -- -\n";
  /** Leaves out the brackets that precedence makes needless. */
  readonly isTerse: boolean;
}

export const plainSpelling: Spelling = { keywords: "upper", end: "", gap: " ", isTerse: false };
