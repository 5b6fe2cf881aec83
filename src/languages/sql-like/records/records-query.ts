import type { CellMembers, RecordsQuery } from "../../../base/cell-members.ts";
import type { SqlLikeAggregateOptions } from "../../../contract/query-options.ts";
import type { AnalyticObject, ModelSource } from "../../core/model/model-source.ts";
import { hasErrors } from "../../core/text/problem.ts";
import { bindQuery } from "../binding/bind-query.ts";
import type { BoundQuery } from "../binding/bound-query.ts";
import { isTimePredicate } from "../binding/check-time.ts";
import { printsTechnicalNames } from "../binding/member-lookup.ts";
import type { ParsedStatementText } from "../syntax/query-document.ts";
import type { Condition } from "../syntax/tree.ts";
import { formatInstant } from "../time/instant.ts";
import { createMemberConditions, NotListableError } from "./member-conditions.ts";
import { createMetricConditions } from "./metric-conditions.ts";
import { findRecordsInterval } from "./records-interval.ts";

interface RecordsQueryOptions {
  readonly timeColumn: string;
  readonly cell: CellMembers;
  /** Options with which the aggregate query ran. They decide how its result prints members. */
  readonly options: SqlLikeAggregateOptions;
  /** Returns the items of the SELECT list for the records of an object. */
  readonly columnsOf: (object: AnalyticObject) => Promise<readonly string[]>;
}

/**
 * Generates the list query that returns the records which an aggregate query counted in one cell of its result: at the
 * same time, with the filters of the query and the metric, at the members of the cell. The query is refused if the
 * language cannot express it. `part` is the aggregate query, `model` has its names.
 */
export async function createRecordsQuery(
  part: ParsedStatementText,
  model: ModelSource,
  { timeColumn, cell, options, columnsOf }: RecordsQueryOptions,
): Promise<RecordsQuery> {
  const [statement, ...others] = part.statements;
  if (statement?.kind !== "query" || others.length > 0 || hasErrors(part.problems)) {
    return { kind: "refused", reason: "The result is not that of one query." };
  }
  const { query } = bindQuery(statement, model, { timeColumn, output: "table" });
  if (!query) {
    return { kind: "refused", reason: "The query no longer fits the business model. Run it again." };
  }
  try {
    requireReadableMembers(options);
    const conditions = [
      ...formatTimeCondition(query, cell, options, timeColumn),
      ...(statement.where ? writtenConditions(statement.where.condition, part.text, timeColumn) : []),
      ...createMetricConditions(query, cell.metric),
      ...createMemberConditions(query, cell, options.axesOverallValueMode ?? "NONE"),
    ];
    const columns = await columnsOf(query.object);
    if (columns.length === 0) {
      throw new NotListableError(`The business model shows no property of "${query.object.displayName}" to list.`);
    }
    const lines = [
      `-- ${titleOf(cell)}`,
      `SELECT ${columns.join(",\n  ")}`,
      `FROM ${query.object.id}`,
      `WHERE ${conditions.join("\n  AND ")};`,
    ];
    return { kind: "query", text: `${lines.join("\n")}\n` };
  } catch (error) {
    if (error instanceof NotListableError) {
      return { kind: "refused", reason: error.message };
    }
    throw error;
  }
}

function requireReadableMembers(options: SqlLikeAggregateOptions): void {
  const { memberDisplayMode, internal } = options;
  if (!printsTechnicalNames(options)) {
    throw new NotListableError(
      `The option memberDisplayMode ${memberDisplayMode ?? ""} prints names that do not identify members. Run the query without it.`,
    );
  }
  if (internal?.alignTimeAxisToPeriodEnd === true) {
    throw new NotListableError("The option alignTimeAxisToPeriodEnd changes the times. Run the query without it.");
  }
}

/**
 * Returns the condition on the time column. A subject is listed within the last millisecond before the instant, because
 * its metrics count what is valid just before it (sql-like-language 5.5 and 5.7).
 */
function formatTimeCondition(
  query: BoundQuery,
  cell: CellMembers,
  { calendarType }: SqlLikeAggregateOptions,
  timeColumn: string,
): readonly string[] {
  const { start, end } = findRecordsInterval(query, cell, calendarType === "GREGORIAN_CALENDAR");
  return [`${timeColumn} BETWEEN date("${formatInstant(start)}") AND date("${formatInstant(end)}")`];
}

/** Returns the conditions of the query as they are written, without the one on the time column. */
function writtenConditions(condition: Condition, text: string, timeColumn: string): readonly string[] {
  switch (condition.kind) {
    case "and":
      return condition.operands.flatMap((operand) => writtenConditions(operand, text, timeColumn));
    case "or":
      return [`(${text.slice(condition.start, condition.end)})`];
    case "group":
      return condition.condition.kind === "or"
        ? [text.slice(condition.start, condition.end)]
        : writtenConditions(condition.condition, text, timeColumn);
    default:
      return isTimePredicate(condition, timeColumn) ? [] : [text.slice(condition.start, condition.end)];
  }
}

const maxTitleMembers = 3;

/** Returns the title of the list, such as `Headcount: Sales, EMEA, 2024-01-01`, for the comment before the query. */
function titleOf({ metric, columns }: CellMembers): string {
  const members = columns.flatMap(({ values }) => {
    const shown = values
      .slice(0, maxTitleMembers)
      .map((value) => value?.replace(/T00:00:00(\.0+)?Z?$/, "") ?? "missing");
    return values.length > maxTitleMembers ? [...shown, "…"] : shown;
  });
  return `${metric}: ${members.join(", ")}`.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
}
