import { type DataType, stringType } from "./data-type.ts";

/** DuckDB SQL of an expression, with its Spark type and the column name that Spark gives it. */
export interface TranslatedValue {
  readonly sql: string;
  readonly type: DataType;
  /** Column name that Spark gives the expression if there is no alias. */
  readonly name: string;
  /** Text of the expression if it is a literal. Undefined for other expressions. */
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

export function createTextValue(text: string): TranslatedValue {
  return { sql: quoteText(text), type: stringType, name: text, constant: text };
}

const simplePattern = /^(?:"(?:[^"]|"")+"(?:\."(?:[^"]|"")+")?|-?[\d.]+|'(?:[^']|'')*')$/;
const volatilePattern = /\b(?:random|uuid|gen_random_uuid)\(\)/;
const maximumRepeatedLength = 160;

/** Whether SQL is a column, a parameter or a literal, which can be repeated at no cost. */
export function isSimpleSql(sql: string): boolean {
  return simplePattern.test(sql);
}

/**
 * Returns SQL that may use its values several times. Long values are bound to lambda parameters, because the SQL of
 * nested calls would otherwise grow exponentially. So are volatile values such as `random()`, because they must be
 * evaluated once.
 */
export function bindValues(values: readonly string[], createSql: (names: readonly string[]) => string): string {
  const bound = values.map(
    (value) => !isSimpleSql(value) && (value.length > maximumRepeatedLength || volatilePattern.test(value)),
  );
  if (!bound.includes(true)) {
    return createSql(values);
  }
  const depth = Math.max(0, ...values.map(bindingDepth)) + 1;
  const name = `"v#${depth}"`;
  const fields = values.flatMap((value, index) => (bound[index] ? [`"f${index}": ${value}`] : []));
  const inner = createSql(values.map((value, index) => (bound[index] ? `${name}."f${index}"` : value)));
  return `list_transform([{${fields.join(", ")}}], lambda ${name}: ${inner})[1]`;
}

function bindingDepth(sql: string): number {
  let deepest = 0;
  for (const found of sql.matchAll(/"v#(\d+)"/g)) {
    deepest = Math.max(deepest, Number(found[1]));
  }
  return deepest;
}
