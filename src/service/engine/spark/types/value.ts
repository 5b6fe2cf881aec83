import { type DataType, stringType } from "./data-type.ts";

/** An expression in DuckDB's SQL with what Spark knows of it. */
export interface Value {
  readonly sql: string;
  readonly type: DataType;
  /** As Spark calls a column that holds it and has no alias. */
  readonly name: string;
  /** The text or number that stands in the statement. */
  readonly constant?: string | undefined;
}

export function quoteText(text: string): string {
  // DuckDB's texts hold no zero character; chr gives one.
  return text.includes("\0")
    ? `(${text
        .split("\0")
        .map((part) => `'${part.replaceAll("'", "''")}'`)
        .join(" || chr(0) || ")})`
    : `'${text.replaceAll("'", "''")}'`;
}

export function textValue(text: string): Value {
  return { sql: quoteText(text), type: stringType, name: text, constant: text };
}
