import * as vscode from "vscode";
import type { Event } from "../../base/event.ts";
import type { Log } from "../../host/log.ts";
import { TextDocuments } from "../../host/text-documents.ts";
import { type EntryServices, entryCommands } from "./entry-commands.ts";
import { explorerCommands } from "./explorer-commands.ts";
import { type ExplorerItem, nameForText } from "./explorer-item.ts";
import { ExplorerModel } from "./explorer-model.ts";
import { createExplorerSource, type ExplorerConnections, type ExplorerModelNames } from "./explorer-source.ts";
import { ExplorerTree } from "./explorer-tree.ts";
import { modelCommands } from "./model-commands.ts";

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

export interface ExplorerServices extends EntryServices {
  readonly names: ExplorerModelNames;
  readonly log: Log;
  readonly connections: ExplorerConnections & {
    readonly onDidChange: Event<void>;
    readonly onDidEdit: Event<string>;
    setTarget(target: ExplorerConnections["displayedTarget"]): Promise<void>;
  };
}

/** Registers the explorer: its tree, its detail documents and its commands. */
export function register(services: ExplorerServices): vscode.Disposable & Pick<ExplorerModel, "onDidRefresh"> {
  const { log, connections, names } = services;
  const model = new ExplorerModel(createExplorerSource(connections, names));
  const tree = new ExplorerTree(model, {
    missingOperations: (connectionId) => connections.missingOperations(connectionId),
    describe: ({ node, target }, token) => {
      const { connectionId, tenant } = connections.displayedTarget;
      return names.describeName(
        { node, isActive: connectionId === target.connectionId && tenant === target.tenant },
        token,
      );
    },
  });
  const details = new TextDocuments(
    "workforce-details",
    vscode.l10n.t("Open this entry again from the Workforce Explorer."),
  );
  const view = vscode.window.createTreeView("workforce.explorer", {
    treeDataProvider: tree,
    showCollapseAll: true,
    dragAndDropController: explorerDrag,
  });
  const disposable = vscode.Disposable.from(
    view,
    tree,
    details,
    view.onDidExpandElement(({ element }) => tree.setExpanded(element, true)),
    view.onDidCollapseElement(({ element }) => tree.setExpanded(element, false)),
    connections.onDidChange(() => model.redraw()),
    connections.onDidEdit((id) => model.clearConnection(id)),
    ...explorerCommands({ log, model, view, connections, details }),
    ...entryCommands({ ...services, model, details }),
    ...modelCommands({ log, view, names, connections }),
  );
  return { onDidRefresh: model.onDidRefresh, dispose: () => disposable.dispose() };
}
