import * as vscode from "vscode";
import type { Event } from "../../base/event.ts";
import type { Log } from "../../host/log.ts";
import { TextDocuments } from "../../host/text-documents.ts";
import { explorerCommands } from "./explorer-commands.ts";
import { type ExplorerItem, nameForText } from "./explorer-item.ts";
import { ExplorerModel } from "./explorer-model.ts";
import { createExplorerSource, type ExplorerConnections } from "./explorer-source.ts";
import { ExplorerTree } from "./explorer-tree.ts";

/** Drags names from the tree into an editor; nothing can be dropped on the tree. */
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

export interface ExplorerServices {
  readonly log: Log;
  readonly connections: ExplorerConnections & {
    readonly onDidChange: Event<void>;
    readonly onDidEdit: Event<string>;
    setTarget(target: ExplorerConnections["displayedTarget"]): Promise<void>;
  };
}

/** Registers the explorer: its tree, its detail documents and its commands. */
export function register({
  log,
  connections,
}: ExplorerServices): vscode.Disposable & Pick<ExplorerModel, "onDidRefresh"> {
  const model = new ExplorerModel(createExplorerSource(connections));
  const tree = new ExplorerTree(model);
  const details = new TextDocuments(
    "workforce-details",
    vscode.l10n.t("Open this entry again from the Workforce Explorer."),
  );
  const disposable = vscode.Disposable.from(
    vscode.window.createTreeView("workforce.explorer", {
      treeDataProvider: tree,
      showCollapseAll: true,
      dragAndDropController: explorerDrag,
    }),
    tree,
    details,
    connections.onDidChange(() => model.redraw()),
    connections.onDidEdit((id) => model.clearConnection(id)),
    ...explorerCommands({ log, model, connections, details }),
  );
  return { onDidRefresh: model.onDidRefresh, dispose: () => disposable.dispose() };
}
