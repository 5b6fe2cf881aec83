/** U+200B: seen by nobody, and enough to keep `[text](address)` from being a link and `$(name)` from being an icon. */
const zeroWidthSpace = "\u200b";

/**
 * A text in which VS Code finds no link. It turns `[label](address)` in notifications, progress, the prompts of input boxes and the
 * details beside a document's language into links, of which `command:` runs any command; text of a service, a user or a workspace
 * must not get that far.
 */
export function linkFree(text: string): string {
  return text.replaceAll("](", `]${zeroWidthSpace}(`);
}

/**
 * A Markdown document in which VS Code finds no link but bare addresses of the web. In an editor of Markdown it makes links of inline
 * links, of addresses in angle brackets, of HTML and of what a line such as `[label]: address` defines, and runs those to commands.
 * Brackets elsewhere stay, since reports hold SQL such as `a[0]::INT` that somebody may copy.
 */
export function linkFreeMarkdown(text: string): string {
  return text
    .replaceAll("](", `]${zeroWidthSpace}(`)
    .replace(/^([\s>*+-]*\[[^\]]*\]):/gm, `$1${zeroWidthSpace}:`)
    .replace(/<(?=[a-z][a-z\d+.-]*[:\s])/gi, `$&${zeroWidthSpace}`);
}

/**
 * A text in which VS Code finds no icon. It draws `$(name)` in the status bar and in lists to choose from; a project called `$(check)`
 * must not look as if the extension had checked it.
 */
export function iconFree(text: string): string {
  return text.replaceAll("$(", `$${zeroWidthSpace}(`);
}

/** The same failure with a link-free message, for one that VS Code itself shows. */
export function linkFreeError(error: unknown): Error {
  const message = linkFree(error instanceof Error ? error.message : String(error));
  if (error instanceof Error && error.message === message) {
    return error;
  }
  const shown = new Error(message, { cause: error });
  shown.name = error instanceof Error ? error.name : shown.name;
  return shown;
}

/** A text as lines of a terminal, without control sequences, of which some make links and some write to the clipboard. */
export function terminalText(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\t\n]/gu, "\ufffd");
  return `${lines.replaceAll("\n", "\r\n")}\r\n`;
}
