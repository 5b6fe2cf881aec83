import type { IngestReader } from "./ingest-stage.ts";

const quote = 34;
const backslash = 92;

/**
 * Converts a response `{"header": {"0": name, ...}, "rows": [{"0": value, ...}, ...]}` (sql-like-language 11.1) to JSON
 * Lines while it arrives. The first line has the column names. Values keep their source text. At most one row is in
 * memory.
 */
export class FlatTableReader implements IngestReader {
  #rest: Uint8Array = new Uint8Array();
  /** Offset in `#rest` where reading continues. */
  #scanned = 0;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  /** Offset of the object being read, or -1. */
  #objectStart = -1;
  /** Name of the top-level member being read. */
  #member = "";
  #textStart = -1;
  #keys: string[] | undefined;
  #isWhole = false;
  #rowCount = 0;
  #problem: string | undefined;

  /** Whether the closing bracket of the body was read. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  end(): Uint8Array[] {
    return [];
  }

  push(chunk: Uint8Array): Uint8Array[] {
    if (this.#problem || this.#isWhole) {
      return [];
    }
    const bytes = this.#rest.length === 0 ? chunk : joined(this.#rest, chunk);
    const lines: Uint8Array[] = [];
    let position = this.#scanned;
    for (; position < bytes.length && !this.#problem && !this.#isWhole; position++) {
      this.#step(bytes, position, lines);
    }
    const keepFrom = this.#objectStart >= 0 ? this.#objectStart : this.#textStart >= 0 ? this.#textStart : position;
    this.#rest = bytes.slice(keepFrom);
    this.#scanned = position - keepFrom;
    if (this.#objectStart >= 0) {
      this.#objectStart -= keepFrom;
    }
    if (this.#textStart >= 0) {
      this.#textStart -= keepFrom;
    }
    return lines;
  }

  #step(bytes: Uint8Array, position: number, lines: Uint8Array[]): void {
    const byte = bytes[position] as number;
    if (this.#isInText) {
      if (this.#isEscaped) {
        this.#isEscaped = false;
      } else if (byte === backslash) {
        this.#isEscaped = true;
      } else if (byte === quote) {
        this.#isInText = false;
        if (this.#depth === 1) {
          this.#member = String(parse(bytes.subarray(this.#textStart, position + 1)) ?? "");
        }
        this.#textStart = -1;
      }
      return;
    }
    switch (byte) {
      case quote:
        this.#isInText = true;
        this.#textStart = position;
        return;
      case 0x7b:
      case 0x5b:
        this.#depth++;
        if (byte === 0x7b && this.#isObjectWanted()) {
          this.#objectStart = position;
        }
        return;
      case 0x7d:
      case 0x5d:
        this.#depth--;
        if (this.#objectStart >= 0 && this.#isObjectEnd()) {
          const object = bytes.subarray(this.#objectStart, position + 1);
          this.#objectStart = -1;
          this.#takeObject(object, lines);
        } else if (this.#depth === 0) {
          this.#isWhole = true;
          this.#checkEnd();
        }
    }
  }

  #isObjectWanted(): boolean {
    return (
      this.#objectStart < 0 &&
      (this.#member === "rows" ? this.#depth === 3 : this.#member === "header" && this.#depth === 2)
    );
  }

  #isObjectEnd(): boolean {
    return this.#depth === (this.#member === "rows" ? 2 : 1);
  }

  #takeObject(object: Uint8Array, lines: Uint8Array[]): void {
    const members = this.#problem ? undefined : rawMembers(object);
    if (this.#member === "header") {
      this.#keys = members && [...members.keys()].sort((one, other) => Number(one) - Number(other));
      if (!this.#keys) {
        this.#problem = "The header of the answer cannot be read. Run the query again.";
        return;
      }
      lines.push(toLine(this.#keys.map((key) => members?.get(key) ?? "null")));
      return;
    }
    this.#rowCount++;
    if (!this.#keys || !members || [...members.keys()].some((key) => !this.#keys?.includes(key))) {
      this.#problem = `Row ${this.#rowCount} of the answer does not fit its header; the rows before it are kept. Run the query again.`;
      return;
    }
    lines.push(toLine(this.#keys.map((key) => members.get(key) ?? "null")));
  }

  #checkEnd(): void {
    if (!this.#keys) {
      this.#problem = "The answer has no header of column names. Run the query again.";
    }
  }
}

/** Returns the members of a flat object with the source text of each value, or undefined for another text. */
function rawMembers(object: Uint8Array): Map<string, string> | undefined {
  const text = new TextDecoder().decode(object);
  // Unrolled loops: an alternation per character would overflow the stack on a large cell.
  const member = /\s*("[^"\\]*(?:\\.[^"\\]*)*")\s*:\s*("[^"\\]*(?:\\.[^"\\]*)*"|[^\s,{}[\]"]+)\s*(,|\})/gy;
  const members = new Map<string, string>();
  if (/^\{\s*\}$/.test(text)) {
    return members;
  }
  member.lastIndex = 1;
  for (let found = member.exec(text); found; found = member.exec(text)) {
    const [, key = "", value = "", end] = found;
    members.set(String(parseText(key)), value.startsWith('"') ? withoutRawNewlines(value) : value);
    if (end === "}") {
      return member.lastIndex === text.length ? members : undefined;
    }
  }
  return undefined;
}

function withoutRawNewlines(value: string): string {
  return value.replaceAll("\n", "\\n").replaceAll("\r", "\\r");
}

function toLine(values: readonly string[]): Uint8Array {
  return new TextEncoder().encode(`[${values.join(",")}]\n`);
}

function parse(bytes: Uint8Array): unknown {
  return parseText(new TextDecoder().decode(bytes));
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
