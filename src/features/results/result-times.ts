import type * as vscode from "vscode";
import type { Disposable } from "../../base/disposable.ts";
import type { ResultListModel } from "./result-list-model.ts";

const timesKey = "workforce.resultTimes";

/** How long earlier results took, in milliseconds by their id. */
export function storedTimes(state: vscode.Memento): Readonly<Record<string, number>> {
  return state.get<Record<string, number>>(timesKey) ?? {};
}

/** Keeps how long each result took, so that it is still known when the window has been reloaded. */
export function keepTimes(state: vscode.Memento, results: ResultListModel): Disposable {
  const write = () => {
    const times = results
      .list()
      .flatMap(({ summary, elapsedMs }) => (elapsedMs === undefined ? [] : [[summary.resultId, elapsedMs] as const]));
    void state.update(timesKey, Object.fromEntries(times));
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
