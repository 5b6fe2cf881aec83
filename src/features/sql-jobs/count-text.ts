import * as vscode from "vscode";
import type { WriteTotals } from "./write-totals-model.ts";

export function countText(count: number): string {
  return count.toLocaleString(vscode.env.language);
}

/** Such as `site_badge: 3 rows added, 2 changed, 0 removed`. */
export function totalsText({ table, added, changed, removed, isUpTo }: WriteTotals): string {
  const text = (count: number | undefined) => (count === undefined ? "?" : countText(count));
  return isUpTo && changed !== undefined
    ? vscode.l10n.t(
        "{0}: {1} rows added, up to {2} changed, {3} removed",
        table,
        text(added),
        text(changed),
        text(removed),
      )
    : vscode.l10n.t("{0}: {1} rows added, {2} changed, {3} removed", table, text(added), text(changed), text(removed));
}

/** Such as `4.2 MB`. */
export function bytesText(bytes: number): string {
  const [amount, unit] = bytes < 1e6 ? [bytes / 1e3, "kilobyte"] : [bytes / 1e6, "megabyte"];
  return amount.toLocaleString(vscode.env.language, { style: "unit", unit, maximumFractionDigits: 1 });
}
