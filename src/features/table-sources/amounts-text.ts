import * as vscode from "vscode";

/** A count as people of the editor's language write it; the service gives some as text. */
export function countText(count: number | string | undefined): string {
  if (count === undefined || count === "") {
    return vscode.l10n.t("an unknown number of");
  }
  return /^-?\d+$/.test(String(count))
    ? new Intl.NumberFormat(vscode.env.language).format(BigInt(count))
    : String(count);
}

const units = ["B", "kB", "MB", "GB", "TB"];

/** Such as `12.4 MB`. */
export function bytesText(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  const number = new Intl.NumberFormat(vscode.env.language, { maximumFractionDigits: 1 });
  return `${number.format(bytes / 1024 ** power)} ${units[power]}`;
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
