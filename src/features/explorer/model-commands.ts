import * as vscode from "vscode";
import { isTreeItem } from "../../base/guards.ts";
import { connectionOf } from "../../host/call-tenant.ts";
import { CancelledError } from "../../host/cancellation.ts";
import * as commandIds from "../../host/command-ids.ts";
import type { CommandHandlers } from "../../host/commands.ts";
import type { Log } from "../../host/log.ts";
import { showInformation } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import { disableIcons } from "../../host/untrusted-text.ts";
import { createInsertionAfter, createQueryAbout, queryTextOf } from "../../languages/core/model/model-node.ts";
import type { ModelEntry } from "../../languages/core/model/model-requests.ts";
import type { ExplorerItem, ItemTarget, ModelItem } from "./explorer-item.ts";
import type { TargetConnections } from "./explorer-services.ts";
import type { ExplorerModelNames } from "./explorer-source.ts";
import { searchModel } from "./model-tree.ts";

const queryLanguage = "workforce-sqllike";
const defaultTimeColumn = "Service_Time";
/** Delay in milliseconds between the last keystroke and the search. */
const typingPauseMs = 200;

/** Maximum time between the two clicks of a double click, in milliseconds. */
const doubleClickMs = 500;

interface Parts {
  readonly log: Log;
  readonly view: Pick<vscode.TreeView<ExplorerItem>, "selection">;
  readonly names: ExplorerModelNames;
  readonly connections: TargetConnections;
}

/** Returns the handlers of explorer commands on model names. */
export function modelCommands(parts: Parts): CommandHandlers {
  const { view } = parts;
  let clicked = { key: "", atMs: 0 };
  return {
    [commandIds.clickName]: async (item) => {
      if (isTreeItem<ExplorerItem>(item) && item.kind === "model") {
        const isSecond = clicked.key === item.key && Date.now() - clicked.atMs < doubleClickMs;
        clicked = isSecond ? { key: "", atMs: 0 } : { key: item.key, atMs: Date.now() };
        await (isSecond ? insert(parts, item) : undefined);
      }
    },
    // A key gives no item: the selected one is meant.
    [commandIds.insertIntoQuery]: async (item = view.selection[0]) => {
      if (isTreeItem<ExplorerItem>(item) && item.kind === "model") {
        await insert(parts, item);
      }
    },
    [commandIds.newQueryFromHere]: async (item) => {
      if (isTreeItem<ExplorerItem>(item) && item.kind === "model") {
        await newQuery(parts, item);
      }
    },
    [commandIds.findInModel]: async (item) => {
      const target = isTreeItem<ExplorerItem>(item) && item.kind === "group" ? item.target : await activeTarget(parts);
      await find(parts, target);
    },
  };
}

/** Inserts a model name at the cursor of the last used query editor. If none is open, opens a new query. */
async function insert(parts: Parts, item: ModelItem): Promise<void> {
  const isQuery = (editor: vscode.TextEditor) => editor.document.languageId.startsWith(queryLanguage);
  const active = vscode.window.activeTextEditor;
  const editor = active && isQuery(active) ? active : vscode.window.visibleTextEditors.find(isQuery);
  if (!editor) {
    await newQuery(parts, item);
    return;
  }
  const { document, selection } = editor;
  const before = document.getText(new vscode.Range(new vscode.Position(0, 0), selection.start));
  await editor.edit((edit) => edit.replace(selection, createInsertionAfter(item.node, before)));
  await vscode.window.showTextDocument(document, { viewColumn: editor.viewColumn ?? vscode.ViewColumn.Active });
}

/** Opens a new query about a model name. First makes the connection and tenant of that name active. */
async function newQuery({ connections, names }: Parts, { node, target }: ModelItem): Promise<void> {
  await useTarget(connections, target);
  const content = await withProgress("notification", vscode.l10n.t("Preparing the query"), async (signal) => {
    const session = await connections.sessionFor(target.connectionId, target.tenant);
    const list = async (kind: "metric" | "property"): Promise<readonly ModelEntry[]> => {
      const search = { kind, prefix: "", object: node.object.id } as const;
      const { entries } = await names.readNames(session, search, 0, signal);
      return entries.filter(({ object = node.object.id }) => object === node.object.id);
    };
    return createQueryAbout(node, {
      timeColumn: (await connections.timeColumnOf(target.connectionId)) ?? defaultTimeColumn,
      now: Date.now(),
      metrics: await list("metric"),
      properties: node.kind === "object" || node.kind === "reference" ? await list("property") : [],
    });
  });
  const document = await vscode.workspace.openTextDocument({ language: queryLanguage, content });
  await vscode.window.showTextDocument(document, { preview: false });
}

