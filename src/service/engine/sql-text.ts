import { quoteName, type SqlValue, textList } from "../../duckdb/database.ts";

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

  /** A placeholder for a list of texts, at least one. */
  bindTexts(texts: readonly string[]): Sql {
    this.#values.push(textList(texts));
    return `$${this.#values.length}::VARCHAR[]`;
  }

  all(): SqlValue[] {
    return [...this.#values];
  }
}

/** An instant given in epoch milliseconds; not bound, so that DuckDB can leave out blocks of rows by it. */
export function instantSql(instant: number): Sql {
  return `make_timestamp(${microseconds(instant)})`;
}

/** Microseconds, in which DuckDB counts, of epoch milliseconds. */
export function microseconds(instant: number): Sql {
  return String(BigInt(instant) * 1000n);
}

export function columnSql(alias: string, column: string): Sql {
  return `${alias}.${quoteName(column)}`;
}
