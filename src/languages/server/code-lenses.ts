import { type StatementsParams, statementsRequest } from "../core/requests/statement-requests.ts";
import { readStatements } from "../sql-like/structure/code-lenses.ts";
import type { ServerParts } from "./server-parts.ts";

/**
 * Tells our extension what may be run where. It makes the lenses itself: it knows the runs, and an editor that only speaks the
 * protocol could run nothing.
 */
export function registerCodeLenses({ connection }: ServerParts): void {
  connection.onRequest(statementsRequest, ({ text, isShellScript }: StatementsParams) =>
    readStatements(text, isShellScript),
  );
}
