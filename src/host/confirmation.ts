import * as vscode from "vscode";
import type { ConnectionRole } from "../base/connection-role.ts";
import { showWarning } from "./notifications.ts";
import { disableIcons } from "./untrusted-text.ts";

/** Prompt to confirm an action that writes, deletes or reverts something. */
interface Confirmation {
  readonly question: string;
  /** Facts about the action that help the user decide, one per line. */
  readonly detail: string;
  /** Label of the button that confirms the action. */
  readonly confirm: string;
  readonly role: ConnectionRole;
}

/**
 * Asks the user to confirm an action. Returns false if the user declines. On production, "Cancel" has the focus. A
 * modal message of VS Code always focuses the first button of the extension, so a quick pick is used there instead.
 */
export async function askToConfirm({ question, detail, confirm, role }: Confirmation): Promise<boolean> {
  return role === "production"
    ? await askWithList(question, detail, confirm)
    : (await showWarning(question, { modal: true, detail }, confirm)) === confirm;
}

async function askWithList(question: string, detail: string, confirm: string): Promise<boolean> {
  const cancel: vscode.QuickPickItem = {
    label: `$(close) ${vscode.l10n.t("Cancel")}`,
    description: vscode.l10n.t("changes nothing"),
  };
  const goOn: vscode.QuickPickItem = {
    label: `$(warning) ${disableIcons(confirm)}`,
    description: vscode.l10n.t("on production"),
  };
  // An item of a quick pick does not wrap, so the details are split into sentences.
  const lines = detail.split(/\n|(?<=[.?]) /).filter((line) => line.trim() !== "");
  const pick = vscode.window.createQuickPick();
  pick.title = disableIcons(question);
  pick.placeholder = vscode.l10n.t("Choose, or press Escape to cancel");
  pick.ignoreFocusOut = true;
  pick.items = [
    cancel,
    goOn,
    { label: vscode.l10n.t("Details"), kind: vscode.QuickPickItemKind.Separator },
    ...lines.map((line) => ({ label: disableIcons(line) })),
  ];
  pick.activeItems = [cancel];
  return await new Promise<boolean>((resolve) => {
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      // The details are items that do nothing.
      if (chosen === cancel || chosen === goOn) {
        resolve(chosen === goOn);
      }
    });
    pick.onDidHide(() => resolve(false));
    pick.show();
  }).finally(() => pick.dispose());
}
