import * as vscode from "vscode";
import type { Session } from "../../client/call/client.ts";
import { formatPlural } from "../../host/amounts.ts";
import { askSaveUri } from "../../host/file-dialogs.ts";
import { withProgress } from "../../host/progress.ts";
import { modelFileSuffix } from "../../languages/core/model/model-file.ts";
import { collectModel } from "./collect-model.ts";
import { NameSearcher } from "./name-search-model.ts";

/** Exports the analytics model to a file. Asks the user for the contents and the location. */
export async function exportModel(currentSession: () => Promise<Session>): Promise<void> {
  const session = await currentSession();
  const choice = await vscode.window.showQuickPick(
    [
      {
        label: vscode.l10n.t("Names"),
        description: vscode.l10n.t("without the members of dimensions"),
        hasMembers: false,
      },
      { label: vscode.l10n.t("Names and members"), description: vscode.l10n.t("may be large"), hasMembers: true },
    ],
    { title: vscode.l10n.t("Export Model"), placeHolder: vscode.l10n.t("Contents of the file") },
  );
  const target = choice && (await chooseTargetFile(session));
  if (!choice || !target) {
    return;
  }
  const file = await withProgress("notification", vscode.l10n.t("Exporting the model"), (signal, report) =>
    collectModel({
      nameSearcher: new NameSearcher((body) => session.client.searchObjects({ body }, { signal })),
      hasMembers: choice.hasMembers,
      signal,
      report: ({ kind, count }) =>
        report(formatPlural(count, [vscode.l10n.t("{1}: 1 name"), vscode.l10n.t("{1}: {0} names")], kind)),
      exported: {
        at: new Date().toISOString(),
        connection: session.connectionLabel,
        ...(session.tenant !== undefined && { tenant: session.tenant }),
        ...(session.project && { project: session.project.name }),
      },
    }),
  );
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(`${JSON.stringify(file, undefined, 2)}\n`));
  await vscode.window.showTextDocument(target);
}

function chooseTargetFile({ tenant, connectionLabel }: Session): Promise<vscode.Uri | undefined> {
  return askSaveUri({
    title: vscode.l10n.t("Export Model"),
    name: `${(tenant ?? connectionLabel).replace(/[^\p{L}\p{N}_-]+/gu, "-")}${modelFileSuffix}`,
    filters: { [vscode.l10n.t("Workforce model")]: ["workforce-model.json"] },
  });
}
