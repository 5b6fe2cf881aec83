/** U+200B is invisible and keeps `[text](address)` from becoming a link and `$(name)` from becoming an icon. */
const zeroWidthSpace = "\u200b";

/**
 * Returns a text in which VS Code finds no link. In notifications, progress, the prompts of input boxes and the details
 * beside a document's language, it turns `[label](address)` into a link, and `command:` links can run any command; text
 * from a service, a user or a workspace must not become one.
 */
export function linkFree(text: string): string {
  return text.replaceAll("](", `]${zeroWidthSpace}(`);
}

/**
 * Returns a Markdown document in which VS Code finds no link except bare web addresses. Its Markdown editor makes
 * links, even to commands, of inline links, of addresses in angle brackets, of HTML and of definitions such as
 * `[label]: address`; without definitions, references lead nowhere. Subscripts stay, since reports contain SQL such as
 * `a[0]::INT` that users copy: behind a name, on the same line, a bracket begins no definition.
 */
export function linkFreeMarkdown(text: string): string {
  return text
    .replaceAll("](", `]${zeroWidthSpace}(`)
    .replace(/(?<![\w)\]"`]\[[^[\]\r\n\u2028\u2029]*)\]:/g, `]${zeroWidthSpace}:`)
    .replace(/<(?=\w+:|[a-z][a-z\d+.-]*[:\s/])/gi, `$&${zeroWidthSpace}`);
}

/**
 * Joins the lines of a report. Texts of others within a line stay within it, so that they begin no heading, list or
 * definition.
 */
export function reportText(lines: readonly string[]): string {
  return lines.map((line) => line.replace(/\s*[\v\f\r\n\u0085\u2028\u2029]\s*/g, " ")).join("\n");
}

/**
 * Returns a text in which VS Code finds no icon. It draws `$(name)` in the status bar and in quick picks; a project
 * named `$(check)` must not look as if the extension had checked it.
 */
export function iconFree(text: string): string {
  return text.replaceAll("$(", `$${zeroWidthSpace}(`);
}

/** Returns the error with a link-free message, for errors that VS Code itself shows. */
export function linkFreeError(error: unknown): Error {
  const message = linkFree(error instanceof Error ? error.message : String(error));
  if (error instanceof Error && error.message === message) {
    return error;
  }
  const shown = new Error(message, { cause: error });
  shown.name = error instanceof Error ? error.name : shown.name;
  return shown;
}

/** Formats a text as terminal lines without control sequences, some of which create links or write to the clipboard. */
export function terminalText(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\t\n]/gu, "\ufffd");
  return `${lines.replaceAll("\n", "\r\n")}\r\n`;
}
