import { type Node, parseTree } from "jsonc-parser";
import type { Span } from "../text/span.ts";

/** Decoded text of a JSON string literal, with the literal's span including its quotes. */
export interface LocatedText extends Span {
  readonly text: string;
}

export interface JsonField {
  readonly name: string;
  readonly key: Node;
  readonly value: Node | undefined;
}

/**
 * Parses a JSON text into a tree. Tolerates syntax errors and comments. All nodes are within the bounds of the text.
 */
export function parseJsonTree(text: string): Node | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const waiting = root ? [root] : [];
  // For unclosed values the parser may give an end before the start, or beyond the text.
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const longest = Math.max(0, text.length - node.offset);
    Object.assign(node, { length: node.length < 0 ? longest : Math.min(node.length, longest) });
    waiting.push(...(node.children ?? []));
  }
  return root;
}

export function jsonSpanOf({ offset, length }: Node): Span {
  return { start: offset, end: offset + length };
}

/** Returns the fields of a JSON object in text order. Empty for any other JSON value. */
export function jsonFieldsOf(node: Node | undefined): JsonField[] {
  return node?.type !== "object"
    ? []
    : (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
        key ? [{ name: String(key.value), key, value }] : [],
      );
}

/**
 * Returns the JSON value at a path of field names. If a field is repeated, the last occurrence is used, as in
 * `JSON.parse`.
 */
export function jsonValueAt(node: Node | undefined, ...path: readonly string[]): Node | undefined {
  let found = node;
  for (const name of path) {
    found = jsonFieldsOf(found).findLast((field) => field.name === name)?.value;
  }
  return found;
}

export function jsonItemsOf(node: Node | undefined): readonly Node[] {
  return node?.type === "array" ? (node.children ?? []) : [];
}

/** Returns the text of a JSON string node. Undefined for an empty string and for any other node. */
export function locatedTextOf(node: Node | undefined): LocatedText | undefined {
  const value: unknown = node?.value;
  return node?.type === "string" && typeof value === "string" && value !== ""
    ? { text: value, ...jsonSpanOf(node) }
    : undefined;
}

export function locatedTextsOf(node: Node | undefined): LocatedText[] {
  return jsonItemsOf(node).flatMap((item) => locatedTextOf(item) ?? []);
}
