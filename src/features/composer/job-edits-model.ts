import type { Node } from "jsonc-parser";
import { isRecord } from "../../base/guards.ts";
import { createAppendItemEdit, createRemoveChildEdit } from "../../languages/core/json/json-edits.ts";
import { JsonString } from "../../languages/core/json/json-string.ts";
import { jsonItemsOf, jsonSpanOf, parseJsonTree } from "../../languages/core/json/json-tree.ts";
import type { TextEdit } from "../../languages/core/text/span.ts";
import type { JobEdit, JobPath } from "../../protocol/composer-view.ts";
import type { Json } from "../../protocol/operation-form.ts";
import { childAt, nodeAt } from "./job-value-model.ts";
import { changeText } from "./text-change-model.ts";

/**
 * Converts an edit of a job to non-overlapping text edits. All other text stays unchanged, including comments.
 * Undefined if the JSON path does not exist.
 */
export function textEditsOf(text: string, edit: JobEdit): readonly TextEdit[] | undefined {
  const root = parseJsonTree(text);
  switch (edit.kind) {
    case "set":
      return setValue(text, root, edit.path, edit.value);
    case "remove": {
      const found = childAt(root, edit.path);
      return found && [createRemoveChildEdit(found.parent, found.child)];
    }
    case "insert":
      return insertItem(text, root, edit.path, printJson(edit.value));
    case "duplicate": {
      const item = nodeAt(root, edit.path);
      const [...path] = edit.path;
      const index = path.pop();
      return item && typeof index === "number"
        ? insertItem(text, root, [...path, index + 1], text.slice(item.offset, item.offset + item.length))
        : undefined;
    }
    case "move":
      return moveItem(text, jsonItemsOf(nodeAt(root, edit.path)), edit.from, edit.to);
    case "rename": {
      const [key] = childAt(root, edit.path)?.child.children ?? [];
      return key && [{ ...jsonSpanOf(key), text: JSON.stringify(edit.name) }];
    }
  }
}

function setValue(text: string, root: Node | undefined, path: JobPath, value: Json): readonly TextEdit[] | undefined {
  const node = nodeAt(root, path);
  if (node) {
    return replaceValue(text, node, value);
  }
  const step = path.at(-1);
  const parentPath = path.slice(0, -1);
  const parent = nodeAt(root, parentPath);
  if (step === undefined) {
    return undefined;
  }
  if (!parent) {
    return setValue(text, root, parentPath, typeof step === "number" ? [value] : { [step]: value });
  }
  if (typeof step === "number") {
    return parent.type === "array" ? insertItem(text, root, path, printJson(value)) : undefined;
  }
  return parent.type === "object"
    ? [appendTo(text, parent, `${JSON.stringify(step)}: ${printJson(value)}`)]
    : undefined;
}

/**
 * Returns text edits that replace a JSON value. Only the changed characters of a string are replaced, so that the
 * others keep their escape sequences.
 */
function replaceValue(text: string, node: Node, value: Json): readonly TextEdit[] {
  if (node.type !== "string" || typeof value !== "string") {
    return node.value === value ? [] : [{ ...jsonSpanOf(node), text: printJson(value) }];
  }
  const string = JsonString.read(text, jsonSpanOf(node));
  const change = changeText(string.text, value);
  return change ? [string.toFileEdit(change)] : [];
}

function insertItem(
  text: string,
  root: Node | undefined,
  path: JobPath,
  json: string,
): readonly TextEdit[] | undefined {
  const list = nodeAt(root, path.slice(0, -1));
  const index = path.at(-1);
  if (typeof index !== "number" || (list && list.type !== "array")) {
    return undefined;
  }
  if (!list) {
    return setValue(text, root, path.slice(0, -1), JSON.parse(`[${json}]`));
  }
  const items = jsonItemsOf(list);
  const [next, before] = [items[index], items[index - 1]];
  if (!next) {
    return [appendTo(text, list, json)];
  }
  const from = before ? before.offset + before.length : list.offset + 1;
  return [{ start: next.offset, end: next.offset, text: `${json},${trailingGap(text.slice(from, next.offset))}` }];
}

/**
 * Returns a text edit that appends an item to a JSON list or object. If the list or object is empty and ends a line
 * that contains only its name, the item gets its own line.
 */
function appendTo(text: string, container: Node, json: string): TextEdit {
  const { offset, length, children = [] } = container;
  const content = text.slice(offset + 1, offset + length - 1);
  const lineStart = text.lastIndexOf("\n", offset) + 1;
  const isOnOwnLine = lineStart > 0 && /^\s*("[^"]*"\s*:\s*)?$/.test(text.slice(lineStart, offset));
  if (children.length > 0 || content.trim() !== "" || !isOnOwnLine) {
    return createAppendItemEdit(text, container, json);
  }
  const indent = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? "";
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const inner = `${end}${indent}${indentUnit(text)}${json}${end}${indent}`;
  return { start: offset + 1, end: offset + 1 + content.length, text: inner };
}

/** Returns the text that indents a line of the file by one level. */
function indentUnit(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
}

function trailingGap(between: string): string {
  return /[\r\n]+[ \t]*$/.exec(between)?.[0] ?? " ";
}

/** Returns text edits that move a list item. The text between items stays unchanged. */
function moveItem(text: string, items: readonly Node[], from: number, to: number): readonly TextEdit[] | undefined {
  const texts = items.map(({ offset, length }) => text.slice(offset, offset + length));
  const [moved] = texts.splice(from, 1);
  if (moved === undefined || to >= items.length) {
    return undefined;
  }
  texts.splice(to, 0, moved);
  return items.flatMap((item, index) => {
    const now = texts[index] ?? "";
    return text.startsWith(now, item.offset) && now.length === item.length ? [] : [{ ...jsonSpanOf(item), text: now }];
  });
}

/** Formats JSON on one line, with spaces after colons and commas. */
function printJson(value: Json): string {
  if (Array.isArray(value)) {
    return `[${value.map((item: Json) => printJson(item)).join(", ")}]`;
  }
  if (isRecord(value)) {
    const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${printJson(field)}`);
    return `{${fields.join(", ")}}`;
  }
  return JSON.stringify(value);
}
