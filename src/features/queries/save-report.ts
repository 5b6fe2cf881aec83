import * as vscode from "vscode";
import { CancelledError } from "../../host/cancellation.ts";
import { showInformation, showWarning } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import { askLine } from "../../host/step-input.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import type { RunTarget } from "./query-runner.ts";
import type { Statement } from "./query-text-model.ts";

interface VisibilityItem extends vscode.QuickPickItem {
  readonly isPublished: boolean;
}

type RefreshTree = (target: TenantTarget, path: string) => void;

/** Saves a statement with its options as a report of the target's tenant. Throws CancelledError on Escape. */
export async function saveAsReport(statement: Statement, target: RunTarget, refreshTree: RefreshTree): Promise<void> {
  const dialog = vscode.l10n.t("Save as Report");
  const title = await askLine(dialog, {
    prompt: vscode.l10n.t("Title of the new report on {0}", target.connection),
    value: statement.title,
    problemOf: (text) => (text.trim() === "" ? vscode.l10n.t("Enter a title.") : undefined),
  });
  if (title === undefined) {
    throw new CancelledError();
  }
  const items: readonly VisibilityItem[] = [
    {
      label: vscode.l10n.t("Only Me"),
      detail: vscode.l10n.t("A draft, which nobody else sees."),
      isPublished: false,
    },
    {
      label: vscode.l10n.t("Everybody Who May Query"),
      detail: vscode.l10n.t("Published. Others run it with their own rights."),
      isPublished: true,
    },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: dialog,
    placeHolder: vscode.l10n.t("Who may run the report"),
  });
  if (!picked) {
    throw new CancelledError();
  }
  const saved = await withProgress("notification", vscode.l10n.t("Saving {0}", title), async (signal) => {
    const { client } = await target.session();
    const { aggregateQueryOptions, listQueryOptions } = statement.options;
    const body = {
      title: title.trim(),
      query: statement.text.trim(),
      isPublishedReport: picked.isPublished,
      ...(aggregateQueryOptions && { aggregateQueryOptions }),
      ...(listQueryOptions && { listQueryOptions }),
    };
    return await client.createReport({ body }, { signal });
  });
  void refreshReports(target, refreshTree);
  await (saved.query === undefined
    ? showWarning(vscode.l10n.t("The service saved the report {0}, but does not say that it has the query.", title))
    : showInformation(vscode.l10n.t("The report {0} is saved. It is in the explorer, under Reports.", title)));
}

/** Reloads the reports in the explorer. Never rejects, since the report is saved also where its tenant is not known. */
async function refreshReports(target: RunTarget, refreshTree: RefreshTree): Promise<void> {
  const tenant = target.tenant ?? (await target.loginTenant().catch(() => undefined));
  if (tenant !== undefined) {
    refreshTree({ connectionId: target.connectionId, tenant }, "reports");
  }
}
