import * as vscode from "vscode";
import type { TableMetadata } from "../../contract/table-sources.ts";
import { formatPlural } from "../../host/amounts.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { askText, backStep } from "../../host/step-input.ts";
import { disableIcons } from "../../host/untrusted-text.ts";
import { rowsText, timestampText } from "./amounts-text.ts";
import { parseTimestamp, type TableState, timestampOfState, timestampProblem } from "./table-states-model.ts";
import type { ListedTable } from "./table-target.ts";

/** Retention if a definition does not set it, in days (service-api, "Table sources"). */
const defaultRetentionDays = 7;

/**
 * Asks for a timestamp within the table's retention: that of a known state, or another. Leaves out the `current` state.
 * Returns it in ISO 8601. Throws CancelledError.
 */
export async function chooseTimestamp(
  { table }: ListedTable,
  states: readonly TableState[],
  title: string,
  current?: TableMetadata,
): Promise<string> {
  const retentionDays = table.snapshotRetentionDays ?? defaultRetentionDays;
  const nowMs = Date.now();
  const known = states.flatMap((state) => {
    const instant = timestampOfState(states, state, retentionDays, nowMs);
    const { recordsUpdatedAt, recordCount, title: job, transactionId } = state;
    const description = recordCount === undefined ? "" : rowsText(recordCount);
    const detail = job === undefined ? transactionId : disableIcons(job);
    const isCurrent = transactionId === current?.transactionId && recordsUpdatedAt === current.recordsUpdatedAt;
    return instant === undefined || isCurrent
      ? []
      : [{ label: timestampText(recordsUpdatedAt), description, detail, instant }];
  });
  const other = {
    label: vscode.l10n.t("$(edit) Another Date and Time..."),
    description: "",
    detail: formatPlural(retentionDays, [
      vscode.l10n.t("Uses the latest snapshot at or before it; snapshots are kept for 1 day"),
      vscode.l10n.t("Uses the latest snapshot at or before it; snapshots are kept for {0} days"),
    ]),
    instant: "",
  };
  const placeHolder = vscode.l10n.t("States of {0} known here, newest first", table.objectName);
  const chosen = await vscode.window.showQuickPick([...known, other], {
    title,
    placeHolder,
    matchOnDescription: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  if (!chosen) {
    throw new CancelledError();
  }
  if (chosen.instant !== "") {
    return chosen.instant;
  }
  const text = await askText(
    { title, step: 1, totalSteps: 1 },
    {
      prompt: vscode.l10n.t("Date and time, in UTC unless it has an offset"),
      value: new Date(nowMs).toISOString().slice(0, 16).replace("T", " "),
      placeHolder: "2026-01-31 12:00",
      problemOf: (typed) => problemText(timestampProblem(typed, retentionDays, Date.now()), retentionDays),
    },
  );
  const instant = text === backStep ? undefined : parseTimestamp(text);
  if (instant === undefined) {
    throw new CancelledError();
  }
  return instant;
}

function problemText(problem: ReturnType<typeof timestampProblem>, retentionDays: number): string | undefined {
  switch (problem) {
    case "form":
      return vscode.l10n.t("Not a date and time; write it like 2026-01-31 12:00 or 2026-01-31T12:00:00+01:00.");
    case "future":
      return vscode.l10n.t("The date and time is in the future.");
    case "retention":
      return formatPlural(retentionDays, [
        vscode.l10n.t("The table keeps its snapshots for 1 day."),
        vscode.l10n.t("The table keeps its snapshots for {0} days."),
      ]);
    default:
      return undefined;
  }
}
