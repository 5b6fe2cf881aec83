import { escapeJsonSnippet, type JsonString } from "../core/json/json-string.ts";
import type { FixableProblem } from "../core/text/fix.ts";
import type { SqlCompletion } from "../table-sql/completion/sql-suggestion.ts";
import type { SqlDefinitionTarget } from "../table-sql/hover/definition.ts";
import type { SqlHover } from "../table-sql/hover/hover.ts";
import type { SqlSignatureHelp } from "../table-sql/hover/signature-help.ts";
import type { TableSqlService } from "../table-sql/language-service.ts";
import type { TableSqlOptions } from "../table-sql/names/options.ts";

/** SQL inside a string of a JSON file, with the options for its analysis. */
export interface EmbeddedSql {
  readonly string: JsonString;
  readonly options: TableSqlOptions;
}

/** A position within SQL that is embedded in a JSON file. */
export interface EmbeddedSqlPosition extends EmbeddedSql {
  /** Offset of the position in the decoded SQL text. */
  readonly offset: number;
  /** Offset of the position in the JSON file. */
  readonly outerOffset: number;
}

/** Converts an offset in a JSON file to a position in the embedded SQL at that offset. */
export function embeddedSqlPositionAt(sql: EmbeddedSql, outerOffset: number): EmbeddedSqlPosition {
  return { ...sql, offset: sql.string.toTextOffset(outerOffset), outerOffset };
}

/**
 * Checks SQL that is embedded in a JSON file. The offsets of the problems are relative to the file, and the text of
 * their fixes is escaped for JSON.
 */
export async function checkEmbeddedSql(
  { string, options }: EmbeddedSql,
  service: TableSqlService,
): Promise<readonly FixableProblem[]> {
  const problems = await service.check(string.text, options);
  return problems.map(({ fixes, ...problem }) => ({
    ...problem,
    ...string.toFileSpan(problem),
    ...(fixes && {
      fixes: fixes.map(({ title, edits }) => ({ title, edits: edits.map((edit) => string.toFileEdit(edit)) })),
    }),
  }));
}

/** Returns the completion in SQL that is embedded in a JSON file. Empty within a JSON escape sequence. */
export async function completeEmbeddedSql(
  { string, offset, outerOffset, options }: EmbeddedSqlPosition,
  service: TableSqlService,
): Promise<SqlCompletion> {
  if (string.outer(offset) !== outerOffset) {
    return { replace: { start: outerOffset, end: outerOffset }, suggestions: [], isIncomplete: false };
  }
  const { replace, suggestions: offers, isIncomplete } = await service.complete(string.text, offset, options);
  const encoded = offers.map((offer) => ({ ...offer, snippet: escapeJsonSnippet(offer.snippet) }));
  return { replace: string.toFileSpan(replace), suggestions: encoded, isIncomplete };
}

export async function hoverEmbeddedSql(
  { string, offset, options }: EmbeddedSqlPosition,
  service: TableSqlService,
): Promise<SqlHover | undefined> {
  const found = await service.hover(string.text, offset, options);
  return found && { ...found, ...string.toFileSpan(found) };
}

export async function findEmbeddedSqlDefinition(
  { string, offset, options }: EmbeddedSqlPosition,
  service: TableSqlService,
): Promise<SqlDefinitionTarget | undefined> {
  const found = await service.define(string.text, offset, options);
  const origin = found && string.toFileSpan(found.origin);
  if (!found || !origin) {
    return undefined;
  }
  return found.kind === "text" ? { ...found, origin, target: string.toFileSpan(found.target) } : { ...found, origin };
}

export function findEmbeddedSqlSignature(
  { string, offset }: EmbeddedSqlPosition,
  service: TableSqlService,
): SqlSignatureHelp | undefined {
  return service.signatureHelp(string.text, offset);
}
