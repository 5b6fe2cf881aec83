import * as vscode from "vscode";
import type { Client } from "../../client/call/client.ts";
import { showWarning } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import { cancelAll, summarizeCancellation } from "./cancel-jobs-model.ts";

/** Jobs of one tenant to cancel, with the client that cancels them. */
export interface JobsToCancel {
  readonly client: () => Promise<Pick<Client, "cancelJobs">>;
  readonly ids: readonly string[];
}

/** Cancels jobs after the user confirmed, and shows which of them could not be cancelled. */
export async function cancelJobs(all: readonly JobsToCancel[]): Promise<void> {
  const count = all.reduce((sum, { ids }) => sum + ids.length, 0);
  if (count === 0 || !(await confirmCancel(count))) {
    return;
  }
  const results = await withProgress("notification", vscode.l10n.t("Cancelling jobs"), async (signal) => {
    const results = [];
    for (const { client, ids } of all) {
      results.push(...(await cancelAll(await client(), ids, signal)));
    }
    return results;
  });
  const { cancelled, refused } = summarizeCancellation(results);
  if (refused.length > 0) {
    const title = vscode.l10n.t("{0} cancelled, {1} not.", cancelled, refused.length);
    await showWarning(title, { modal: true, detail: refused.slice(0, 20).join("\n") });
  }
}

async function confirmCancel(count: number): Promise<boolean> {
  const question =
    count === 1
      ? vscode.l10n.t("Cancel this job?")
      : vscode.l10n.t("Cancel {0} jobs?", count.toLocaleString(vscode.env.language));
  const detail = vscode.l10n.t(
    "Work that is already done may remain. A receiving job that is running cannot be cancelled.",
  );
  const confirm = vscode.l10n.t("Cancel Jobs");
  return (await showWarning(question, { modal: true, detail }, confirm)) === confirm;
}
