import * as vscode from "vscode";
import type { Client } from "../../client/client.ts";
import { withProgress } from "../../host/progress.ts";
import { cancelBatches, cancelOutcome } from "./cancel-jobs-model.ts";

/** Cancels jobs when the person is sure of it, and says which could not be. */
export async function cancelJobs(client: Pick<Client, "cancelJobs">, ids: readonly string[]): Promise<void> {
  if (ids.length === 0 || !(await isSure(ids.length))) {
    return;
  }
  const place = { viewId: "workforce.jobs" };
  const results = await withProgress(place, vscode.l10n.t("Cancelling jobs"), async (signal) => {
    const all = [];
    for (const jobIds of cancelBatches(ids)) {
      const answer = await client.cancelJobs({ body: { jobIds: [...jobIds] } }, { signal });
      all.push(...(answer.jobCancellationResults ?? []));
    }
    return all;
  });
  const { cancelled, refused } = cancelOutcome(results);
  if (refused.length > 0) {
    const title = vscode.l10n.t("{0} cancelled, {1} not.", cancelled, refused.length);
    await vscode.window.showWarningMessage(title, { modal: true, detail: refused.slice(0, 20).join("\n") });
  }
}

async function isSure(count: number): Promise<boolean> {
  const question =
    count === 1
      ? vscode.l10n.t("Cancel this job?")
      : vscode.l10n.t("Cancel {0} jobs?", count.toLocaleString(vscode.env.language));
  const detail = vscode.l10n.t("What they did so far may stay. A receiving job that is running cannot be cancelled.");
  const confirm = vscode.l10n.t("Cancel Jobs");
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, confirm)) === confirm;
}
