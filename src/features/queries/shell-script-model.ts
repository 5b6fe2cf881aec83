import type { OperationName } from "../../contract/contract.ts";
import type { StatementSummary, StatementsResponse } from "../../languages/core/requests/server-requests.ts";
import { lineAndColumnAt } from "../../languages/core/text/locate.ts";

export const shellLanguageId = "workforce-sqllike-shell";

/** Error that stopped a shell script. The message names the line. */
export class ShellScriptError extends Error {
  override readonly name = "ShellScriptError";
  /** Zero-based offset of the error in the script. */
  readonly offset: number;

  constructor(message: string, { text, offset, ...options }: ErrorOptions & { text: string; offset: number }) {
    super(`Line ${lineAndColumnAt(text, offset).line}: ${message}`, options);
    this.offset = offset;
  }
}

/** Validates a shell script before anything is sent. Throws ShellScriptError for the first error. */
export function checkShellScript(text: string, { statements, errors }: StatementsResponse): void {
  const [error] = errors;
  if (error) {
    throw new ShellScriptError(`${error.message} Nothing was run.`, { text, offset: error.start });
  }
  const opened = statements.findLastIndex(({ kind }) => kind === "begin");
  const begin = statements[opened];
  const isEnded = statements.slice(opened).some(({ kind }) => kind === "commit" || kind === "rollback");
  if (begin && !isEnded) {
    const advice = "End the script with COMMIT or ROLLBACK.";
    const message = `The transaction is never ended. ${advice} Nothing was run.`;
    throw new ShellScriptError(message, { text, offset: begin.start });
  }
}

/** Returns the names of the service operations that a script requires. Empty if the script contains only queries. */
export function shellOperations(statements: readonly Pick<StatementSummary, "kind">[]): readonly OperationName[] {
  const kinds = new Set(statements.map(({ kind }) => kind));
  return Object.entries(intakeOperations).flatMap(([kind, operation]) =>
    kinds.has(kind as StatementSummary["kind"]) ? [operation] : [],
  );
}

const intakeOperations = {
  begin: "startIntakeTransaction",
  copy: "uploadIntakeFile",
  commit: "commitIntakeTransaction",
  rollback: "rollBackIntakeTransaction",
} as const;

/** Returns a short description of a statement for progress and messages, without values and paths. */
export function shellStatementTitle(statement: StatementSummary): string {
  switch (statement.kind) {
    case "setSchema":
      return `SET schema TO ${statement.schema}`;
    case "begin":
      return "BEGIN TRANSACTION";
    case "copy":
      return `COPY ${statement.object}`;
    case "commit":
      return "COMMIT";
    case "rollback":
      return "ROLLBACK";
    default:
      return "SELECT";
  }
}
