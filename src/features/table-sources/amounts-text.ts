import * as vscode from "vscode";
import { countText as writtenCount } from "../../base/amounts.ts";

/** A count as people of the editor's language write it; the service gives some as text. */
export function countText(count: number | string | undefined): string {
  if (count === undefined || count === "") {
    return vscode.l10n.t("an unknown number of");
  }
  return writtenCount(count, vscode.env.language);
}

/** An instant of the service in UTC, as it is typed and sent. */
export function instantText(instant: string): string {
  const ms = Date.parse(instant);
  return Number.isNaN(ms)
    ? instant
    : `${new Date(ms)
        .toISOString()
        .replace("T", " ")
        .replace(/\.\d+Z$/, "")} UTC`;
}
