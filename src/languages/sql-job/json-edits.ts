import type { Node } from "jsonc-parser";
import type { Fix } from "../core/fix.ts";
import type { Span } from "../core/span.ts";
import type { TextEdit } from "../core/text-edit.ts";
import { valueAt } from "./json-tree.ts";

/** Inserts a value at the end of an array. */
export function addItem(array: Node, value: unknown): TextEdit {
  const last = array.children?.at(-1);
  const at = last ? last.offset + last.length : array.offset + 1;
  return { start: at, end: at, text: `${last ? ", " : ""}${JSON.stringify(value)}` };
}

/** Inserts a field at the beginning of an object, in the layout of the field that stands there. */
export function addField(text: string, object: Node, name: string, value: unknown): TextEdit {
  const at = object.offset + 1;
  const field = `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  const first = object.children?.[0];
  const space = first ? text.slice(at, first.offset) : "";
  return { start: at, end: at, text: first ? `${space}${field},${space === "" ? " " : ""}` : field };
}

/** Adds a table to `transaction.tablesToModify`, with what is not there of the path. */
export function addTable(text: string, root: Node, table: string): TextEdit | undefined {
  const transaction = valueAt(root, "transaction");
  const tables = valueAt(transaction, "tablesToModify");
  if (tables) {
    return tables.type === "array" ? addItem(tables, table) : undefined;
  }
  if (transaction) {
    return transaction.type === "object" ? addField(text, transaction, "tablesToModify", [table]) : undefined;
  }
  return addField(text, root, "transaction", { tablesToModify: [table] });
}

/** One fix for each text that may have been meant in place of a JSON string. */
export function replaceString({ start, end }: Span, texts: readonly string[]): Fix[] {
  return texts.map((text) => ({ title: `Replace with ${text}`, edits: [{ start, end, text: JSON.stringify(text) }] }));
}

/** Removes a field of an object or an item of an array, with the comma and the space that go with it. */
export function removeChild(parent: Node, child: Node): TextEdit {
  const children = parent.children ?? [];
  const index = children.indexOf(child);
  const before = children[index - 1];
  const after = children[index + 1];
  if (after) {
    return { start: child.offset, end: after.offset, text: "" };
  }
  const start = before ? before.offset + before.length : child.offset;
  return { start, end: child.offset + child.length, text: "" };
}
