import * as vscode from "vscode";
import { formatRows } from "../../host/amounts.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import { completeScratch } from "./scratch-completion-model.ts";

/** Returns the completions at a position of a scratch query over the open results. */
export function completeScratchDocument(
  document: vscode.TextDocument,
  position: vscode.Position,
  open: readonly ShownResult[],
): vscode.CompletionItem[] {
  const time = new Intl.DateTimeFormat(vscode.env.language, { timeStyle: "short" });
  const results = open.map(({ summary: { resultId, columns, rowCount }, origin: { title }, startedAtMs }) => ({
    resultId,
    title,
    columns: columns.map(({ name }) => name),
    detail: `${time.format(startedAtMs)} · ${formatRows(rowCount)}`,
  }));
  return completeScratch(document.getText(), document.offsetAt(position), results).map(
    ({ kind, label, detail, text, start }, index) => {
      const { Field, Reference } = vscode.CompletionItemKind;
      const item = new vscode.CompletionItem({ label, description: detail }, kind === "column" ? Field : Reference);
      item.insertText = text;
      if (kind === "result") {
        // Found by what is typed of the call, too.
        item.filterText = `${label} ${text}`;
      }
      item.range = new vscode.Range(document.positionAt(start), position);
      // In the order of the tabs and of the columns.
      item.sortText = String(index).padStart(5, "0");
      return item;
    },
  );
}
