import type { FixableProblem } from "../../core/text/fix.ts";
import type { SparkGrammar } from "../grammar/spark-grammar.ts";
import { NameResolver, type ResolvedTables } from "../names/name-resolver.ts";
import type { TableSqlOptions } from "../names/options.ts";
import { resolveTables } from "../names/table-schema.ts";
import { createSqlProblem } from "../syntax/diagnostics.ts";
import { type ParsedTextStatement, parseTextStatements, type SqlTextKind } from "../syntax/text-parts.ts";
import { tablesReferencedBy } from "../syntax/walk.ts";
import { checkSqlNames } from "./check-names.ts";
import { checkSqlSyntax } from "./check-syntax.ts";
import { checkEngineDifferences } from "./engine-differences.ts";
import { findTimeFilters } from "./time-range.ts";

/**
 * Maximum time that a check runs without yielding to the event loop, so that other requests are handled during a long
 * check.
 */
const maxBlockMs = 20;

/**
 * Returns all problems of a table-source SQL text in text order: syntax errors, statements that a job does not run,
 * unknown names, and differences between Spark and the embedded engine. If `grammar` is missing, only the extension's
 * own parser reports syntax errors.
 */
export async function checkSqlText(
  text: string,
  grammar: SparkGrammar | undefined,
  options: TableSqlOptions,
): Promise<readonly FixableProblem[]> {
  const parts = parseTextStatements(text, options);
  const checked: { readonly part: ParsedTextStatement; readonly problems: readonly FixableProblem[] }[] = [];
  let yieldedAt = performance.now();
  for (const part of parts) {
    checked.push({ part, problems: checkStatementSyntax(part, grammar, options) });
    if (performance.now() - yieldedAt > maxBlockMs) {
      await new Promise((resolve) => setImmediate(resolve));
      yieldedAt = performance.now();
    }
    if (options.isStale?.()) {
      return [];
    }
  }
  const schema = await resolveTables(
    parts.flatMap(({ parsed }) => parsed.statement ?? []),
    options.tables,
    options.views,
  );
  const knownTables = hasMissingTable(parts, schema) ? await allTables(options) : [];
  const problems = checked.flatMap(({ part, problems: syntaxProblems }) => {
    const nameProblems = syntaxProblems.some(({ severity }) => severity === "error")
      ? []
      : checkStatementNames(part, schema, knownTables, options);
    return [...syntaxProblems, ...nameProblems].map((problem) => shiftProblem(problem, part.start));
  });
  return problems.sort((one, other) => one.start - other.start || one.end - other.end);
}

function checkStatementSyntax(
  part: ParsedTextStatement,
  grammar: SparkGrammar | undefined,
  options: TableSqlOptions,
): FixableProblem[] {
  const refused = checkStatementKind(part, options.form);
  // The grammar would only reject such a filter; the check of the names suggests what to write instead.
  const hasSqlLikeFilter = findTimeFilters(part.tokens, options.timeColumn).length > 0;
  return refused.length > 0
    ? refused
    : checkSqlSyntax(part, hasSqlLikeFilter ? undefined : grammar, options.form === "joinFilter");
}

function checkStatementNames(
  { parsed: { statement, isComplete }, tokens }: ParsedTextStatement,
  schema: ResolvedTables,
  knownTables: readonly string[],
  { timeColumn, now, views, form }: TableSqlOptions,
): FixableProblem[] {
  if (!statement) {
    return [];
  }
  const hasViews = views !== undefined && form !== "joinFilter";
  const resolver = new NameResolver(schema);
  const filters = findTimeFilters(tokens, timeColumn);
  const isInsideFilter = ({ start }: FixableProblem) =>
    filters.some((filter) => filter.start < start && start < filter.end);
  // Skipped tokens may define names that the rest of the statement uses.
  const nameProblems = isComplete
    ? checkSqlNames(statement, { resolver, knownTables, hasViews, timeColumn, now, tokens })
    : [];
  return [...nameProblems.filter((problem) => !isInsideFilter(problem)), ...checkEngineDifferences(statement, tokens)];
}

function hasMissingTable(parts: readonly ParsedTextStatement[], schema: ResolvedTables): boolean {
  return parts.some(
    ({ parsed: { statement } }) =>
      statement && [...tablesReferencedBy(statement)].some(({ path }) => schema.find(path).kind === "missing"),
  );
}

async function allTables({ tables, views = [] }: TableSqlOptions): Promise<readonly string[]> {
  const { tables: found } = await tables.search("");
  return [...views.map(({ name }) => name), ...found.map(({ objectName }) => objectName)];
}

/** Shifts the offsets of a problem and of its quick fixes by a number of characters. */
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

/** Reports a statement that a job does not run (sql-like-language 13.1), or that cannot define a view (13.4). */
function checkStatementKind(
  { parsed, tokens }: ParsedTextStatement,
  form: SqlTextKind = "statements",
): FixableProblem[] {
  const { statement } = parsed;
  if (!statement || form === "joinFilter") {
    return [];
  }
  const { head, verb } = statement;
  if (verb === undefined) {
    return isRefusedHead(head.text) ? [refusedStatement(statement, tokens)] : [];
  }
  return form === "viewQuery" && verb !== "SELECT" ? [createSqlProblem("TS503", head, { head: head.text })] : [];
}

function refusedStatement(
  { head }: NonNullable<ParsedTextStatement["parsed"]["statement"]>,
  tokens: ParsedTextStatement["tokens"],
): FixableProblem {
  const isTable = /\bTABLE$/.test(head.text);
  const problem = createSqlProblem(isTable ? "TS501" : "TS502", head, { head: head.text });
  const name = tokens.find(({ start, kind }) => start >= head.end && kind !== "end");
  return head.text === "TRUNCATE TABLE" && name
    ? { ...problem, fixes: [{ title: "Replace with DELETE FROM", edits: [{ ...head, text: "DELETE FROM" }] }] }
    : problem;
}

/**
 * First keywords of statements that are valid in Spark but rejected in a job. Any other unknown first word is a typo,
 * which the grammar reports.
 */
const refusedVerbs: ReadonlySet<string> = new Set(
  `ADD ALTER ANALYZE CACHE CLEAR COMMENT CREATE DECLARE DESC DESCRIBE DROP EXPORT GRANT IMPORT LIST LOAD LOCK MSCK OPTIMIZE
  REFRESH REPAIR REPLACE RESET REVOKE SET SHOW TRUNCATE UNCACHE UNLOCK USE COMMIT ROLLBACK START`
    .trim()
    .split(/\s+/),
);

function isRefusedHead(head: string): boolean {
  return refusedVerbs.has(head.split(" ")[0] ?? "");
}
