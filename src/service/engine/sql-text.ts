import { quoteName, quoteText, type SqlValue, textList } from "../../duckdb/database.ts";

/** SQL text of an expression. */
export type SqlText = string;

/** Values of a statement's placeholders `$1`, `$2` and so on. */
export class PlaceholderValues {
  readonly #values: SqlValue[] = [];

  /** Adds a value and returns the placeholder for it. */
  bind(value: string | boolean): SqlText {
    this.#values.push(value);
    return `$${this.#values.length}`;
  }

  /** Adds a list of at least one text and returns the placeholder for the list. */
  bindTexts(texts: readonly string[]): SqlText {
    this.#values.push(textList(texts));
    return `$${this.#values.length}::VARCHAR[]`;
  }

  all(): SqlValue[] {
    return [...this.#values];
  }
}

/** Writes values into a statement that cannot have placeholders, such as the definition of a view. */
export class LiteralValues {
  bind(value: string | boolean): SqlText {
    return typeof value === "string" ? quoteText(value) : String(value);
  }

  /** Returns a list of at least one text. */
  bindTexts(texts: readonly string[]): SqlText {
    return `[${texts.map(quoteText).join(", ")}]::VARCHAR[]`;
  }
}

/**
 * Builds the SQL of an instant from epoch milliseconds. It is a literal and not a placeholder, so that DuckDB can skip
 * blocks of rows.
 */
export function buildInstantSql(instant: number): SqlText {
  return `make_timestamp(${toMicroseconds(instant)})`;
}

/** Converts epoch milliseconds to microseconds, the unit of DuckDB. */
export function toMicroseconds(instant: number): SqlText {
  return String(BigInt(instant) * 1000n);
}

export function buildColumnSql(alias: string, column: string): SqlText {
  return `${alias}.${quoteName(column)}`;
}
