import * as vscode from "vscode";
import { formatCount, formatRows } from "../../host/amounts.ts";

/** Formats a count in the editor's language. The service sends some counts as text. */
export function countText(count: number | string | undefined): string {
  return isUnknown(count) ? vscode.l10n.t("unknown") : formatCount(count);
}

/** Formats a number of rows in the editor's language, such as `12,000 rows`. */
export function rowsText(count: number | string | undefined): string {
  return isUnknown(count) ? vscode.l10n.t("an unknown number of rows") : formatRows(count);
}

function isUnknown(count: number | string | undefined): count is "" | undefined {
  return count === undefined || count === "";
}

/** Formats a timestamp of the service in UTC, in a form that can also be typed. */
export function timestampText(timestamp: string): string {
  const ms = Date.parse(timestamp);
  return Number.isNaN(ms)
    ? timestamp
    : `${new Date(ms)
        .toISOString()
        .replace("T", " ")
        .replace(/\.\d+Z$/, "")} UTC`;
}
