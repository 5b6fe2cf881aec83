/** Maximum number of characters of a text from the business model that are displayed at once. */
const longest = 1000;

/** Escapes untrusted text so that Markdown displays it literally, without links, images, HTML or lists. */
export function escapeMarkdown(text: string): string {
  const shown = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return shown
    .split(/(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)+/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .filter((paragraph) => paragraph !== "")
    .map((paragraph) => paragraph.replace(/[!-/:-@[-`{-~]/g, "\\$&"))
    .join("\n\n");
}

/** Formats a short text as inline code in Markdown. */
export function formatInlineCode(text: string): string {
  const shown = text.replace(/\s+/g, " ").slice(0, longest);
  const fence = "`".repeat(longestRun(shown) + 1);
  return fence === "`" && shown.trim() !== "" ? `\`${shown}\`` : `${fence} ${shown} ${fence}`;
}

/** Formats lines as a Markdown code block of a given language. */
export function formatCodeBlock(text: string, language = "workforce-sqllike"): string {
  const fence = "`".repeat(Math.max(2, longestRun(text)) + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Escapes a short text for Markdown and joins it into one line. */
export function escapeMarkdownLine(text: string): string {
  return escapeMarkdown(text.replace(/\s+/g, " "));
}

/** Escapes one line of Markdown for use in a table cell. */
export function escapeTableCell(markdown: string): string {
  return markdown.replace(/\\?\|/g, "\\|");
}

/** Joins Markdown sections with blank lines. Empty sections are omitted. */
export function joinParagraphs(...sections: readonly (string | undefined)[]): string {
  return sections.filter((section) => section !== undefined && section !== "").join("\n\n");
}

/** Returns the length of the longest sequence of backquotes in a text. */
function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
