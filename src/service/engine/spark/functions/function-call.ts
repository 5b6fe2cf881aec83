import type { Span } from "../../../../languages/core/text/span.ts";
import type { RewrittenFunction } from "../../../../languages/table-sql/functions/functions.ts";
import type { Call } from "../../../../languages/table-sql/syntax.ts";
import { castSql } from "../types/cast-sql.ts";
import { isImplicitlyCast } from "../types/common-type.ts";
import { type DataType, typeText } from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import type { Value } from "../types/value.ts";
import { Bound, type BoundKind } from "./value-bounds.ts";

/** What a function gives: a value, named after the call where `name` is left out. */
export type CallResult = Pick<Value, "sql" | "type"> & { readonly name?: string };

/** Makes the SQL of a call. */
export type FunctionRow = (call: FunctionCall) => CallResult;

/** Implementations of a part of the functions that the language's table has as rewritten; `trim from` is TRIM(... FROM ...). */
export type Implementations<Row> = Readonly<Partial<Record<RewrittenFunction | `${"" | "l" | "r"}trim from`, Row>>>;

/** A call with its arguments in SQL, as the row of its function sees it. */
export class FunctionCall {
  /** In small letters. */
  readonly name: string;
  readonly arguments: readonly Value[];
  readonly tree: Call;
  readonly #isInLambda: boolean;

  constructor(tree: Call, values: readonly Value[], isInLambda = false) {
    this.#isInLambda = isInLambda;
    this.name = tree.name.toLowerCase();
    this.arguments = values;
    this.tree = tree;
  }

  get count(): number {
    return this.arguments.length;
  }

  /** The argument at a place, counted from 0. */
  at(index: number): Value {
    return this.arguments[index] ?? this.fail(`takes more than ${this.count} arguments`);
  }

  /** SQL of an argument as a type that Spark would turn it into. */
  as(index: number, type: DataType): string {
    const value = this.at(index);
    const sql = isImplicitlyCast(value.type, type) ? castSql(value.sql, value.type, type) : undefined;
    return sql ?? this.fail(`takes ${typeText(type)} as argument ${index + 1}, not ${typeText(value.type)}`, index);
  }

  /** An argument that must stand in the text, such as a pattern. */
  constant(index: number, what: string): string {
    return this.at(index).constant ?? this.fail(`needs ${what} that stands in the statement`, index);
  }

  /** What the call may make. */
  bound(kind: BoundKind): Bound {
    return new Bound(kind, this.name, this.#isInLambda);
  }

  expectCount(least: number, most = least): void {
    if (this.count < least || this.count > most) {
      this.fail(`takes ${least === most ? least : `${least} to ${most}`} arguments, not ${this.count}`);
    }
  }

  /** The problem goes on from the name of the function: `takes two arguments`. */
  fail(problem: string, index?: number): never {
    const place: Span = (index === undefined ? undefined : this.tree.arguments[index]) ?? this.tree;
    throw new SparkSqlError(`The function ${this.name} ${problem}.`, place.start, place.end);
  }
}
