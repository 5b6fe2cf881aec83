import { smallestTextChange, type TextChange } from "../../protocol/composer-text.ts";

/**
 * Smallest single change that turns `before` into the new text, whose lines end with `\n`; undefined if they are equal.
 * New lines get the line ends of `before`.
 */
export function changeText(before: string, replacement: string): TextChange | undefined {
  const after = before.includes("\r\n") ? replacement.replaceAll(/\r?\n/g, "\r\n") : replacement;
  return smallestTextChange(before, after);
}

/** Converts an offset in a text to one in the same text with `\n` line ends. */
export function toLineFeeds(text: string, offset: number): number {
  return text.slice(0, offset).replaceAll("\r\n", "\n").length;
}

/** Converts an offset in a text with `\n` line ends to one in the text itself. */
export function fromLineFeeds(text: string, offset: number): number {
  let at = 0;
  for (let passed = 0; passed < offset && at < text.length; passed++) {
    at += text.startsWith("\r\n", at) ? 2 : 1;
  }
  return at;
}
