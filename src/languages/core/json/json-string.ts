import type { Span } from "../text/span.ts";
import type { TextEdit } from "../text/text-edit.ts";

const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** The text that a JSON string stands for, with its offsets and those of the file translated into each other. */
export class JsonString {
  readonly text: string;
  /** Where each unit of the text begins in the file, and at last where the text ends. */
  readonly #starts: readonly number[];

  private constructor(text: string, starts: readonly number[]) {
    this.text = text;
    this.#starts = starts;
  }

  /** Reads the string whose opening quote stands at `start`; it may lack its closing quote, and `end` is behind what it has. */
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

  /** An offset of the text as one of the file. */
  outer(offset: number): number {
    const index = Math.max(0, Math.min(offset, this.text.length));
    return this.#starts[index] ?? 0;
  }

  /** An offset of the file as one of the text; within an escape, the one before it. Outside of the text, its nearest end. */
  inner(offset: number): number {
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

  /** Whether a place of the file is in the text, or at one of its ends. */
  holds(offset: number): boolean {
    return this.outer(0) <= offset && offset <= this.outer(this.text.length);
  }

  outerSpan({ start, end }: Span): Span {
    return { start: this.outer(start), end: this.outer(end) };
  }

  outerEdit({ text, ...span }: TextEdit): TextEdit {
    return { ...this.outerSpan(span), text: encodeText(text) };
  }
}

function unitLength(file: string, at: number): number {
  if (file[at] !== "\\") {
    return 1;
  }
  return /^\\u[\da-fA-F]{4}/.test(file.slice(at, at + 6)) ? 6 : 2;
}

/** A wrong escape stands for the character behind its backslash, and a backslash at the end for itself. */
function unitOf(raw: string): string {
  if (raw[0] !== "\\") {
    return raw;
  }
  const second = raw[1] ?? "\\";
  return raw.length === 6 ? String.fromCharCode(Number.parseInt(raw.slice(2), 16)) : (escapes[second] ?? second);
}

/** A text as it stands between the quotes of a JSON string. */
export function encodeText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** A snippet whose text, once its places are filled, stands between the quotes of a JSON string. */
export function encodeSnippet(snippet: string): string {
  return snippet.replace(/\\([\\$}])|[^\\]|\\/g, (part, escaped: string | undefined) => {
    const encoded = encodeText(escaped ?? part);
    if (escaped !== undefined && escaped !== "\\") {
      return part;
    }
    return encoded.replaceAll("\\", "\\\\");
  });
}
