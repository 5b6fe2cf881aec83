import type { Span, TextEdit } from "../text/span.ts";

const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** A string literal of a JSON file: its decoded text, with a mapping between offsets in that text and in the file. */
export class JsonString {
  readonly text: string;
  /** File offset of each UTF-16 unit of the decoded text. The last element is the file offset of the text's end. */
  readonly #starts: readonly number[];

  private constructor(text: string, starts: readonly number[]) {
    this.text = text;
    this.#starts = starts;
  }

  /**
   * Reads the JSON string literal whose opening quote is at `start`. The closing quote may be missing; `end` is the
   * offset after the literal's last character.
   */
  static read(file: string, { start, end }: Span): JsonString {
    const starts: number[] = [];
    let text = "";
    let at = start + 1;
    while (at < end && file[at] !== '"') {
      const length = Math.min(unitLength(file, at), end - at);
      starts.push(at);
      text += unitOf(file.slice(at, at + length));
      at += length;
    }
    return new JsonString(text, [...starts, Math.min(at, Math.max(end, start))]);
  }

  /** Converts an offset in the decoded text to an offset in the JSON file. */
  outer(offset: number): number {
    const index = Math.max(0, Math.min(offset, this.text.length));
    return this.#starts[index] ?? 0;
  }

  /**
   * Converts an offset in the JSON file to an offset in the decoded text. An offset inside an escape sequence maps to
   * the escaped character's start. An offset outside the string maps to its nearer end.
   */
  toTextOffset(offset: number): number {
    let low = 0;
    let high = this.text.length;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Whether a file offset is inside the string's content or directly at either of its quotes. */
  containsFileOffset(offset: number): boolean {
    return this.outer(0) <= offset && offset <= this.outer(this.text.length);
  }

  toFileSpan({ start, end }: Span): Span {
    return { start: this.outer(start), end: this.outer(end) };
  }

  toFileEdit({ text, ...span }: TextEdit): TextEdit {
    return { ...this.toFileSpan(span), text: escapeJsonText(text) };
  }
}

function unitLength(file: string, at: number): number {
  if (file[at] !== "\\") {
    return 1;
  }
  return /^\\u[\da-fA-F]{4}/.test(file.slice(at, at + 6)) ? 6 : 2;
}

/**
 * Decodes one character or escape sequence of a JSON string. An invalid escape decodes to the character after the
 * backslash, and a trailing backslash to itself.
 */
function unitOf(raw: string): string {
  if (raw[0] !== "\\") {
    return raw;
  }
  const second = raw[1] ?? "\\";
  return raw.length === 6 ? String.fromCharCode(Number.parseInt(raw.slice(2), 16)) : (escapes[second] ?? second);
}

/** Escapes a text for use between the quotes of a JSON string. */
export function escapeJsonText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Escapes an LSP snippet for use between the quotes of a JSON string. The snippet's placeholders remain valid. */
export function escapeJsonSnippet(snippet: string): string {
  return snippet.replace(/\\([\\$}])|[^\\]|\\/g, (part, escaped: string | undefined) => {
    const encoded = escapeJsonText(escaped ?? part);
    if (escaped !== undefined && escaped !== "\\") {
      return part;
    }
    return encoded.replaceAll("\\", "\\\\");
  });
}
