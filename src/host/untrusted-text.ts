/**
 * Zero-width space (U+200B). It prevents `[text](address)` from becoming a link and `$(name)` from becoming an icon.
 */
const zeroWidthSpace = "\u200b";

/**
 * Returns a text without links for VS Code messages, which turn `[label](address)` into a link. A `command:` link could
 * run any command, so text from a service, a user or a workspace must not contain links.
 */
export function disableLinks(text: string): string {
  return text.replaceAll("](", `]${zeroWidthSpace}(`);
}

/**
 * Returns a Markdown document without links, except plain web addresses. Disables inline links, addresses in angle
 * brackets, HTML and link definitions such as `[label]: address`. SQL such as `a[0]::INT` stays unchanged, because a
 * bracket after a name on the same line starts no definition.
 */
export function disableMarkdownLinks(text: string): string {
  return text
    .replaceAll("](", `]${zeroWidthSpace}(`)
    .replace(/(?<![\w)\]"`]\[[^[\]\r\n\u2028\u2029]*)\]:/g, `]${zeroWidthSpace}:`)
    .replace(/<(?=\w+:|[a-z][a-z\d+.-]*[:\s/])/gi, `$&${zeroWidthSpace}`);
}

/**
 * Joins the lines of a Markdown report. Line breaks inside a line's text are removed, so that inserted text cannot
 * start a heading, list or definition.
 */
export function joinReportLines(lines: readonly string[]): string {
  return lines.map((line) => line.replace(/\s*[\v\f\r\n\u0085\u2028\u2029]\s*/g, " ")).join("\n");
}

/**
 * Returns a text without icons for the status bar and quick picks, which show `$(name)` as an icon. Otherwise a project
 * named `$(check)` would look as if it had been verified.
 */
export function disableIcons(text: string): string {
  return text.replaceAll("$(", `$${zeroWidthSpace}(`);
}

/** Returns a copy of an error with a message that contains no links, for errors that VS Code shows itself. */
export function disableErrorLinks(error: unknown): Error {
  const message = disableLinks(error instanceof Error ? error.message : String(error));
  if (error instanceof Error && error.message === message) {
    return error;
  }
  const shown = new Error(message, { cause: error });
  shown.name = error instanceof Error ? error.name : shown.name;
  return shown;
}

/**
 * Formats a text as terminal lines. Removes control sequences, because some of them create links or write to the
 * clipboard.
 */
export function formatTerminalText(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\t\n]/gu, "\ufffd");
  return `${lines.replaceAll("\n", "\r\n")}\r\n`;
}
