import { encodeSnippet, type JsonString } from "../core/json/json-string.ts";
import type { FixableProblem } from "../core/text/fix.ts";
import type { Completion } from "../table-sql/completion-offer.ts";
import type { Definition } from "../table-sql/definition.ts";
import type { Hover } from "../table-sql/hover.ts";
import type { TableSqlService } from "../table-sql/language-service.ts";
import type { TableSqlOptions } from "../table-sql/options.ts";
import type { SignatureHelp } from "../table-sql/signature-help.ts";

/** SQL that stands in a string of a JSON file, with what it is read with. */
export interface EmbeddedSql {
  readonly string: JsonString;
  readonly options: TableSqlOptions;
}

/** A place of a JSON file within SQL. */
export interface SqlPlace extends EmbeddedSql {
  /** In the SQL. */
  readonly offset: number;
  /** In the file. */
  readonly outerOffset: number;
}

/** A place of the file as one of the SQL that it is in. */
export function sqlPlaceIn(sql: EmbeddedSql, outerOffset: number): SqlPlace {
  return { ...sql, offset: sql.string.inner(outerOffset), outerOffset };
}

/** The problems of SQL where it stands in the file; their edits are escaped for JSON. */
export async function checkSql(
  { string, options }: EmbeddedSql,
  service: TableSqlService,
): Promise<readonly FixableProblem[]> {
  const problems = await service.check(string.text, options);
  return problems.map(({ fixes, ...problem }) => ({
    ...problem,
    ...string.outerSpan(problem),
    ...(fixes && {
      fixes: fixes.map(({ title, edits }) => ({ title, edits: edits.map((edit) => string.outerEdit(edit)) })),
    }),
  }));
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
