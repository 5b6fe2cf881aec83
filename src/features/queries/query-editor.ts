import * as vscode from "vscode";
import { RunDecorations } from "../../host/run-decorations.ts";
import { positionInMessage, type Statement } from "./query-text-model.ts";

export const languageId = "workforce-sqllike";

/** Highlights the running statement in the editor and marks the errors that the service reports. */
export class QueryEditor extends RunDecorations {
  constructor() {
    super("workforce-run");
  }

  showProblem(document: vscode.TextDocument, message: string): void {
    const target = positionInMessage(message);
    if (!target) {
      return;
    }
    this.addProblemAt(document, document.validatePosition(new vscode.Position(target.line, target.character)), message);
  }

  /** Marks a problem in a document, from an offset to the end of the line. */
  markLine(document: vscode.TextDocument, offset: number, message: string): void {
    const start = document.validatePosition(document.positionAt(offset));
    this.addProblem(document, new vscode.Range(start, document.lineAt(start.line).range.end), message);
  }
}

export function rangeOf(document: vscode.TextDocument, { range }: Statement): vscode.Range {
  return new vscode.Range(document.positionAt(range.start), document.positionAt(range.end));
}
