import { encodeSnippet, type JsonString } from "../core/json/json-string.ts";
import type { FixableProblem } from "../core/text/fix.ts";
import type { Completion } from "../table-sql/completion/completion-offer.ts";
import type { Definition } from "../table-sql/hover/definition.ts";
import type { Hover } from "../table-sql/hover/hover.ts";
import type { SignatureHelp } from "../table-sql/hover/signature-help.ts";
import type { TableSqlService } from "../table-sql/language-service.ts";
import type { TableSqlOptions } from "../table-sql/names/options.ts";

/** SQL inside a string of a JSON file, with what it is analysed with. */
export interface EmbeddedSql {
  readonly string: JsonString;
  readonly options: TableSqlOptions;
}

/** Position in the SQL inside a JSON file. */
export interface SqlPlace extends EmbeddedSql {
  /** Offset in the SQL. */
  readonly offset: number;
  /** Offset in the file. */
  readonly outerOffset: number;
}

/** Converts an offset in the file to a position in the SQL that contains it. */
export function sqlPlaceIn(sql: EmbeddedSql, outerOffset: number): SqlPlace {
  return { ...sql, offset: sql.string.inner(outerOffset), outerOffset };
}

/** Checks embedded SQL; the problems have file offsets, and their edits are escaped for JSON. */
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

/** No completion inside an escape sequence. */
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
