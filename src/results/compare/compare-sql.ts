import { makeNamesUnique } from "../../base/unique-names.ts";
import { quoteName } from "../../duckdb/database.ts";
import type { ExactColumn } from "../columns/exact-columns.ts";

/** One of two compared results, with its columns by name. */
export interface ComparedResult {
  readonly table: string;
  readonly columns: ReadonlyMap<string, ExactColumn>;
}

/** Two compared results, with the options of their comparison. */
export interface ComparedResults {
  readonly left: ComparedResult;
  readonly right: ComparedResult;
  /** Names of the columns that identify a row in both results. */
  readonly keys: readonly string[];
  /** Names of the other columns that both results have. Their values are compared. */
  readonly others: readonly string[];
  /** Largest difference between two numbers that count as equal, as decimal text. */
  readonly tolerance: string;
}

/** Builds SQL that counts, as `n`, the combinations of key values that occur in several rows. */
export function buildDuplicateKeysSql({ table, columns }: ComparedResult, keys: readonly string[]): string {
  const values = keys.map((key) => columns.get(key)?.value("t")).join(", ");
  return `SELECT count(*) AS n FROM (SELECT 1 FROM ${quoteName(table)} AS t GROUP BY ${values} HAVING count(*) > 1)`;
}

/** Builds SQL that counts the compared rows by status: `added`, `gone`, `changed` and `same`. */
export function buildStatusCountsSql(sides: ComparedResults): string {
  const isBoth = "l.n IS NOT NULL AND r.n IS NOT NULL";
  const changed = isChangedSql(sides);
  const counts = {
    added: "l.n IS NULL",
    gone: "r.n IS NULL",
    changed: `${isBoth} AND (${changed})`,
    same: `${isBoth} AND NOT (${changed})`,
  };
  const columns = Object.entries(counts).map(([name, condition]) => `count(*) FILTER (${condition}) AS ${name}`);
  return `SELECT ${columns.join(", ")} ${joinSql(sides)}`;
}

/**
 * Builds SQL of the rows that differ. The columns are `Status`, the keys and, for each other column, old value, new
 * value and difference.
 */
export function buildDifferencesSql(sides: ComparedResults): string {
  const { keys, others } = sides;
  const columns = [
    { name: "Status", value: "CASE WHEN l.n IS NULL THEN 'added' WHEN r.n IS NULL THEN 'gone' ELSE 'changed' END" },
    ...keys.map((name, key) => ({ name, value: `coalesce(r.k${key}, l.k${key})` })),
    ...others.flatMap((name, other) => [
      { name: `${name} (old)`, value: `l.v${other}` },
      { name: `${name} (new)`, value: `r.v${other}` },
      ...(isNumeric(sides, name) ? [{ name: `${name} (delta)`, value: deltaSql(sides, name, other) }] : []),
    ]),
  ];
  const names = makeNamesUnique(
    columns.map(({ name }) => name),
    { ignoresCase: true },
  );
  const values = columns.map(({ value }, index) => `${value} AS ${quoteName(names[index] ?? "")}`);
  const differs = `l.n IS NULL OR r.n IS NULL OR ${isChangedSql(sides)}`;
  return `SELECT ${values.join(", ")} ${joinSql(sides)} WHERE ${differs} ORDER BY coalesce(r.n, l.n), l.n`;
}

/** Joins both results by the keys. Keys of the same type are compared as values, others as text. */
function joinSql({ left, right, keys, others }: ComparedResults): string {
  const side = ({ table, columns }: ComparedResult) => {
    const value = (name: string) => columns.get(name)?.value("t") ?? "NULL";
    const values = [
      ...keys.map(
        (key, index) => `${isComparable(left, right, key) ? value(key) : `${value(key)}::VARCHAR`} AS k${index}`,
      ),
      ...others.map((name, index) => `${value(name)} AS v${index}`),
    ];
    return `(SELECT ${["t.rowid AS n", ...values].join(", ")} FROM ${quoteName(table)} AS t)`;
  };
  const on = keys.map((_, key) => `l.k${key} IS NOT DISTINCT FROM r.k${key}`);
  return `FROM ${side(left)} AS l FULL JOIN ${side(right)} AS r ON ${on.join(" AND ")}`;
}

function isChangedSql(sides: ComparedResults): string {
  const checks = sides.others.map((name, other) => {
    const [old, now] = [`l.v${other}`, `r.v${other}`];
    if (isNumeric(sides, name) && /[1-9]/.test(sides.tolerance)) {
      // A difference that overflows its type counts as a change.
      return `CASE WHEN ${old} IS NULL OR ${now} IS NULL THEN ${old} IS DISTINCT FROM ${now} ELSE coalesce(abs(${deltaSql(sides, name, other)}) > ${sides.tolerance}, true) END`;
    }
    return isComparable(sides.left, sides.right, name)
      ? `${old} IS DISTINCT FROM ${now}`
      : `${old}::VARCHAR IS DISTINCT FROM ${now}::VARCHAR`;
  });
  return checks.length === 0 ? "false" : checks.join(" OR ");
}

/** SQL of the difference between new and old value. BIGINT values are widened because their difference may overflow. */
function deltaSql({ left, right }: ComparedResults, name: string, other: number): string {
  const wide = (side: ComparedResult, value: string) =>
    side.columns.get(name)?.type === "BIGINT" ? `${value}::HUGEINT` : value;
  return `TRY(${wide(right, `r.v${other}`)} - ${wide(left, `l.v${other}`)})`;
}

function isNumeric({ left, right }: ComparedResults, name: string): boolean {
  return [left, right].every(({ columns }) => /^(BIGINT|DOUBLE|DECIMAL)/.test(columns.get(name)?.type ?? ""));
}

function isComparable(left: ComparedResult, right: ComparedResult, name: string): boolean {
  const [one, other] = [left.columns.get(name)?.type, right.columns.get(name)?.type];
  return one === other || isNumeric({ left, right, keys: [], others: [], tolerance: "0" }, name);
}
