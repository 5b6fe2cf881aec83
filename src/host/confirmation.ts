import * as vscode from "vscode";
import type { ConnectionRole } from "../base/connection-role.ts";
import { disableIcons } from "./link-free.ts";
import { showWarning } from "./notifications.ts";

/** A question to agree to before something is written, deleted or undone. */
interface Confirmation {
  readonly question: string;
  /** Facts to judge by, one a line. */
  readonly detail: string;
  /** Label of the button that agrees. */
  readonly confirm: string;
  readonly role: ConnectionRole;
}

/**
 * Asks whether to go on. On production the answer that changes nothing has the focus; VS Code gives it in a modal
 * message to the first button of the extension and always puts its own "Cancel" last, so production asks with a list.
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
  // A line of the list does not wrap.
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
      // The details are only there to be read.
      if (chosen === cancel || chosen === goOn) {
        resolve(chosen === goOn);
      }
    });
    pick.onDidHide(() => resolve(false));
    pick.show();
  }).finally(() => pick.dispose());
}
