import type { FixableProblem } from "../../core/text/fix.ts";
import type { SparkGrammar } from "../grammar/spark-grammar.ts";
import { Names, type Schema } from "../names/names.ts";
import type { TableSqlOptions } from "../names/options.ts";
import { loadSchema } from "../names/table-schema.ts";
import { createProblem } from "../syntax/diagnostics.ts";
import { readText, type TextForm, type TextPart } from "../syntax/read-text.ts";
import { tablesNamed } from "../syntax/walk.ts";
import { checkNames } from "./check-names.ts";
import { checkSyntax } from "./check-syntax.ts";
import { checkDifferences } from "./engine-differences.ts";
import { timeFilters } from "./time-range.ts";

/** A long text is checked in turns, so that what is typed meanwhile is answered. */
const longestMs = 20;

/**
 * Everything there is to say about a text of table-source SQL, in the order of the text: its syntax, what a job may not run,
 * its names, and where the embedded engine differs. A statement that breaks the grammar says nothing about its names.
 * Without the grammar only what our own reader finds is said about syntax.
 */
export async function checkText(
  text: string,
  grammar: SparkGrammar | undefined,
  options: TableSqlOptions,
): Promise<readonly FixableProblem[]> {
  const parts = readText(text, options);
  const checked: { readonly part: TextPart; readonly problems: readonly FixableProblem[] }[] = [];
  let restedMs = performance.now();
  for (const part of parts) {
    checked.push({ part, problems: checkForm(part, grammar, options) });
    if (performance.now() - restedMs > longestMs) {
      await new Promise((resolve) => setImmediate(resolve));
      restedMs = performance.now();
    }
    if (options.isStale?.()) {
      return [];
    }
  }
  const schema = await loadSchema(
    parts.flatMap(({ parsed }) => parsed.statement ?? []),
    options.tables,
    options.views,
  );
  const knownTables = hasMissingTable(parts, schema) ? await allTables(options) : [];
  const problems = checked.flatMap(({ part, problems: own }) => {
    const more = own.some(({ severity }) => severity === "error")
      ? []
      : checkMeaning(part, schema, knownTables, options);
    return [...own, ...more].map((problem) => shiftProblem(problem, part.start));
  });
  return problems.sort((one, other) => one.start - other.start || one.end - other.end);
}

function checkForm(part: TextPart, grammar: SparkGrammar | undefined, options: TableSqlOptions): FixableProblem[] {
  const refused = checkStatementKind(part, options.form);
  // Spark's grammar would only say that such a filter is wrong; the check of the names says what to write.
  const isOurs = timeFilters(part.tokens, options.timeColumn).length > 0;
  return refused.length > 0 ? refused : checkSyntax(part, isOurs ? undefined : grammar, options.form === "joinFilter");
}

function checkMeaning(
  { parsed: { statement, isWhole }, tokens }: TextPart,
  schema: Schema,
  knownTables: readonly string[],
  { timeColumn, now, views, form }: TableSqlOptions,
): FixableProblem[] {
  if (!statement) {
    return [];
  }
  const hasViews = views !== undefined && form !== "joinFilter";
  const names = new Names(schema);
  const filters = timeFilters(tokens, timeColumn);
  const isInFilter = ({ start }: FixableProblem) =>
    filters.some((filter) => filter.start < start && start < filter.end);
  // What could not be read may hold the names that the rest means.
  const ofNames = isWhole ? checkNames(statement, { names, knownTables, hasViews, timeColumn, now, tokens }) : [];
  return [...ofNames.filter((problem) => !isInFilter(problem)), ...checkDifferences(statement, tokens)];
}

function hasMissingTable(parts: readonly TextPart[], schema: Schema): boolean {
  return parts.some(
    ({ parsed: { statement } }) =>
      statement && [...tablesNamed(statement)].some(({ path }) => schema.find(path).kind === "missing"),
  );
}

async function allTables({ tables, views = [] }: TableSqlOptions): Promise<readonly string[]> {
  const { tables: found } = await tables.search("");
  return [...views.map(({ name }) => name), ...found.map(({ objectName }) => objectName)];
}

/** A problem of a part, in the offsets of the text around it. */
function shiftProblem(problem: FixableProblem, by: number): FixableProblem {
  const { start, end, fixes } = problem;
  return {
    ...problem,
    start: start + by,
    end: end + by,
    ...(fixes && {
      fixes: fixes.map(({ title, edits }) => ({
        title,
        edits: edits.map((edit) => ({ ...edit, start: edit.start + by, end: edit.end + by })),
      })),
    }),
  };
}

/** Says when a statement is not one that a job runs (sql-like-language 13.1), or that a view is made from (13.4). */
function checkStatementKind({ parsed, tokens }: TextPart, form: TextForm = "statements"): FixableProblem[] {
  const { statement } = parsed;
  if (!statement || form === "joinFilter") {
    return [];
  }
  const { head, verb } = statement;
  if (verb === undefined) {
    return refused(head.text) ? [refuse(statement, tokens)] : [];
  }
  return form === "viewQuery" && verb !== "SELECT" ? [createProblem("TS503", head, { head: head.text })] : [];
}

function refuse({ head }: NonNullable<TextPart["parsed"]["statement"]>, tokens: TextPart["tokens"]): FixableProblem {
  const isTable = /\bTABLE$/.test(head.text);
  const problem = createProblem(isTable ? "TS501" : "TS502", head, { head: head.text });
  const name = tokens.find(({ start, kind }) => start >= head.end && kind !== "end");
  return head.text === "TRUNCATE TABLE" && name
    ? { ...problem, fixes: [{ title: "Replace with DELETE FROM", edits: [{ ...head, text: "DELETE FROM" }] }] }
    : problem;
}

/** Words that begin a statement of Spark; any other first word is a slip that the grammar reports. */
const verbs: ReadonlySet<string> = new Set(
  `ADD ALTER ANALYZE CACHE CLEAR COMMENT CREATE DECLARE DESC DESCRIBE DROP EXPORT GRANT IMPORT LIST LOAD LOCK MSCK OPTIMIZE
  REFRESH REPAIR REPLACE RESET REVOKE SET SHOW TRUNCATE UNCACHE UNLOCK USE COMMIT ROLLBACK START`
    .trim()
    .split(/\s+/),
);

function refused(head: string): boolean {
  return verbs.has(head.split(" ")[0] ?? "");
}
