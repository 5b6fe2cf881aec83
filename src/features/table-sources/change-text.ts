import * as vscode from "vscode";
import { assertNever } from "../../base/assert-never.ts";
import type { DefinitionChange, DefinitionChanges } from "./definition-changes-model.ts";

/** What an update does, a line for each change; what is lost comes with the rows that it is lost from. */
export function changeLines({ changes, kept, likelyRenames }: DefinitionChanges, rows: string | undefined): string[] {
  return [
    ...changes.map((change) => changeLine(change, rows)),
    ...likelyRenames.map(({ from, to }) =>
      vscode.l10n.t(
        "If {0} is the new name of {1}: the service goes by names, so its values do not move. Add the column first and copy them by SQL.",
        to,
        from,
      ),
    ),
    ...(changes.some(({ kind }) => kind.startsWith("column"))
      ? [vscode.l10n.t("Kept with their values: {0} columns.", kept.length)]
      : []),
  ];
}

function changeLine(change: DefinitionChange, rows: string | undefined): string {
  switch (change.kind) {
    case "renamed":
      return vscode.l10n.t(
        "Table {0} becomes {1}; queries of views and job files go on using the old name.",
        change.from,
        change.to,
      );
    case "columnLost":
      return rows === undefined || rows === "0"
        ? vscode.l10n.t("− {0} ({1})", change.name, change.dataType)
        : vscode.l10n.t("− {0} ({1}): its values in {2} rows are lost", change.name, change.dataType, rows);
    case "columnAdded":
      return vscode.l10n.t("+ {0} ({1}): missing in the rows there are", change.name, change.dataType);
    case "columnRetyped":
      return vscode.l10n.t(
        "{0}: {1} becomes {2}; the service refuses that where values would be lost",
        change.name,
        change.from,
        change.to,
      );
    case "viewChanged":
      return vscode.l10n.t("The view is another one; its rows stay as they are until it is regenerated.");
    case "viewEnabled":
      return vscode.l10n.t("The table becomes a materialized view; regenerate it to fill it.");
    case "viewDisabled":
      return vscode.l10n.t("The view becomes an ordinary table, which is not kept up to date any more.");
    case "field":
      return vscode.l10n.t("{0}: {1} becomes {2}", change.field, shortened(change.from), shortened(change.to));
    default:
      return assertNever(change);
  }
}

/** A modal has no room for a description. */
function shortened(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}...`;
}
