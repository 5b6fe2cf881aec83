import * as vscode from "vscode";
import { CancelledError } from "../../host/cancellation.ts";
import { askChoice, back } from "../../host/step-input.ts";
import type { UploadMode } from "./file-check-model.ts";
import { columnsOf, type ListedTable } from "./table-target.ts";

export interface UploadChoice {
  readonly mode: UploadMode;
  readonly keys: readonly string[];
}

/** Asks how to combine the file with the table's existing rows. Throws CancelledError. */
export async function askUpload(listedTable: ListedTable, title: string): Promise<UploadChoice> {
  for (;;) {
    const mode = await askChoice<UploadMode>(
      { title, step: 1, totalSteps: 2 },
      {
        prompt: vscode.l10n.t("What happens to the existing rows of {0}?", listedTable.table.objectName),
        choices: [
          {
            value: "upsert",
            label: vscode.l10n.t("Update by Keys"),
            detail: vscode.l10n.t(
              "Rows with the same keys are replaced, and the other rows of the file are added (upsert)",
            ),
          },
          {
            value: "append",
            label: vscode.l10n.t("Append"),
            detail: vscode.l10n.t("All rows of the file are added to the existing rows"),
          },
          {
            value: "replace",
            label: vscode.l10n.t("Replace"),
            detail: vscode.l10n.t("The rows of the file replace all existing rows"),
          },
        ],
      },
    );
    if (mode === back) {
      throw new CancelledError();
    }
    const keys = mode === "upsert" ? await askKeys(listedTable, title) : [];
    if (keys) {
      return { mode, keys };
    }
  }
}

/** Returns undefined if the user goes back to the previous step. */
async function askKeys({ table }: ListedTable, title: string): Promise<readonly string[] | undefined> {
  const pick = vscode.window.createQuickPick();
  pick.title = title;
  pick.step = 2;
  pick.totalSteps = 2;
  pick.ignoreFocusOut = true;
  pick.canSelectMany = true;
  pick.placeholder = vscode.l10n.t("Columns that together identify a row of {0}", table.objectName);
  pick.buttons = [vscode.QuickInputButtons.Back];
  pick.items = columnsOf(table).map(({ name, dataType }) => ({ label: name, description: dataType }));
  return await new Promise<readonly string[] | undefined>((resolve, reject) => {
    pick.onDidAccept(() => {
      if (pick.selectedItems.length > 0) {
        resolve(pick.selectedItems.map(({ label }) => label));
      }
    });
    pick.onDidTriggerButton(() => resolve(undefined));
    pick.onDidHide(() => reject(new CancelledError()));
    pick.show();
  }).finally(() => pick.dispose());
}
