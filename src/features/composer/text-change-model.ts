import { smallestTextChange, type TextChange } from "../../protocol/composer-text.ts";

/**
 * Returns the smallest single text change from `before` to a replacement with `\n` line breaks, or undefined if they
 * are equal. Inserted lines get the line breaks of `before`.
 */
export function changeText(before: string, replacement: string): TextChange | undefined {
  const after = before.includes("\r\n") ? replacement.replaceAll(/\r?\n/g, "\r\n") : replacement;
  return smallestTextChange(before, after);
}

/** Converts an offset in a text to the offset in the same text with `\n` line breaks. */
export function toLineFeeds(text: string, offset: number): number {
  return text.slice(0, offset).replaceAll("\r\n", "\n").length;
}

/** Converts an offset in a text with `\n` line breaks to the offset in the original text. */
export function fromLineFeeds(text: string, offset: number): number {
  let at = 0;
  for (let passed = 0; passed < offset && at < text.length; passed++) {
    at += text.startsWith("\r\n", at) ? 2 : 1;
  }
  return at;
}
