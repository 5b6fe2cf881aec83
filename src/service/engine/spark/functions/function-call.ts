import { countOf } from "../../../../base/count-of.ts";
import type { Span } from "../../../../languages/core/text/span.ts";
import type { RewrittenFunctionName } from "../../../../languages/table-sql/functions/functions.ts";
import type { Call } from "../../../../languages/table-sql/syntax.ts";
import { buildCastSql } from "../types/cast-sql.ts";
import { isImplicitlyCast } from "../types/common-type.ts";
import { type DataType, formatSparkType } from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import type { TranslatedValue } from "../types/value.ts";
import type { EvaluationFrequency } from "./statement-budget.ts";
import { CallSizeLimit, type SizeLimitKind } from "./value-bounds.ts";

/** Translation of a function call. Without `name`, the column is named after the call. */
export type CallResult = Pick<TranslatedValue, "sql" | "type"> & { readonly name?: string };

/** Function that translates a call of a scalar SQL function. Throws SparkSqlError for invalid arguments. */
export type ScalarTranslator = (call: FunctionCall) => CallResult;

/**
 * Translators by function name, for some of the functions that the engine must implement. The name of `TRIM(... FROM
 * ...)` is `trim from`.
 */
export type FunctionImplementations<Translator> = Readonly<
  Partial<Record<RewrittenFunctionName | `${"" | "l" | "r"}trim from`, Translator>>
>;

/** A call of a SQL function, with translated arguments. */
export class FunctionCall {
  /** Name of the function in lower case. */
  readonly name: string;
  readonly arguments: readonly TranslatedValue[];
  readonly tree: Call;
  readonly #place: EvaluationFrequency | undefined;

  /** `place` may be omitted for functions without a size limit. */
  constructor(tree: Call, values: readonly TranslatedValue[], place?: EvaluationFrequency) {
    this.#place = place;
    this.name = tree.name.toLowerCase();
    this.arguments = values;
    this.tree = tree;
  }

  get count(): number {
    return this.arguments.length;
  }

  /** Returns an argument by index, from 0. Throws SparkSqlError if the argument is missing. */
  argumentAt(index: number): TranslatedValue {
    return this.arguments[index] ?? this.failWith(`takes more than ${countOf(this.count, "argument")}`);
  }

  /**
   * Returns the SQL of an argument, cast to a type. Throws SparkSqlError if Spark does not cast the argument
   * implicitly.
   */
  castArgumentTo(index: number, type: DataType): string {
    const value = this.argumentAt(index);
    const sql = isImplicitlyCast(value.type, type) ? buildCastSql(value.sql, value.type, type) : undefined;
    return (
      sql ??
      this.failWith(
        `takes ${formatSparkType(type)} as argument ${index + 1}, not ${formatSparkType(value.type)}`,
        index,
      )
    );
  }

  /**
   * Returns the text of an argument that must be a literal, such as a pattern. `what` describes the argument in the
   * error message.
   */
  constant(index: number, what: string): string {
    return this.argumentAt(index).constant ?? this.failWith(`takes ${what} as a literal`, index);
  }

  /**
   * Evaluation frequency of the call: per row or once, and in which lambda. Throws if the call was created without it.
   */
  get place(): EvaluationFrequency {
    if (!this.#place) {
      throw new Error(`The call of ${this.name} has no place.`);
    }
    return this.#place;
  }

  /**
   * Returns the size limit of the call. A call whose result is known to be small does not count against the shared
   * limits of the statement.
   */
  bound(kind: SizeLimitKind, isCounted = true): CallSizeLimit {
    return new CallSizeLimit(kind, this.name, this.place, this.tree.start, isCounted);
  }

  /** Throws SparkSqlError unless the number of arguments is in the range. */
  expectCount(minimum: number, maximum = minimum): void {
    if (this.count < minimum || this.count > maximum) {
      this.failWith(
        `takes ${minimum === maximum ? countOf(minimum, "argument") : `${minimum} to ${countOf(maximum, "argument")}`}, not ${this.count}`,
      );
    }
  }

  /**
   * Throws SparkSqlError at an argument or, without one, at the call. The message consists of the function's name and
   * the problem, such as `takes two arguments`.
   */
  failWith(problem: string, index?: number): never {
    const span: Span = (index === undefined ? undefined : this.tree.arguments[index]) ?? this.tree;
    throw new SparkSqlError(`The function ${this.name} ${problem}.`, span.start, span.end);
  }
}

/** Function that translates a call of an aggregate or window function. */
export type AggregateTranslator = (call: AggregateCall) => CallResult;

/** A call of an aggregate or window function. */
export class AggregateCall extends FunctionCall {
  readonly #filter: string | undefined;
  readonly #over: string | undefined;
  /** Sort expressions of the WITHIN GROUP clause. */
  readonly within: readonly TranslatedValue[];

  constructor(
    tree: Call,
    values: readonly TranslatedValue[],
    parts: {
      readonly filter: string | undefined;
      readonly over: string | undefined;
      readonly within: readonly TranslatedValue[];
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
   * Returns the SQL of a DuckDB aggregate with the DISTINCT, FILTER and OVER clauses of the call. `where` is an
   * additional filter of the rows.
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
      this.failWith("does not take DISTINCT in the embedded engine");
    }
  }
}
