import * as vscode from "vscode";
import { type ExtractionPlan, type ExtractionSpan, firstDayOf } from "./extraction-plan-model.ts";

/** Describes the rows that an extraction reads and their use, a sentence each. `names` are those of the connectors. */
export function describeExtraction(
  { span, output }: Omit<ExtractionPlan, "connectors">,
  names: readonly string[],
  nowMs: number,
): readonly string[] {
  return [
    vscode.l10n.t("Reads: {0}", names.join(", ")),
    spanText(span, nowMs),
    vscode.l10n.t("Tables without an incremental column are read whole."),
    outputText(output),
  ];
}

function spanText(span: ExtractionSpan, nowMs: number): string {
  switch (span.kind) {
    case "last":
      return vscode.l10n.t("Rows that changed since the last extraction ended, up to now; of a first one all rows.");
    case "weeks":
    case "months":
      return vscode.l10n.t("Rows that changed on {0} or later, up to now.", dayText(firstDayOf(span, nowMs)));
    case "since":
      return vscode.l10n.t("Rows that changed at {0} or later, up to now.", instantText(span.atMs));
    case "all":
      return vscode.l10n.t("All rows, whenever they changed.");
  }
}

function outputText(output: ExtractionPlan["output"]): string {
  switch (output) {
    case "receive":
      return vscode.l10n.t("The rows are received. The next processing takes them into a data version.");
    case "process":
      return vscode.l10n.t("The rows are received and processed, and production answers with them.");
    case "tables":
      return vscode.l10n.t("The rows are written into the table sources of these names, in one transaction.");
  }
}

function dayText(atMs: number): string {
  return new Date(atMs).toLocaleDateString(vscode.env.language, { dateStyle: "medium", timeZone: "UTC" });
}

function instantText(atMs: number): string {
  return new Date(atMs).toLocaleString(vscode.env.language, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "UTC",
    timeZoneName: "short",
  });
}
