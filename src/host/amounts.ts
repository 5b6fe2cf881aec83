import * as vscode from "vscode";
import * as amounts from "../base/amounts.ts";

/** Such as `4.2 MB`, in the language of the editor. */
export function bytesText(bytes: number): string {
  return amounts.bytesText(bytes, vscode.env.language);
}

/** Such as `12,000`, in the language of the editor. */
export function countText(count: number | string): string {
  return amounts.countText(count, vscode.env.language);
}
