import * as vscode from "vscode";
import type { SqlStatement } from "../../client/sql/sql-statement.ts";
import { RunMarks } from "../../host/run-marks.ts";
import { positionInMessage } from "./table-sql-text-model.ts";

/** Highlights the running statement in the editor, and marks errors that the service reported. */
export class TableSqlEditor extends RunMarks {
  constructor() {
    super("workforce-table-sql-run");
  }

  showProblem(document: vscode.TextDocument, statement: SqlStatement, message: string): void {
    const target = positionInMessage(message);
    const position = target
      ? document.validatePosition(new vscode.Position(target.line, target.character))
      : document.positionAt(statement.start);
    this.addProblemAt(document, position, message);
  }
}
