import type * as vscode from "vscode";
import type { Disposable } from "../../base/disposable.ts";
import type { RememberedResults, ResultListModel } from "./result-list-model.ts";

const timesKey = "workforce.resultTimes";
const openedKey = "workforce.openedResults";
const orderKey = "workforce.resultOrder";
const touchedKey = "workforce.touchedResults";
const titlesKey = "workforce.resultTitles";

/** Reads the state of earlier results that is stored separately from their rows, such as titles and tab order. */
export function rememberedResults(state: vscode.Memento): RememberedResults {
  return {
    times: state.get<Record<string, number>>(timesKey) ?? {},
    openedIds: state.get<readonly string[]>(openedKey) ?? [],
    order: state.get<readonly string[]>(orderKey) ?? [],
    touchedIds: state.get<readonly string[]>(touchedKey) ?? [],
    titles: state.get<Record<string, string>>(titlesKey) ?? {},
  };
}

/**
 * Stores the state of results that survives window reloads: durations, order and titles of the tabs, which results the
 * user worked on, and which notebook results were opened.
 */
export function rememberResults(state: vscode.Memento, results: ResultListModel): Disposable {
  const write = () => {
    const list = results.list();
    const times = list.flatMap(({ summary, elapsedMs }) =>
      elapsedMs === undefined ? [] : [[summary.resultId, elapsedMs] as const],
    );
    const opened = list.filter((result) => result.origin.isInNotebook && results.isListed(result));
    void state.update(timesKey, Object.fromEntries(times));
    void state.update(
      openedKey,
      opened.map(({ summary }) => summary.resultId),
    );
    const ids = list.map(({ summary }) => summary.resultId);
    void state.update(orderKey, ids);
    void state.update(
      touchedKey,
      ids.filter((id) => results.isTouched(id)),
    );
    const titles = ids.map((id) => [id, results.givenTitle(id)] as const).filter(([, title]) => title !== undefined);
    void state.update(titlesKey, Object.fromEntries(titles));
  };
  const changed = results.onDidChange(({ elapsedMs }) => {
    if (elapsedMs !== undefined) {
      write();
    }
  });
  const closed = results.onDidClose(write);
  return {
    dispose: () => {
      changed.dispose();
      closed.dispose();
    },
  };
}
