import { type Node, parseTree } from "jsonc-parser";
import type { Span } from "../text/span.ts";

/** A text of the file, and where its JSON string stands with its quotes. */
export interface Located extends Span {
  readonly text: string;
}

export interface Field {
  readonly name: string;
  readonly key: Node;
  readonly value: Node | undefined;
}

/** The tree of a JSON text, however broken it is; comments are passed over. Every node lies within the text. */
export function readJsonTree(text: string): Node | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const waiting = root ? [root] : [];
  // Of what is not closed the parser may say an end before its start, or behind the text.
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const longest = Math.max(0, text.length - node.offset);
    Object.assign(node, { length: node.length < 0 ? longest : Math.min(node.length, longest) });
    waiting.push(...(node.children ?? []));
  }
  return root;
}

export function spanOf({ offset, length }: Node): Span {
  return { start: offset, end: offset + length };
}

/** The fields of an object, in the order of the text; none for another value. */
export function fieldsOf(node: Node | undefined): Field[] {
  return node?.type !== "object"
    ? []
    : (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
        key ? [{ name: String(key.value), key, value }] : [],
      );
}

/** The value of a field; of a field that stands there twice the last, as JSON has it. */
export function valueAt(node: Node | undefined, ...path: readonly string[]): Node | undefined {
  let found = node;
  for (const name of path) {
    found = fieldsOf(found).findLast((field) => field.name === name)?.value;
  }
  return found;
}

export function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.type === "array" ? (node.children ?? []) : [];
}

/** A string that is not empty. */
export function textOf(node: Node | undefined): Located | undefined {
  const value: unknown = node?.value;
  return node?.type === "string" && typeof value === "string" && value !== ""
    ? { text: value, ...spanOf(node) }
    : undefined;
}

export function textsOf(node: Node | undefined): Located[] {
  return itemsOf(node).flatMap((item) => textOf(item) ?? []);
}
