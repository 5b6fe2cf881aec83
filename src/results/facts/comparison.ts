import type { CompareCounts } from "../../protocol/result-work.ts";

/** What a result of differences compares. */
export interface Comparison {
  /** Title of the earlier result. */
  readonly left: string;
  readonly right: string;
  readonly keys: readonly string[];
  readonly compared: readonly string[];
  /** Decimal text. */
  readonly tolerance: string;
  readonly counts: CompareCounts;
}
