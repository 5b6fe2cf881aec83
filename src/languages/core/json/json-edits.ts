import type { Node } from "jsonc-parser";
import type { TextFix } from "../text/fix.ts";
import type { Span, TextEdit } from "../text/span.ts";
import { jsonSpanOf, jsonValueAt } from "./json-tree.ts";

/**
 * Returns the edit that appends a value, given as JSON text, to a JSON array. The value goes on a new line if the last
 * item is on its own line.
 */
export function createAppendItemEdit(text: string, array: Node, json: string): TextEdit {
  const items = array.children ?? [];
  const [before, last] = [items.at(-2), items.at(-1)];
  const at = last ? last.offset + last.length : array.offset + 1;
  const start = before ? before.offset + before.length : array.offset + 1;
  const [line = " "] = (last && /[\r\n]+[ \t]*$/.exec(text.slice(start, last.offset))) ?? [];
  return { start: at, end: at, text: last ? `,${line}${json}` : json };
}

/**
 * Returns the edit that inserts a field as the first one of a JSON object. The field's value is given as JSON text.
 * White space is copied from the next field.
 */
export function createAddFieldEdit(text: string, object: Node, name: string, json: string): TextEdit {
  const at = object.offset + 1;
  const field = `${JSON.stringify(name)}: ${json}`;
  const first = object.children?.[0];
  const space = first ? text.slice(at, first.offset) : "";
  return { start: at, end: at, text: first ? `${space}${field},${space === "" ? " " : ""}` : field };
}

/**
 * Returns the edit that sets a field of a JSON object to a value given as JSON text. Adds the field if it is missing.
 */
export function createSetFieldEdit(text: string, object: Node, name: string, json: string): TextEdit {
  const value = jsonValueAt(object, name);
  return value ? { ...jsonSpanOf(value), text: json } : createAddFieldEdit(text, object, name, json);
}

/** Returns one alternative quick fix for each text. Each fix replaces the same JSON string by its text. */
export function createReplaceStringFixes({ start, end }: Span, texts: readonly string[]): TextFix[] {
  return texts.map((text) => ({ title: `Replace with ${text}`, edits: [{ start, end, text: JSON.stringify(text) }] }));
}

/**
 * Returns the edit that removes a field of a JSON object or an item of an array, including its comma and white space.
 */
export function createRemoveChildEdit(parent: Node, child: Node): TextEdit {
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
