import type { Span } from "../core/text/span.ts";
import { readText } from "./syntax/read-text.ts";

/** What a text does, told without looking anything up; offsets are those of the text. */
interface SqlSummary {
  /** From the first to the last token of each statement, refused ones too. */
  readonly statements: readonly Span[];
  /** The tables that are written, where the text names them, by their names in SQL. */
  readonly written: readonly (Span & { readonly name: string })[];
}

/** The statements of a text and what they write (sql-like-language 13.2). */
export function summarizeSql(text: string): SqlSummary {
  const parts = readText(text, {});
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
