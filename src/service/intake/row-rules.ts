import { quoteName } from "../../duckdb/database.ts";
import type { LoadColumn, LoadSchema } from "../model/load-schema.ts";

/** A rule for single rows of a load file. */
export interface RowRule {
  readonly column: string;
  /** SQL condition over the file's text columns that is true for a row that violates the rule, else false or NULL. */
  readonly violation: string;
  /** The rule as the predicate of a sentence. */
  readonly text: string;
}

const timeFormats = "['%Y-%m-%d', '%Y-%m-%dT%H:%M:%S', '%Y-%m-%dT%H:%M:%SZ']";

/** SQL of a cell's value in the type of its column; NULL for an empty cell and for a value that is not of the type. */
export function typedValueSql({ name, type }: LoadColumn): string {
  const cell = quoteName(name);
  switch (type) {
    case "TIMESTAMP":
      // The formats alone would also accept 2025-1-5.
      return `CASE WHEN length(${cell}) IN (10, 19, 20) THEN try_strptime(${cell}, ${timeFormats}) END`;
    case "DOUBLE":
      return `CASE WHEN isfinite(TRY_CAST(${cell} AS DOUBLE)) AND NOT contains(${cell}, '_') THEN TRY_CAST(${cell} AS DOUBLE) END`;
    case "BIGINT":
      // A cast alone would round fractions.
      return `CASE WHEN regexp_full_match(${cell}, '[+-]?[0-9]+') THEN TRY_CAST(${cell} AS BIGINT) END`;
    case "BOOLEAN":
      return `CASE lower(${cell}) WHEN 'true' THEN true WHEN 'false' THEN false END`;
    case "VARCHAR":
      return `nullif(${cell}, '')`;
  }
}

/** Returns the rules for the rows of a file with these columns of a load schema. */
export function rowRulesOf(schema: LoadSchema, columns: readonly LoadColumn[]): readonly RowRule[] {
  const end = columns.find(({ role }) => role === "endDate");
  const begin = columns.find(({ role }) => role === "effectiveDate");
  return [
    ...columns.flatMap((column) => cellRulesOf(column)),
    ...(schema.target.kind === "hierarchy" ? hierarchyRules(columns) : []),
    ...(end && begin
      ? [
          {
            column: end.name,
            violation: `${typedValueSql(end)} <= ${typedValueSql(begin)}`,
            text: `is not after ${begin.name}`,
          },
        ]
      : []),
  ];
}

function cellRulesOf(column: LoadColumn): readonly RowRule[] {
  const { name, role, type, isMandatory } = column;
  const cell = quoteName(name);
  const rules: RowRule[] = [];
  if (isMandatory) {
    rules.push({
      column: name,
      violation: `${cell} IS NULL OR trim(${cell}) = ''`,
      text: "has no value, and needs one",
    });
  }
  if (type !== "VARCHAR") {
    rules.push({
      column: name,
      violation: `${cell} <> '' AND (${typedValueSql(column)}) IS NULL`,
      text: typeRule(column),
    });
  }
  if (role === "effectiveDate" || role === "eventDate") {
    // Data ends a month after its newest instant at most, and dates have years of four digits.
    rules.push({
      column: name,
      violation: `CASE WHEN ${cell} >= '9999' THEN (${typedValueSql(column)}) IS NOT NULL END`,
      text: "is not before the year 9999",
    });
  }
  if (role === "dimension") {
    rules.push({
      column: name,
      violation: `${cell} LIKE '.%' OR ${cell} LIKE '%.' OR contains(${cell}, '..')`,
      text: "is no member path: names from the top joined by dots, none of them empty",
    });
  }
  return rules;
}

function typeRule({ type, formats }: LoadColumn): string {
  switch (type) {
    case "TIMESTAMP":
      return `is no date of ${formats.join(" or ")}`;
    case "DOUBLE":
      return "is no number with a point before its fraction, such as 1234.5";
    case "BIGINT":
      return "is no whole number from -9223372036854775808 to 9223372036854775807";
    case "BOOLEAN":
      return "is neither true nor false";
    case "VARCHAR":
      return "is no text";
  }
}

/** Names of hierarchy members stand in paths, whose parts are separated by dots. */
function hierarchyRules(columns: readonly LoadColumn[]): readonly RowRule[] {
  return columns
    .filter(({ role }) => role === "key" || role === "parent")
    .map(({ name }) => ({
      column: name,
      violation: `contains(${quoteName(name)}, '.')`,
      text: "has a dot, which separates names in paths",
    }));
}

/** SQL condition that is true for a row that violates one of the rules, and false or NULL for any other. */
export function anyViolationSql(rules: readonly RowRule[]): string {
  return rules.length === 0 ? "false" : rules.map(({ violation }) => `(${violation})`).join(" OR ");
}

/** SQL list with a struct `rule` (number in `rules`) and `value` (at most 1000 characters) for each violated rule of a row. */
export function violationListSql(rules: readonly RowRule[]): string {
  const entries = rules.map(
    ({ column, violation }, index) =>
      `CASE WHEN ${violation} THEN {'rule': ${index}, 'value': left(${quoteName(column)}, 1000)} END`,
  );
  return `list_filter([${entries.join(", ")}], lambda entry: entry IS NOT NULL)`;
}
