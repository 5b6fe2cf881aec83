import { checkJob } from "../sql-job/check-job.ts";
import { type EmbeddedSql, embeddedSql, sqlAt } from "../sql-job/embedded-sql.ts";
import { inputViews } from "../sql-job/input-views.ts";
import type { JobScope, SqlFacts } from "../sql-job/job-scope.ts";
import { encodeSnippet, type JsonString } from "../sql-job/json-string.ts";
import { type ReadJob, readJob } from "../sql-job/read-job.ts";
import type { Completion } from "../table-sql/completion-offer.ts";
import type { Definition } from "../table-sql/definition.ts";
import type { Hover } from "../table-sql/hover.ts";
import type { TableSqlService } from "../table-sql/language-service.ts";
import type { SignatureHelp } from "../table-sql/signature-help.ts";
import { type FixableProblem, readText, type TableSqlOptions } from "../table-sql/syntax.ts";

/** What the SQL of a job is asked with; its views are the inputs of the job. */
export interface JobSqlParts {
  readonly service: TableSqlService;
  readonly options: Omit<TableSqlOptions, "views" | "form">;
  readonly scope: JobScope;
}

/** A place of a job file within SQL, and that SQL with what it is read with. */
export interface SqlPlace {
  readonly string: JsonString;
  /** In the SQL. */
  readonly offset: number;
  /** In the file. */
  readonly outerOffset: number;
  readonly options: TableSqlOptions;
}

/** Everything there is to say about a job file, its SQL included, in the order of the text. */
export async function checkJobText(text: string, parts: JobSqlParts): Promise<readonly FixableProblem[]> {
  const job = readJob(text);
  const own = await checkJob(text, parts.scope);
  const options = await sqlOptions(job, parts);
  const inSql: FixableProblem[] = [];
  for (const sql of embeddedSql(job)) {
    inSql.push(...(await checkSql(sql, parts.service, options)));
  }
  return [...own, ...inSql].sort((one, other) => one.start - other.start || one.end - other.end);
}

async function sqlOptions(job: ReadJob, { options, scope }: JobSqlParts): Promise<TableSqlOptions> {
  return { ...options, views: await inputViews(job, scope) };
}

async function checkSql(
  { string }: EmbeddedSql,
  service: TableSqlService,
  options: TableSqlOptions,
): Promise<FixableProblem[]> {
  const problems = await service.check(string.text, options);
  return problems.map(({ fixes, ...problem }) => ({
    ...problem,
    ...string.outerSpan(problem),
    ...(fixes && {
      fixes: fixes.map(({ title, edits }) => ({ title, edits: edits.map((edit) => string.outerEdit(edit)) })),
    }),
  }));
}

/** The SQL that a place of the file is in; nothing for another place. */
export async function sqlPlaceOf(text: string, offset: number, parts: JobSqlParts): Promise<SqlPlace | undefined> {
  const job = readJob(text);
  const string = sqlAt(job, offset)?.string;
  return string && { string, offset: string.inner(offset), outerOffset: offset, options: await sqlOptions(job, parts) };
}

/** Within an escape there is nothing to complete. */
export async function completeSql(
  { string, offset, outerOffset, options }: SqlPlace,
  service: TableSqlService,
): Promise<Completion> {
  if (string.outer(offset) !== outerOffset) {
    return { replace: { start: outerOffset, end: outerOffset }, offers: [], isIncomplete: false };
  }
  const { replace, offers, isIncomplete } = await service.complete(string.text, offset, options);
  const encoded = offers.map((offer) => ({ ...offer, snippet: encodeSnippet(offer.snippet) }));
  return { replace: string.outerSpan(replace), offers: encoded, isIncomplete };
}

export async function hoverSql(
  { string, offset, options }: SqlPlace,
  service: TableSqlService,
): Promise<Hover | undefined> {
  const found = await service.hover(string.text, offset, options);
  return found && { ...found, ...string.outerSpan(found) };
}

export async function defineSql(
  { string, offset, options }: SqlPlace,
  service: TableSqlService,
): Promise<Definition | undefined> {
  const found = await service.define(string.text, offset, options);
  const origin = found && string.outerSpan(found.origin);
  if (!found || !origin) {
    return undefined;
  }
  return found.kind === "text" ? { ...found, origin, target: string.outerSpan(found.target) } : { ...found, origin };
}

export function signatureHelpSql({ string, offset }: SqlPlace, service: TableSqlService): SignatureHelp | undefined {
  return service.signatureHelp(string.text, offset);
}

/** What the checks of a job ask of SQL. */
export function readSqlFacts(text: string): SqlFacts {
  const parts = readText(text, {}).filter(({ parsed }) => parsed.statement);
  return {
    statements: parts.map(({ start, parsed: { statement } }) => ({
      start: start + (statement?.start ?? 0),
      end: start + (statement?.end ?? 0),
    })),
    written: parts.flatMap(({ start, parsed: { statement } }) => {
      const path = statement?.verb === "SELECT" ? [] : (statement?.target?.path ?? []);
      const [first, last] = [path[0], path.at(-1)];
      return first && last ? [{ name: last.text, start: start + first.start, end: start + last.end }] : [];
    }),
  };
}
