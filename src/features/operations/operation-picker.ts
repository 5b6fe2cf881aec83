import * as vscode from "vscode";
import type { OperationEntry, OperationGroup } from "./operation-list-model.ts";

interface OperationItem extends vscode.QuickPickItem {
  readonly operation?: string;
}

/** Asks for one of all operations; undefined when nobody chose. */
export async function pickOperation(groups: readonly OperationGroup[]): Promise<string | undefined> {
  const items = groups.flatMap(({ title, entries }): OperationItem[] => [
    { label: title, kind: vscode.QuickPickItemKind.Separator },
    ...entries.map(itemOf),
  ]);
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t("Call Operation"),
    placeHolder: vscode.l10n.t("Type a part of a title, a name or a path"),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.operation;
}

function itemOf({ operation, title, route, kind, isPathAssumed }: OperationEntry): OperationItem {
  const assumed = isPathAssumed ? ` · ${vscode.l10n.t("assumed path")}` : "";
  return { label: title, description: `${operation} · ${kind}${assumed}`, detail: route, operation };
}
