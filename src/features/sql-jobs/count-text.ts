import * as vscode from "vscode";
import { formatCount, formatRows } from "../../host/amounts.ts";
import type { WriteTotals } from "./write-totals-model.ts";

/** Describes the changes to a table, such as `site_badge: 3 rows added, 2 changed, 0 removed`. */
export function totalsText(totals: WriteTotals): string {
  return `${totals.table}: ${changesText(totals) ?? sizesText(totals) ?? vscode.l10n.t("not counted, because the job fails before")}`;
}

/** Describes the size of a table, such as `10 rows before, 12 after`. Undefined if it was not counted. */
export function sizesText({ before, after }: Pick<WriteTotals, "before" | "after">): string | undefined {
  return before === undefined || after === undefined
    ? undefined
    : vscode.l10n.t("{0} before, {1} after", formatRows(before), formatCount(after));
}

/** Describes the known counts, such as `3 rows added, 2 changed`. Undefined if no count is known. */
export function changesText({
  added,
  changed,
  removed,
  isUpperBound,
}: Pick<WriteTotals, "added" | "changed" | "removed" | "isUpperBound">): string | undefined {
  const texts = [
    added === undefined ? undefined : vscode.l10n.t("{0} added", formatRows(added)),
    changed === undefined
      ? undefined
      : changedText(added === undefined ? formatRows(changed) : formatCount(changed), isUpperBound),
    removed === undefined
      ? undefined
      : added === undefined && changed === undefined
        ? vscode.l10n.t("{0} removed", formatRows(removed))
        : vscode.l10n.t("{0} removed", formatCount(removed)),
  ].filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : texts.join(", ");
}

function changedText(count: string, isUpperBound: boolean): string {
  return isUpperBound ? vscode.l10n.t("up to {0} changed", count) : vscode.l10n.t("{0} changed", count);
}
