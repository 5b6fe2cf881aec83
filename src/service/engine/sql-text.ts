import { quoteName, type SqlValue, textList } from "../../duckdb/database.ts";

/** SQL text of an expression. */
export type Sql = string;

/** Values of a statement's placeholders `$1`, `$2` and so on. */
export class SqlValues {
  readonly #values: SqlValue[] = [];

  /** Adds a value and returns its placeholder. */
  bind(value: string | boolean): Sql {
    this.#values.push(value);
    return `$${this.#values.length}`;
  }

  /** Adds a list of at least one text and returns its placeholder. */
  bindTexts(texts: readonly string[]): Sql {
    this.#values.push(textList(texts));
    return `$${this.#values.length}::VARCHAR[]`;
  }

  all(): SqlValue[] {
    return [...this.#values];
  }
}

/** Instant from epoch milliseconds; not bound, so that DuckDB can skip blocks of rows by it. */
export function instantSql(instant: number): Sql {
  return `make_timestamp(${microseconds(instant)})`;
}

/** Converts epoch milliseconds to microseconds, DuckDB's unit. */
export function microseconds(instant: number): Sql {
  return String(BigInt(instant) * 1000n);
}

export function columnSql(alias: string, column: string): Sql {
  return `${alias}.${quoteName(column)}`;
}
