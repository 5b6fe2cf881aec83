/** U+200B: seen by nobody, and enough to keep `[text](address)` from being a link. */
const zeroWidthSpace = "\u200b";

/**
 * A text in which VS Code finds no link. It turns `[label](address)` in notifications, progress and the prompts of input boxes into
 * links, of which `command:` runs any command; text of a service, a user or a workspace must not get that far.
 */
export function linkFree(text: string): string {
  return text.replaceAll("](", `]${zeroWidthSpace}(`);
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
