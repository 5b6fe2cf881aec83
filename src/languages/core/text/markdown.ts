/** Longest text of a model that is shown at once. */
const longest = 1000;

/** Text of somebody else as Markdown that shows it letter by letter: no link, no image, no HTML, no list comes out of it. */
export function escapeMarkdown(text: string): string {
  const shown = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return shown
    .split(/(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)+/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .filter((paragraph) => paragraph !== "")
    .map((paragraph) => paragraph.replace(/[!-/:-@[-`{-~]/g, "\\$&"))
    .join("\n\n");
}

/** A short text in the letters of code. */
export function code(text: string): string {
  const shown = text.replace(/\s+/g, " ").slice(0, longest);
  const fence = "`".repeat(longestRun(shown) + 1);
  return fence === "`" && shown.trim() !== "" ? `\`${shown}\`` : `${fence} ${shown} ${fence}`;
}

/** Lines in the letters of code, in the colours of a language. */
export function codeBlock(text: string, language = "workforce-sqllike"): string {
  const fence = "`".repeat(Math.max(2, longestRun(text)) + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** A short text as Markdown of one line. */
export function escapeLine(text: string): string {
  return escapeMarkdown(text.replace(/\s+/g, " "));
}

/** Markdown of one line as it stands in a cell of a table. */
export function tableCell(markdown: string): string {
  return markdown.replace(/\\?\|/g, "\\|");
}

/** Sections with a line between them; those that are empty are left out. */
export function paragraphs(...sections: readonly (string | undefined)[]): string {
  return sections.filter((section) => section !== undefined && section !== "").join("\n\n");
}

/** Backquotes in a row. */
function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
