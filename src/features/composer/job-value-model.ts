import { type Node, type ParseError, parse } from "jsonc-parser";
import { jsonFieldsOf, jsonItemsOf, jsonValueAt } from "../../languages/core/json/json-tree.ts";
import type { JobPath } from "../../protocol/composer-view.ts";
import { isJsonObject, type Json } from "../../protocol/operation-form.ts";

/** Parses a job file, with comments and trailing commas. Returns undefined unless the content is a JSON object. */
export function readJobValue(text: string): Json | undefined {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  return errors.length === 0 && isJsonObject(value) ? value : undefined;
}

/** Returns the JSON syntax node at a path of a job file, or undefined. */
export function nodeAt(root: Node | undefined, path: JobPath): Node | undefined {
  let found = root;
  for (const step of path) {
    found = typeof step === "number" ? jsonItemsOf(found)[step] : jsonValueAt(found, step);
  }
  return found;
}

/**
 * Returns the JSON syntax node to remove for a path, with its parent. For a field, the node contains name and value;
 * for a list item, only the item.
 */
export function childAt(root: Node | undefined, path: JobPath): { parent: Node; child: Node } | undefined {
  const parent = nodeAt(root, path.slice(0, -1));
  const step = path.at(-1);
  const child =
    typeof step === "number"
      ? jsonItemsOf(parent)[step]
      : jsonFieldsOf(parent).findLast(({ name }) => name === step)?.key.parent;
  return parent && child ? { parent, child } : undefined;
}
