import { encodeSnippet, type JsonString } from "../core/json/json-string.ts";
import type { FixableProblem } from "../core/text/fix.ts";
import type { Completion } from "../table-sql/completion/completion-offer.ts";
import type { Definition } from "../table-sql/hover/definition.ts";
import type { Hover } from "../table-sql/hover/hover.ts";
import type { SignatureHelp } from "../table-sql/hover/signature-help.ts";
import type { TableSqlService } from "../table-sql/language-service.ts";
import type { TableSqlOptions } from "../table-sql/names/options.ts";

/** SQL inside a string of a JSON file, with the options for its analysis. */
export interface EmbeddedSql {
  readonly string: JsonString;
  readonly options: TableSqlOptions;
}

/** A position within SQL that is embedded in a JSON file. */
export interface SqlPlace extends EmbeddedSql {
  /** Offset of the position in the decoded SQL text. */
  readonly offset: number;
  /** Offset of the position in the JSON file. */
  readonly outerOffset: number;
}

/** Converts an offset in a JSON file to a position in the embedded SQL at that offset. */
export function sqlPlaceIn(sql: EmbeddedSql, outerOffset: number): SqlPlace {
  return { ...sql, offset: sql.string.inner(outerOffset), outerOffset };
}

/**
 * Checks SQL that is embedded in a JSON file. The offsets of the problems are relative to the file, and the text of
 * their fixes is escaped for JSON.
 */
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

/** Returns the completion in SQL that is embedded in a JSON file. Empty within a JSON escape sequence. */
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
