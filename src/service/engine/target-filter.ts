import type { BoundPath } from "../../languages/sql-like/syntax.ts";
import { buildFilterSql, type ConditionScope } from "./condition-sql.ts";
import { FromClauseBuilder, type FromClauseOptions, recordAlias, type Span } from "./from-clause.ts";
import { QueryError } from "./query-error.ts";
import { multiValueChainsOf, pathsOf, type RecordCondition } from "./record-condition.ts";
import { buildColumnSql, type SqlText } from "./sql-text.ts";

/** Records that meet some conditions of a query, and the conditions that are left for its rows. */
interface FilteredRecords {
  readonly records: SqlText;
  readonly conditions: readonly RecordCondition[];
}

/**
 * Applies the conditions through multi-value references to the records: a record passes, once, if one of its targets meets
 * them all (semantics.md, "Lists"). In a join with the targets it would come once for each target that does. Conditions
 * through references of `shown`, for whose targets the query has rows, choose among these rows and are left. `spanOf`
 * gives the span of intervals of a row, for records that count in intervals.
 */
export function filterByTargets(
  options: FromClauseOptions,
  conditions: readonly RecordCondition[],
  shown: readonly BoundPath[],
  scope: Omit<ConditionScope, "column">,
  spanOf?: (source: FromClauseBuilder) => Span,
): FilteredRecords {
  const shownChains = new Set(shown.flatMap(multiValueChainsOf));
  const isThroughOthers = (condition: RecordCondition) =>
    pathsOf(condition).some((path) => multiValueChainsOf(path).some((chain) => !shownChains.has(chain)));
  const applied = conditions.filter(isThroughOthers);
  if (applied.length === 0) {
    return { records: options.records, conditions };
  }
  checkNoneIsShared(applied, shownChains);
  const source = new FromClauseBuilder({ ...options, records: "numbered" });
  const inner = { ...scope, column: source.column.bind(source) };
  const where = applied.map((condition) => `(${buildFilterSql(condition, inner)})`).join(" AND ");
  const span = spanOf?.(source);
  const interval = span ? `, unnest(range(${span.start}, ${span.end})) AS i` : "";
  const found = `SELECT ${buildColumnSql(recordAlias, "$record")} AS record${interval} FROM ${source.from()} WHERE ${where}`;
  const columns = span
    ? 'numbered.* EXCLUDE ("$record", "$i0", "$i1"), i::INTEGER AS "$i0", (i + 1)::INTEGER AS "$i1"'
    : 'numbered.* EXCLUDE ("$record")';
  const records = [
    `(WITH numbered AS MATERIALIZED (SELECT *, row_number() OVER () AS "$record" FROM ${options.records}),`,
    `passed AS (SELECT DISTINCT * FROM (${found}))`,
    `SELECT ${columns} FROM numbered JOIN passed ON numbered."$record" = passed.record)`,
  ].join("\n");
  return { records, conditions: conditions.filter((condition) => !isThroughOthers(condition)) };
}

/** Throws a QueryError for a condition that would have to choose among records and among rows of one record at once. */
function checkNoneIsShared(applied: readonly RecordCondition[], shownChains: ReadonlySet<string>): void {
  for (const condition of applied) {
    const chains = pathsOf(condition).flatMap(multiValueChainsOf);
    const shown = chains.find((chain) => shownChains.has(chain));
    if (shown !== undefined) {
      const other = chains.find((chain) => !shownChains.has(chain));
      throw new QueryError(
        `A condition joins the multi-value references "${shown}", which the query shows, and "${other}", which it does not; write conditions of their own joined by AND, or show both.`,
      );
    }
  }
}
