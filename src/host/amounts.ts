import * as vscode from "vscode";
import * as amounts from "../base/amounts.ts";

/** Formats a number of bytes in the language of the editor, such as `4.2 MB`. */
export function bytesText(bytes: number): string {
  return amounts.bytesText(bytes, vscode.env.language);
}

/** Formats a count in the language of the editor, such as `12,000`. */
export function countText(count: number | string): string {
  return amounts.countText(count, vscode.env.language);
}
