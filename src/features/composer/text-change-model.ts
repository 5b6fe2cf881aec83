import { type TextChange, textChange } from "../../protocol/composer-text.ts";

/**
 * The smallest single change that makes one text of the other, whose lines end with `\n`; nothing when they are the same. New
 * lines end as the lines of the text before do.
 */
export function changeText(before: string, wanted: string): TextChange | undefined {
  const after = before.includes("\r\n") ? wanted.replaceAll(/\r?\n/g, "\r\n") : wanted;
  return textChange(before, after);
}

/** An offset of a text as one of the same text with `\n` as the end of each line. */
export function toLineFeeds(text: string, offset: number): number {
  return text.slice(0, offset).replaceAll("\r\n", "\n").length;
}

/** The reverse: an offset of the text itself. */
export function fromLineFeeds(text: string, offset: number): number {
  let at = 0;
  for (let passed = 0; passed < offset && at < text.length; passed++) {
    at += text.startsWith("\r\n", at) ? 2 : 1;
  }
  return at;
}
