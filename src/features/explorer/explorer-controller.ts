import * as vscode from "vscode";
import type { CommandHandlers } from "../../host/commands.ts";
import type { CommandId } from "../../host/contributions.ts";
import { TextDocuments } from "../../host/text-documents.ts";
import { entryCommands } from "./entry-commands.ts";
import { explorerCommands } from "./explorer-commands.ts";
import { type ExplorerItem, textToCopyOf } from "./explorer-item.ts";
import { ExplorerModel } from "./explorer-model.ts";
import type { ExplorerServices } from "./explorer-services.ts";
import { createExplorerSource } from "./explorer-source.ts";
import { ExplorerTree } from "./explorer-tree.ts";
import { modelCommands } from "./model-commands.ts";

/** Controller of the explorer's tree and commands. Loaded on first use, to keep activation fast. */
export class ExplorerController implements vscode.Disposable {
  readonly model: ExplorerModel;
  readonly tree: ExplorerTree;
  readonly #details: TextDocuments;
  readonly #handlers: CommandHandlers;
  readonly #subscriptions: vscode.Disposable;

  constructor(services: ExplorerServices, view: vscode.TreeView<ExplorerItem>) {
    const { log, connections, names, branches } = services;
    const model = new ExplorerModel(createExplorerSource(connections, names, branches));
    this.model = model;
    this.tree = new ExplorerTree(model, {
      branches,
      missingOperations: (connectionId) => connections.missingOperations(connectionId),
      describe: ({ node, target }, token) => {
        const { connectionId, tenant } = connections.displayedTarget;
        const isActive = connectionId === target.connectionId && tenant === target.tenant;
        return names.describeName({ node, isActive }, token);
      },
    });
    this.#details = new TextDocuments(
      "workforce-details",
      vscode.l10n.t("Open this entry again from the Workforce Explorer."),
    );
    this.#handlers = {
      ...explorerCommands({ model, view, connections, details: this.#details }),
      ...entryCommands({ ...services, model }),
      ...modelCommands({ log, view, names, connections }),
    };
    this.#subscriptions = vscode.Disposable.from(
      view.onDidExpandElement(({ element }) => this.tree.setExpanded(element, true)),
      view.onDidCollapseElement(({ element }) => this.tree.setExpanded(element, false)),
      connections.onDidChange(() => model.redraw()),
      connections.onDidEdit((id) => model.clearConnection(id)),
    );
  }

  async run(id: CommandId, item: unknown): Promise<void> {
    await this.#handlers[id]?.(item);
  }

  /** Adds the names of dragged tree items to the data transfer, in the format that an editor accepts. */
  drag(items: readonly ExplorerItem[], transfer: vscode.DataTransfer): void {
    const names = items.map(textToCopyOf).filter((name) => name !== "");
    if (names.length > 0) {
      transfer.set("text/plain", new vscode.DataTransferItem(names.join(", ")));
    }
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.tree.dispose();
    this.#details.dispose();
  }
}