/** Makes the connection and tenant of a tree item active. Asks for confirmation if another one is active. */
export async function useTarget(connections: TargetConnections, target: ItemTarget): Promise<void> {
  const { connectionId, tenant } = connections.displayedTarget;
  if (connectionId === target.connectionId && (tenant === undefined || tenant === target.tenant)) {
    return;
  }
  const { label } = connectionOf(target.connectionId, connections);
  const use = vscode.l10n.t("Use {0}", target.tenant);
  const question = vscode.l10n.t("Queries run on another tenant now. Use {0} of {1}?", target.tenant, label);
  if ((await showInformation(question, { modal: true }, use)) !== use) {
    throw new CancelledError();
  }
  await connections.setTarget(target);
}

async function activeTarget({ connections }: Parts): Promise<ItemTarget> {
  const { connectionId, tenant } = connections.displayedTarget;
  const [first] = tenant === undefined ? await connections.tenants(connectionId) : [];
  return { connectionId, tenant: tenant ?? first?.code ?? "" };
}

interface NamePick extends vscode.QuickPickItem {
  readonly item: ModelItem;
}

/** Lets the user search the model names as they type. Inserts the chosen name or opens a query about it. */
async function find(parts: Parts, target: ItemTarget): Promise<void> {
  const session = await parts.connections.sessionFor(target.connectionId, target.tenant);
  const newQueryButton = { iconPath: new vscode.ThemeIcon("new-file"), tooltip: vscode.l10n.t("New Query from Here") };
  const pick = vscode.window.createQuickPick<NamePick>();
  pick.title = vscode.l10n.t("Find in the Model of {0}", target.tenant);
  pick.placeholder = vscode.l10n.t("Metric, dimension, member, property or concept; two letters or more");
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  let stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const search = async (text: string, signal: AbortSignal) => {
    pick.busy = true;
    try {
      const read = (_: ItemTarget, what: Parameters<ExplorerModelNames["readNames"]>[1], page: number) =>
        parts.names.readNames(session, what, page, signal);
      const found = await searchModel("find", target, text, read, signal);
      if (!signal.aborted) {
        pick.items = found.map((item) => ({ ...pickOf(item), buttons: [newQueryButton] }));
      }
    } catch (error) {
      if (!signal.aborted) {
        pick.placeholder = vscode.l10n.t("The model could not be searched. Type again to retry.");
        parts.log.warn(error instanceof Error ? error.message : "The model could not be searched.");
      }
    } finally {
      pick.busy = signal.aborted ? pick.busy : false;
    }
  };
  pick.onDidChangeValue((text) => {
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    clearTimeout(timer);
    timer = setTimeout(() => void search(text.trim(), signal), typingPauseMs);
  });
  const chosen = await new Promise<{ readonly item: ModelItem; readonly isNew: boolean } | undefined>((resolve) => {
    pick.onDidAccept(() => {
      const [picked] = pick.selectedItems;
      resolve(picked && { item: picked.item, isNew: false });
      pick.hide();
    });
    pick.onDidTriggerItemButton(({ item: { item } }) => {
      resolve({ item, isNew: true });
      pick.hide();
    });
    pick.onDidHide(() => resolve(undefined));
    pick.show();
  });
  stop.abort();
  clearTimeout(timer);
  pick.dispose();
  if (chosen) {
    await (chosen.isNew ? newQuery(parts, chosen.item) : insert(parts, chosen.item));
  }
}

function pickOf(item: ModelItem): NamePick {
  const { kind, entry, object, dimension } = item.node;
  const owner = dimension ? `${object.id} · ${dimension.id}` : kind === "object" ? "" : object.id;
  return {
    label: disableIcons(kind === "member" ? entry.displayName : entry.id),
    description: disableIcons([kind, owner].filter((text) => text !== "").join(" · ")),
    detail: disableIcons(queryTextOf(item.node, kind === "object" ? "FROM" : "SELECT")),
    item,
  };
}
