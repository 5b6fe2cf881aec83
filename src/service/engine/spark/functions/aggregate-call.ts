import type { Call } from "../../../../languages/table-sql/syntax.ts";
import type { Value } from "../types/value.ts";
import { type CallResult, FunctionCall } from "./function-call.ts";

/** Translates a call of an aggregate or window function. */
export type AggregateTranslator = (call: AggregateCall) => CallResult;

/** A call of an aggregate or window function. */
export class AggregateCall extends FunctionCall {
  readonly #filter: string | undefined;
  readonly #over: string | undefined;
  /** Sort expressions of WITHIN GROUP. */
  readonly within: readonly Value[];

  constructor(
    tree: Call,
    values: readonly Value[],
    parts: {
      readonly filter: string | undefined;
      readonly over: string | undefined;
      readonly within: readonly Value[];
    },
  ) {
    super(tree, values);
    this.#filter = parts.filter;
    this.#over = parts.over;
    this.within = parts.within;
  }

  get isOverWindow(): boolean {
    return this.#over !== undefined;
  }

  /**
   * Returns SQL of a DuckDB aggregate with the DISTINCT, FILTER and OVER of the call. `where` is a further row filter.
   */
  aggregate(
    name: string,
    values: readonly string[],
    options: { readonly where?: string; readonly isDistinct?: boolean; readonly isIgnoringNulls?: boolean } = {},
  ): string {
    const isDistinct = options.isDistinct ?? this.tree.isDistinct;
    const conditions = [options.where, this.#filter].filter((condition) => condition !== undefined);
    const filter = conditions.length > 0 ? ` FILTER (WHERE ${conditions.join(" AND ")})` : "";
    const nulls = options.isIgnoringNulls ? " IGNORE NULLS" : "";
    const over = this.#over === undefined ? "" : ` OVER ${this.#over}`;
    return `${name}(${isDistinct ? "DISTINCT " : ""}${values.join(", ")}${nulls})${filter}${over}`;
  }

  /** Throws SparkSqlError if the call has DISTINCT. */
  refuseDistinct(): void {
    if (this.tree.isDistinct) {
      this.fail("does not take DISTINCT in the embedded engine");
    }
  }
}
