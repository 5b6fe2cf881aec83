import type { Node } from "jsonc-parser";
import { addField, addItem } from "../core/json/json-edits.ts";
import { valueAt } from "../core/json/json-tree.ts";
import type { TextEdit } from "../core/text/text-edit.ts";

/** Adds a table to `transaction.tablesToModify`, with what is not there of the path. */
export function addTable(text: string, root: Node, table: string): TextEdit | undefined {
  const transaction = valueAt(root, "transaction");
  const tables = valueAt(transaction, "tablesToModify");
  if (tables) {
    return tables.type === "array" ? addItem(text, tables, JSON.stringify(table)) : undefined;
  }
  if (transaction) {
    return transaction.type === "object"
      ? addField(text, transaction, "tablesToModify", JSON.stringify([table]))
      : undefined;
  }
  return addField(text, root, "transaction", JSON.stringify({ tablesToModify: [table] }));
}
