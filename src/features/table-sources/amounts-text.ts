import * as vscode from "vscode";
import { formatCount as writtenCount } from "../../base/amounts.ts";

/** Formats a count in the editor's language. The service sends some counts as text. */
export function countText(count: number | string | undefined): string {
  if (count === undefined || count === "") {
    return vscode.l10n.t("an unknown number of");
  }
  return writtenCount(count, vscode.env.language);
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
