import type { Span } from "../core/text/span.ts";
import { parseTextStatements } from "./syntax/text-parts.ts";

/**
 * Statements of a SQL text and the tables they write, found without looking up tables. Offsets are relative to the
 * text.
 */
interface SqlSummary {
  /** Span of each statement from its first to its last token. Includes statements that a job rejects. */
  readonly statements: readonly Span[];
  /** Tables that the statements write: the SQL name of each and its span in the text. */
  readonly written: readonly (Span & { readonly name: string })[];
}

/** Returns the statements of a SQL text and the tables that they write (sql-like-language 13.2). */
export function summarizeSql(text: string): SqlSummary {
  const parts = parseTextStatements(text, {});
  return {
    statements: parts.flatMap(({ start, tokens }) => {
      const [first, last] = [tokens[0], tokens.at(-2)];
      return first && last ? [{ start: start + first.start, end: start + last.end }] : [];
    }),
    written: parts.flatMap(({ start, parsed: { statement } }) =>
      (statement?.writes ?? []).flatMap(({ target }) => {
        const name = target.path.at(-1);
        return name ? [{ name: name.text, start: start + name.start, end: start + name.end }] : [];
      }),
    ),
  };
}
