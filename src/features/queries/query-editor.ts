import * as vscode from "vscode";
import { RunDecorations, type RunText } from "../../host/run-decorations.ts";
import { positionInMessage, type Statement } from "./query-text-model.ts";

export const languageId = "workforce-sqllike";

/** Highlights the running statement in the editor and marks the errors that the service reports. */
export class QueryEditor extends RunDecorations {
  constructor() {
    super("workforce-run");
  }

  showProblem(run: RunText, message: string): void {
    const target = positionInMessage(message);
    if (!target) {
      return;
    }
    this.addProblemAt(run, run.document.validatePosition(new vscode.Position(target.line, target.character)), message);
  }
}

export function rangeOf(document: vscode.TextDocument, { range }: Statement): vscode.Range {
  return new vscode.Range(document.positionAt(range.start), document.positionAt(range.end));
}
