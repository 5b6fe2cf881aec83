import type { Node } from "jsonc-parser";
import type { Fix } from "../text/fix.ts";
import type { Span, TextEdit } from "../text/span.ts";
import { spanOf, valueAt } from "./json-tree.ts";

/** Edit that appends a value, given as JSON text, to an array; on its own line if the last item has one. */
export function addItem(text: string, array: Node, json: string): TextEdit {
  const items = array.children ?? [];
  const [before, last] = [items.at(-2), items.at(-1)];
  const at = last ? last.offset + last.length : array.offset + 1;
  const start = before ? before.offset + before.length : array.offset + 1;
  const [line = " "] = (last && /[\r\n]+[ \t]*$/.exec(text.slice(start, last.offset))) ?? [];
  return { start: at, end: at, text: last ? `,${line}${json}` : json };
}

/**
 * Edit that inserts a field, its value given as JSON text, at the start of an object, in the layout of the field after
 * it.
 */
export function addField(text: string, object: Node, name: string, json: string): TextEdit {
  const at = object.offset + 1;
  const field = `${JSON.stringify(name)}: ${json}`;
  const first = object.children?.[0];
  const space = first ? text.slice(at, first.offset) : "";
  return { start: at, end: at, text: first ? `${space}${field},${space === "" ? " " : ""}` : field };
}

/** Edit that sets a field of an object to a value given as JSON text; adds the field if it is missing. */
export function setField(text: string, object: Node, name: string, json: string): TextEdit {
  const value = valueAt(object, name);
  return value ? { ...spanOf(value), text: json } : addField(text, object, name, json);
}

/** One fix for each text, which replaces a JSON string by it. */
export function replaceString({ start, end }: Span, texts: readonly string[]): Fix[] {
  return texts.map((text) => ({ title: `Replace with ${text}`, edits: [{ start, end, text: JSON.stringify(text) }] }));
}

/** Edit that removes a field of an object or an item of an array, with its comma and white space. */
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
