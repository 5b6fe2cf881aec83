import { quoteName, type SqlValue } from "../../duckdb/database.ts";

/** Text as an expression that evaluates to SQL. */
export type Sql = string;

/** The values that a statement's `$1`, `$2` ... stand for. */
export class SqlValues {
  readonly #values: SqlValue[] = [];

  /** A placeholder for a value. */
  bind(value: string | boolean): Sql {
    this.#values.push(value);
    return `$${this.#values.length}`;
  }

  all(): SqlValue[] {
    return [...this.#values];
  }
}

/** An instant given in epoch milliseconds; not bound, so that DuckDB can leave out blocks of rows by it. */
export function instantSql(instant: number): Sql {
  return `make_timestamp(${(BigInt(instant) * 1000n).toString()})`;
}

export function columnSql(alias: string, column: string): Sql {
  return `${alias}.${quoteName(column)}`;
}

/**
 * How many of the instants, which ascend, are at or before an expression: 0 for an expression before all of them.
 * A tree of comparisons, as a row then takes part in few of them.
 */
export function rankSql(expression: Sql, instants: readonly number[], first = 0, end = instants.length): Sql {
  if (first === end) {
    return String(first);
  }
  const middle = (first + end) >> 1;
  const below = rankSql(expression, instants, first, middle);
  const above = rankSql(expression, instants, middle + 1, end);
  return `CASE WHEN ${expression} < ${instantSql(instants[middle] ?? 0)} THEN ${below} ELSE ${above} END`;
}
