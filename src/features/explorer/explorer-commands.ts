import * as vscode from "vscode";
import { isTreeItem } from "../../base/guards.ts";
import { connectionOf } from "../../host/call-tenant.ts";
import * as commandIds from "../../host/command-ids.ts";
import type { CommandHandlers } from "../../host/commands.ts";
import { withProgress } from "../../host/progress.ts";
import { askLine } from "../../host/step-input.ts";
import type { TextDocuments } from "../../host/text-documents.ts";
import { type ExplorerItem, textToCopyOf } from "./explorer-item.ts";
import type { ExplorerModel } from "./explorer-model.ts";
import type { ExplorerConnections } from "./explorer-source.ts";

const viewId = "workforce.explorer";

/** Description and message of the explorer's tree view, which show the filter. */
type FilteredView = Pick<vscode.TreeView<unknown>, "description" | "message">;

interface Parts {
  readonly view: FilteredView;
  readonly model: ExplorerModel;
  readonly connections: ExplorerConnections & {
    setTarget(target: ExplorerConnections["displayedTarget"]): Promise<void>;
  };
  readonly details: TextDocuments;
}

/** Returns the handlers of the explorer's general commands. Commands on an item get the item as their argument. */
export function explorerCommands({ model, view, connections, details }: Parts): CommandHandlers {
  const onItem = (run: (item: ExplorerItem) => Promise<void> | void) => async (item: unknown) => {
    if (isTreeItem<ExplorerItem>(item)) {
      await run(item);
    }
  };
  return {
    [commandIds.refreshExplorer]: () => model.refresh(),
    [commandIds.refreshExplorerItem]: onItem((item) => model.refresh(item)),
    [commandIds.filterExplorer]: async () => {
      const text = await askLine(vscode.l10n.t("Filter the Explorer"), {
        prompt: vscode.l10n.t("Names of the model, table sources, projects and reports that contain this text"),
        value: model.filter,
      });
      if (text !== undefined) {
        await setFilter(model, view, text);
      }
    },
    [commandIds.clearExplorerFilter]: () => setFilter(model, view, ""),
    [commandIds.loadMore]: onItem(async (item) => {
      if (item.kind === "more") {
        await withProgress({ viewId }, vscode.l10n.t("Loading more"), (signal) => model.loadMore(item, signal));
      }
    }),
    [commandIds.copyName]: onItem(async (item) => {
      await vscode.env.clipboard.writeText(textToCopyOf(item));
    }),
    [commandIds.useTenant]: onItem(async (item) => {
      if (item.kind === "tenant") {
        await connections.setTarget(item.target);
      }
    }),
    [commandIds.useProject]: onItem(async (item) => {
      if (item.kind === "project") {
        const { id = "", name = "" } = item.project;
        await connections.setTarget({ ...item.target, project: { id, name } });
      }
    }),
    [commandIds.openDetails]: onItem(async (item) => {
      await withProgress({ viewId }, vscode.l10n.t("Loading details"), (signal) =>
        openDetails(connections, details, item, signal),
      );
    }),
  };
}

/** Sets the filter of the explorer and shows the filter text above the tree. */
async function setFilter(model: ExplorerModel, view: FilteredView, text: string): Promise<void> {
  model.setFilter(text);
  const isOn = model.filter !== "";
  view.description = isOn ? vscode.l10n.t("Filter: {0}", text.trim()) : "";
  view.message = isOn
    ? vscode.l10n.t('Names that contain "{0}". Clear Explorer Filter, in the title, shows all again.', text.trim())
    : "";
  await vscode.commands.executeCommand("setContext", "workforce.explorer.isFiltered", model.filter !== "");
}

async function openDetails(
  connections: ExplorerConnections,
  details: TextDocuments,
  item: ExplorerItem,
  signal: AbortSignal,
): Promise<void> {
  if (item.kind !== "tableSource" && item.kind !== "report" && item.kind !== "project") {
    return;
  }
  const { connectionId, tenant } = item.target;
  const { client } = await connections.sessionFor(connectionId, tenant);
  // Loaded before the document opens, so that a failure is reported and no empty document appears.
  const show = (name: string, id: string, value: unknown) =>
    details.show(
      `${tenant}/${connectionOf(connectionId, connections).label}/${name}.json`,
      `${JSON.stringify(value, undefined, 2)}\n`,
      { language: "json", query: `${connectionId}/${id}` },
    );
  switch (item.kind) {
    case "tableSource": {
      const { uuid = "", objectName = "" } = item.table;
      const path = { tableId: uuid };
      const definition = await client.getTableSource({ path }, { signal });
      const metadata = await client.getTableSourceMetadata({ path }, { signal });
      return await show(objectName, uuid, { ...definition, metadata });
    }
    case "report": {
      const { id = "", title = "" } = item.report;
      return await show(title, id, await client.getReport({ path: { reportId: id } }, { signal }));
    }
    case "project": {
      const { id = "", name = "" } = item.project;
      return await show(name, id, await client.getProject({ path: { projectId: id } }, { signal }));
    }
  }
}
