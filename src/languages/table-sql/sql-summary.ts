import type { Span } from "../core/text/span.ts";
import { parseParts } from "./syntax/text-parts.ts";

/** Statements of a text and the tables they write, without any lookup of tables. Offsets are relative to the text. */
interface SqlSummary {
  /** Span from the first to the last token of each statement, including those that a job refuses. */
  readonly statements: readonly Span[];
  /** Written tables: the name in SQL and its span in the text. */
  readonly written: readonly (Span & { readonly name: string })[];
}

/** Returns the statements of a text and the tables that they write (sql-like-language 13.2). */
export function summarizeSql(text: string): SqlSummary {
  const parts = parseParts(text, {});
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
