import { type DataType, stringType } from "./data-type.ts";

/** DuckDB SQL of an expression, with the type and column name that Spark gives it. */
export interface Value {
  readonly sql: string;
  readonly type: DataType;
  /** Name that Spark gives the expression's column if it has no alias. */
  readonly name: string;
  /** Text of a literal in the statement; undefined for other expressions. */
  readonly constant?: string | undefined;
}

export function quoteText(text: string): string {
  // DuckDB string literals cannot contain the character 0, so `chr` creates it.
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
