import * as vscode from "vscode";
import type { OperationDefinition } from "../../contract/operation.ts";
import type { CallTarget } from "./call-target.ts";
import { groupOperations, matchingOperations, type OperationEntry, onlyAvailable } from "./operation-list-model.ts";

interface OperationItem extends vscode.QuickPickItem {
  readonly operation?: string;
}

/**
 * Asks the user for one of all API operations. Undefined if the user cancelled. Operations that the service does not
 * support are marked, and a button hides them.
 */
export function pickOperation(
  rows: Readonly<Record<string, OperationDefinition>>,
  target: CallTarget,
): Promise<string | undefined> {
  const pick = vscode.window.createQuickPick<OperationItem>();
  let hidesUnavailable = false;
  const fill = () => {
    const groups = groupOperations(rows, target.availability.known());
    const active = pick.activeItems[0]?.operation;
    const offered = hidesUnavailable ? onlyAvailable(groups) : groups;
    const items = itemsOf(matchingOperations(offered, pick.value), target.connection);
    pick.items = items.length > 0 ? items : [noMatchItem()];
    // The list may be refilled while somebody moves through it.
    const kept = pick.items.filter(({ operation }) => operation !== undefined && operation === active);
    if (kept.length > 0) {
      pick.activeItems = kept;
    }
    pick.buttons = [filterButton(hidesUnavailable, target.connection)];
  };
  pick.title = vscode.l10n.t("Call Operation");
  pick.placeholder = vscode.l10n.t("Type a part of a title, a name or a path");
  pick.keepScrollPosition = true;
  // VS Code finds only texts that are written in one piece, so the list is filtered here.
  pick.onDidChangeValue(() => fill());
  pick.onDidTriggerButton(() => {
    hidesUnavailable = !hidesUnavailable;
    fill();
  });
  fill();
  pick.show();
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      const operation = pick.selectedItems[0]?.operation;
      if (operation !== undefined) {
        resolve(operation);
        pick.hide();
      }
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
  });
}

function itemsOf(groups: ReturnType<typeof groupOperations>, connection: string): OperationItem[] {
  return groups.flatMap(({ title, entries }): OperationItem[] => [
    { label: title, kind: vscode.QuickPickItemKind.Separator },
    ...entries.map((entry) => itemOf(entry, connection)),
  ]);
}

function itemOf(entry: OperationEntry, connection: string): OperationItem {
  const { operation, title, route, kind, isPathAssumed, isAvailable } = entry;
  const details = [
    operation,
    kind,
    ...(isPathAssumed ? [vscode.l10n.t("assumed path")] : []),
    ...(isAvailable ? [] : [vscode.l10n.t("not available on {0} yet", connection)]),
  ];
  return {
    label: isAvailable ? title : `$(circle-slash) ${title}`,
    description: details.join(" · "),
    detail: route,
    operation,
    alwaysShow: true,
  };
}

function noMatchItem(): OperationItem {
  return { label: vscode.l10n.t("No operation contains all of these words"), alwaysShow: true };
}

function filterButton(hidesUnavailable: boolean, connection: string): vscode.QuickInputButton {
  return hidesUnavailable
    ? { iconPath: new vscode.ThemeIcon("filter-filled"), tooltip: vscode.l10n.t("Show All Operations") }
    : {
        iconPath: new vscode.ThemeIcon("filter"),
        tooltip: vscode.l10n.t("Show Only Operations That Are Available on {0}", connection),
      };
}
