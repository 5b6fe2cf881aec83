import type { TableModel } from "../core/model/table-model.ts";
import { type FixableProblem, keepEffectiveFixes } from "../core/text/fix.ts";
import type { Span } from "../core/text/span.ts";
import { checkDefinition } from "../table-source/check-definition.ts";
import type { DefinitionScope, QuerySummary } from "../table-source/definition-scope.ts";
import { createTableSourceProblem } from "../table-source/diagnostics.ts";
import { parseDefinition } from "../table-source/read-definition.ts";
import { type DefinitionSql, findDefinitionSql } from "../table-source/view-sql.ts";
import type { TableSqlService } from "../table-sql/language-service.ts";
import type { TableSqlOptions } from "../table-sql/names/options.ts";
import { summarizeSql } from "../table-sql/sql-summary.ts";
import { parseTextStatements } from "../table-sql/syntax/text-parts.ts";
import { tablesReadBy } from "../table-sql/syntax/walk.ts";
import { checkEmbeddedSql, type EmbeddedSql, type EmbeddedSqlPosition, embeddedSqlPositionAt } from "./sql-in-json.ts";

/** Dependencies for analysing the SQL of a table-source definition. */
export interface DefinitionContext {
  readonly service: TableSqlService;
  readonly options: Omit<TableSqlOptions, "views" | "form">;
}

/**
 * Lookup that knows no tables. Used for a join filter, which can refer only to the two sides of its join
 * (sql-like-language 13.4).
 */
const noTables: TableModel = {
  search: async () => ({ tables: [], isComplete: true }),
  find: async () => ({ tables: [], isComplete: true }),
};

export function definitionScopeOf({ service, options }: DefinitionContext): DefinitionScope {
  return { tables: options.tables, readQuery: (text) => readQuery(text, service, options) };
}

/** Finds all problems of a table-source definition, including those of its SQL, in text order. */
export async function checkDefinitionText(text: string, parts: DefinitionContext): Promise<readonly FixableProblem[]> {
  const scope = definitionScopeOf(parts);
  const problems = [...(await checkDefinition(text, scope))];
  for (const sql of await findDefinitionSql(parseDefinition(text), scope)) {
    problems.push(...(await checkViewSql(sql, parts)));
  }
  return problems.sort((one, other) => one.start - other.start || one.end - other.end);
}

/** Finds the problems of a table-source definition that overlap a range, with verified quick fixes. */
export async function findFixableProblems(
  text: string,
  range: Span,
  parts: DefinitionContext,
): Promise<readonly FixableProblem[]> {
  const problems = await checkDefinitionText(text, parts);
  const touched = problems.filter(({ start, end, fixes }) => fixes && start <= range.end && range.start <= end);
  return await Promise.all(
    touched.map((problem) => keepEffectiveFixes(text, problem, problems, (fixed) => checkDefinitionText(fixed, parts))),
  );
}

/** Returns the SQL at an offset of a table-source definition. Undefined if the offset is not within SQL. */
export async function definitionSqlPositionAt(
  text: string,
  offset: number,
  parts: DefinitionContext,
): Promise<EmbeddedSqlPosition | undefined> {
  const [found] = await findDefinitionSql(parseDefinition(text), parts.options, offset);
  return found && embeddedSqlPositionAt(embeddedSqlOf(found, parts), offset);
}

function embeddedSqlOf(sql: DefinitionSql, { options }: DefinitionContext): EmbeddedSql {
  const { string, form } = sql;
  return form === "viewQuery"
    ? { string, options: { ...options, form } }
    : { string, options: { ...options, form, views: sql.views, tables: noTables } };
}

async function checkViewSql(sql: DefinitionSql, parts: DefinitionContext): Promise<readonly FixableProblem[]> {
  const embedded = embeddedSqlOf(sql, parts);
  const problems = await checkEmbeddedSql(embedded, parts.service);
  return sql.form === "viewQuery" ? problems : inJoinFilter(problems, embedded);
}

function inJoinFilter(problems: readonly FixableProblem[], { string }: EmbeddedSql): readonly FixableProblem[] {
  const other = otherThanCondition(string.text);
  return other
    ? [createTableSourceProblem("TD408", string.toFileSpan(other), { found: other.text })]
    : problems.map((problem) => ofJoinFilter(problem, string));
}

const statementHeads: ReadonlySet<string> = new Set("SELECT WITH VALUES INSERT UPDATE DELETE MERGE".split(" "));

/**
 * Returns the token that shows that a join filter is not a single condition: a statement keyword at its start, or the
 * first token after a `;`.
 */
function otherThanCondition(text: string): (Span & { readonly text: string }) | undefined {
  const firsts = parseTextStatements(text, {}).flatMap(({ start, tokens: [first] }) =>
    first && first.kind !== "end" ? [{ ...first, start: first.start + start, end: first.end + start }] : [],
  );
  return firsts.find(({ key }, index) => index > 0 || statementHeads.has(key));
}

/**
 * Replaces the problem of an unknown table in a join filter by one that says that other tables are not visible there.
 * Returns other problems unchanged.
 */
function ofJoinFilter(problem: FixableProblem, string: EmbeddedSql["string"]): FixableProblem {
  if (problem.code !== "TS301") {
    return problem;
  }
  const name = string.text.slice(string.toTextOffset(problem.start), string.toTextOffset(problem.end));
  return createTableSourceProblem("TD407", problem, { name });
}

async function readQuery(
  text: string,
  service: TableSqlService,
  options: DefinitionContext["options"],
): Promise<QuerySummary> {
  const form = "viewQuery";
  const parts = parseTextStatements(text, { form }).filter(({ parsed }) => parsed.statement);
  const { outputs } = await service.lineage(text, { ...options, form });
  return {
    statements: summarizeSql(text).statements,
    isWhole:
      parts.length === 1 &&
      parts.every(
        ({ parsed: { statement, problems, isComplete } }) =>
          statement?.verb === "SELECT" && isComplete && problems.length === 0,
      ),
    tablesRead: parts.flatMap(({ start: by, parsed: { statement } }) =>
      statement
        ? [...tablesReadBy(statement)].flatMap(({ path, start }) => {
            const last = path.at(-1);
            return last ? [{ name: last.text, start: start + by, end: last.end + by }] : [];
          })
        : [],
    ),
    ...(outputs && { outputs: outputs.map(({ name }) => name) }),
  };
}
