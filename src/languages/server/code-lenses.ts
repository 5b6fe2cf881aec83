import { type StatementsParams, statementsRequest } from "../core/requests/statement-requests.ts";
import { readStatements } from "../sql-like/structure/code-lenses.ts";
import type { ServerParts } from "./server-parts.ts";

/**
 * Sends our extension the statements that can be run. The extension creates the lenses itself, since it knows the runs;
 * other editors could run nothing.
 */
export function registerCodeLenses({ connection }: ServerParts): void {
  connection.onRequest(statementsRequest, ({ text, isShellScript }: StatementsParams) =>
    readStatements(text, isShellScript),
  );
}
