import type { ColumnKind } from "../../protocol/data-worker.ts";

const quote = 34;
const backslash = 92;

/** Position of a value in a JSON text. */
export interface JsonSpan {
  /** Names of the enclosing object members, outermost first. */
  readonly path: readonly string[];
  /** Whether the value is an element of an array. */
  readonly isElement: boolean;
  /** Number of enclosing objects and arrays. */
  readonly depth: number;
}

/** A value extracted from a JSON text, with its position. */
export interface ExtractedJsonValue {
  readonly span: JsonSpan;
  /** Source text of the value. */
  readonly text: string;
}

/**
 * Extracts values from one JSON text that arrives in chunks. `wants` selects the values. Holds at most the largest
 * value in memory.
 */
export class JsonValueExtractor {
  readonly #wants: (span: JsonSpan) => boolean;
  readonly #stack: { readonly isList: boolean; member: string }[] = [];
  #rest: Buffer = Buffer.alloc(0);
  #scanned = 0;
  #expectsName = false;
  #isInText = false;
  #isName = false;
  #isEscaped = false;
  #isInScalar = false;
  #textStart = -1;
  #piece: { readonly start: number; readonly depth: number; readonly span: JsonSpan } | undefined;
  #isWhole = false;

  constructor(wants: (span: JsonSpan) => boolean) {
    this.#wants = wants;
  }

  /** Whether the closing bracket of the text has been read. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Parses the next chunk and returns the selected values that end in it. */
  push(chunk: Uint8Array): ExtractedJsonValue[] {
    const bytes = Buffer.concat([this.#rest, chunk]);
    const pieces: ExtractedJsonValue[] = [];
    let position = this.#scanned;
    for (; position < bytes.length; position++) {
      this.#step(bytes, position, pieces);
    }
    const held = [this.#piece?.start ?? position, this.#textStart >= 0 ? this.#textStart : position];
    const keepFrom = Math.min(...held);
    this.#rest = bytes.subarray(keepFrom);
    this.#scanned = position - keepFrom;
    this.#textStart = this.#textStart >= 0 ? this.#textStart - keepFrom : -1;
    this.#piece = this.#piece && { ...this.#piece, start: this.#piece.start - keepFrom };
    return pieces;
  }

  #step(bytes: Buffer, position: number, pieces: ExtractedJsonValue[]): void {
    const byte = bytes[position] as number;
    if (this.#isInText) {
      this.#stepInText(bytes, position, pieces);
      return;
    }
    if (this.#isInScalar) {
      if (!isEndOfScalar(byte)) {
        return;
      }
      this.#isInScalar = false;
      this.#finish(bytes, position, pieces);
    }
    switch (byte) {
      case quote:
        this.#isInText = true;
        this.#isName = this.#expectsName;
        this.#textStart = position;
        if (!this.#isName) {
          this.#begin(position);
        }
        return;
      case 0x7b:
      case 0x5b:
        this.#begin(position);
        this.#stack.push({ isList: byte === 0x5b, member: "" });
        this.#expectsName = byte === 0x7b;
        return;
      case 0x7d:
      case 0x5d:
        this.#stack.pop();
        this.#expectsName = false;
        this.#finish(bytes, position + 1, pieces);
        this.#isWhole = this.#stack.length === 0;
        return;
      case 0x2c:
        this.#expectsName = this.#stack.at(-1)?.isList === false;
        return;
      case 0x3a:
        this.#expectsName = false;
        return;
      default:
        if (byte > 32) {
          this.#begin(position);
          this.#isInScalar = true;
        }
    }
  }

  #stepInText(bytes: Buffer, position: number, pieces: ExtractedJsonValue[]): void {
    const byte = bytes[position];
    if (this.#isEscaped) {
      this.#isEscaped = false;
    } else if (byte === backslash) {
      this.#isEscaped = true;
    } else if (byte === quote) {
      this.#isInText = false;
      const top = this.#stack.at(-1);
      if (this.#isName && top) {
        top.member = textOf(bytes.toString("utf8", this.#textStart, position + 1));
      } else {
        this.#finish(bytes, position + 1, pieces);
      }
      this.#textStart = -1;
    }
  }

  #begin(start: number): void {
    if (this.#piece) {
      return;
    }
    const span: JsonSpan = {
      path: this.#stack.filter(({ isList }) => !isList).map(({ member }) => member),
      isElement: this.#stack.at(-1)?.isList ?? false,
      depth: this.#stack.length,
    };
    if (this.#wants(span)) {
      this.#piece = { start, depth: span.depth, span };
    }
  }

  #finish(bytes: Buffer, end: number, pieces: ExtractedJsonValue[]): void {
    if (this.#piece && this.#piece.depth === this.#stack.length) {
      pieces.push({ span: this.#piece.span, text: bytes.toString("utf8", this.#piece.start, end) });
      this.#piece = undefined;
    }
  }
}

/**
 * Returns the members of a JSON object, with the source text of each value. Returns undefined if the text is not an
 * object.
 */
export function readMembers(text: string): Map<string, string> | undefined {
  if (!text.startsWith("{")) {
    return undefined;
  }
  const pieces = new JsonValueExtractor(({ depth }) => depth === 1).push(Buffer.from(text));
  return new Map(pieces.map(({ span, text: value }) => [span.path[0] ?? "", value]));
}

/**
 * Converts a JSON value to the text of a cell. Strings lose their quotes, numbers keep all digits, objects and arrays
 * become JSON, and null stays null.
 */
export function toCellValue(value: string | undefined): string | null {
  if (value === undefined || value === "null") {
    return null;
  }
  return value.startsWith('"') ? textOf(value) : value;
}

function textOf(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json.slice(1, -1);
  }
}

function isEndOfScalar(byte: number): boolean {
  return byte === 0x2c || byte === 0x7d || byte === 0x5d || byte <= 32;
}

/** Whether a value of a response is an axis or a cell of a cell set (service-api, "Query"). */
export function isCellSetElement({ path, isElement, depth }: JsonSpan, member: "axes" | "cells"): boolean {
  return isElement && depth === 3 && path.length === 2 && path[0] === "cellSet" && path[1] === member;
}

/** Describes the `error` member of a response, given as JSON. Returns undefined if the member is null. */
export function describeErrorMember(error: string): string | undefined {
  if (error === "null") {
    return undefined;
  }
  const members = readMembers(error);
  const message = toCellValue(members?.get("message") ?? members?.get("errorMessage") ?? members?.get("errorCode"));
  return `it is an error${message === null ? "" : ` (${message})`}`;
}

/** Converts elements of a JSON response to rows of a table. */
export interface JsonElementConverter {
  /** Kinds of columns by name, as far as they are known without reading values. */
  readonly kinds: Readonly<Record<string, ColumnKind>>;
  /** Collects the column names of an element when it arrives. */
  inspect(element: string): void;
  /** Returns the column names. They are complete after all elements were inspected. */
  columns(): readonly string[];
  /**
   * Converts an element to a row. `number` is the row number from 1. Throws a `ResultError` for an element that is not
   * a row.
   */
  row(element: string, number: number): readonly (string | null)[];
}
