/** Most characters of a model's text to show at once. */
const longest = 1000;

/** Escapes foreign text so that Markdown shows it literally: no links, images, HTML or lists. */
export function escapeMarkdown(text: string): string {
  const shown = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return shown
    .split(/(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)+/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .filter((paragraph) => paragraph !== "")
    .map((paragraph) => paragraph.replace(/[!-/:-@[-`{-~]/g, "\\$&"))
    .join("\n\n");
}

/** Short text formatted as inline code. */
export function code(text: string): string {
  const shown = text.replace(/\s+/g, " ").slice(0, longest);
  const fence = "`".repeat(longestRun(shown) + 1);
  return fence === "`" && shown.trim() !== "" ? `\`${shown}\`` : `${fence} ${shown} ${fence}`;
}

/** Lines formatted as a code block of a language. */
export function codeBlock(text: string, language = "workforce-sqllike"): string {
  const fence = "`".repeat(Math.max(2, longestRun(text)) + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Short text escaped as one line of Markdown. */
export function escapeLine(text: string): string {
  return escapeMarkdown(text.replace(/\s+/g, " "));
}

/** One line of Markdown made safe for a table cell. */
export function tableCell(markdown: string): string {
  return markdown.replace(/\\?\|/g, "\\|");
}

/** Joins sections with blank lines; empty sections are left out. */
export function paragraphs(...sections: readonly (string | undefined)[]): string {
  return sections.filter((section) => section !== undefined && section !== "").join("\n\n");
}

/** Length of the longest run of backquotes. */
function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
