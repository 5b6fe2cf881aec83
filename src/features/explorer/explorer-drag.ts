import * as vscode from "vscode";
import type { ExplorerItem } from "./explorer-item.ts";
import { nameForText } from "./explorer-item-text.ts";

/** Lets a name be dragged from the tree into an editor; nothing can be dropped on the tree. */
export const explorerDrag: vscode.TreeDragAndDropController<ExplorerItem> = {
  dragMimeTypes: ["text/plain"],
  dropMimeTypes: [],
  handleDrag: (items, transfer) => {
    const names = items.map(nameForText).filter((name) => name !== "");
    if (names.length > 0) {
      transfer.set("text/plain", new vscode.DataTransferItem(names.join(", ")));
    }
  },
};
