import * as vscode from "vscode";
import { formatRows } from "../../host/amounts.ts";
import { entryDescription, entryDetail, type HistoryEntry, type HistoryFormats } from "./history-model.ts";

interface HistoryActions {
  /** Opens the result of a past run if its rows are still stored. Otherwise opens the text of the query. */
  open(entry: HistoryEntry): Promise<void>;
  runAgain(entry: HistoryEntry): Promise<void>;
  delete(entry: HistoryEntry): Promise<void>;
  clear(): Promise<void>;
}

interface EntryItem extends vscode.QuickPickItem {
  readonly entry: HistoryEntry;
}

/**
 * Asks the user for a past query run, searchable by title, connection, state and query text. `stored` contains the ids
 * of results whose rows are still stored.
 */
export function pickFromHistory(
  list: () => readonly HistoryEntry[],
  stored: ReadonlySet<string>,
  actions: HistoryActions,
  onFailure: (error: unknown) => void,
): vscode.QuickPick<EntryItem> {
  const pick = vscode.window.createQuickPick<EntryItem>();
  const runAgain = { iconPath: new vscode.ThemeIcon("debug-rerun"), tooltip: vscode.l10n.t("Run Again") };
  const remove = { iconPath: new vscode.ThemeIcon("trash"), tooltip: vscode.l10n.t("Delete from History") };
  const clear = { iconPath: new vscode.ThemeIcon("clear-all"), tooltip: vscode.l10n.t("Clear History") };
  const fill = () => {
    pick.items = list().map((entry) => ({
      label: entry.title,
      description: entryDescription(entry, formats),
      detail: entryDetail(entry),
      iconPath: new vscode.ThemeIcon(stored.has(entry.id) ? "table" : "history"),
      buttons: [runAgain, remove],
      entry,
    }));
    pick.placeholder =
      pick.items.length === 0
        ? vscode.l10n.t("Nothing has been run yet.")
        : vscode.l10n.t("Search by title, tenant, project, state or text; Enter opens the rows, or else the query");
  };
  const act = (work: Promise<void>, after: () => void) => {
    work.then(after, onFailure);
  };
  pick.title = vscode.l10n.t("Result History");
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.buttons = [clear];
  fill();
  pick.onDidAccept(() => {
    const [item] = pick.selectedItems;
    pick.hide();
    if (item) {
      act(actions.open(item.entry), () => undefined);
    }
  });
  pick.onDidTriggerItemButton(({ item, button }) => {
    if (button === remove) {
      act(actions.delete(item.entry), fill);
      return;
    }
    pick.hide();
    act(actions.runAgain(item.entry), () => undefined);
  });
  pick.onDidTriggerButton(() => act(actions.clear(), fill));
  pick.onDidHide(() => pick.dispose());
  pick.show();
  return pick;
}

const formats: HistoryFormats = {
  rows: formatRows,
  state: (state) =>
    ({
      loading: vscode.l10n.t("loading"),
      done: vscode.l10n.t("done"),
      partial: vscode.l10n.t("partial"),
      failed: vscode.l10n.t("failed"),
      cancelled: vscode.l10n.t("cancelled"),
    })[state],
  when: (epochMs) => new Date(epochMs).toLocaleString(vscode.env.language),
};
