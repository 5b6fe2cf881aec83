import * as vscode from "vscode";
import { CancelledError } from "../../host/cancellation.ts";
import { commandIds } from "../../host/command-ids.ts";
import { showWarning } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import { countText } from "./amounts-text.ts";
import type { NotedTableStates } from "./noted-states.ts";
import { listTables, type PlacedTable, placeText } from "./table-place.ts";
import { dependentsOf } from "./view-graph-model.ts";

/** Deletes the definition of a table source, after a look at its rows and at who depends on it. */
export async function deleteTableSource(placed: PlacedTable, states: NotedTableStates): Promise<void> {
  const { table, session } = placed;
  const title = vscode.l10n.t("Looking at what depends on {0}", table.objectName);
  const { recordCount, dependents } = await withProgress("notification", title, async (signal) => ({
    recordCount: (await states.read(placed, signal)).recordCount,
    dependents: dependentsOf(await listTables(placed, signal), table.uuid),
  }));
  const remove = vscode.l10n.t("Delete Definition");
  const question = vscode.l10n.t("Delete the table source {0}?", table.objectName);
  const detail = [
    `${placeText(placed)} (${session.role})`,
    "",
    vscode.l10n.t(
      "Its definition is deleted. Its {0} stored rows are kept by the service, but no SQL reaches them any more, and a new table of the name starts empty.",
      countText(recordCount),
    ),
    ...(table.canChildrenInherit ? ["", vscode.l10n.t("Analytic tenants that inherit it lose it, too.")] : []),
    ...(dependents.length > 0
      ? ["", vscode.l10n.t("Views that read it: {0}. The service refuses while they do.", dependents.join(", "))]
      : []),
  ].join("\n");
  if ((await showWarning(question, { modal: true, detail }, remove)) !== remove) {
    throw new CancelledError();
  }
  await withProgress("notification", vscode.l10n.t("Deleting {0}", table.objectName), (signal) =>
    session.client.deleteTableSource({ path: { tableId: table.uuid } }, { signal }),
  );
  await vscode.commands.executeCommand(commandIds.refreshExplorer);
}
