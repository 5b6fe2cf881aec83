import type { StatementSummary, StatementsResponse } from "../../core/requests/server-requests.ts";
import { QueryDocument } from "../syntax/query-document.ts";
import { queryKind } from "../syntax/query-kind.ts";
import type { Statement } from "../syntax/tree.ts";

/**
 * Returns the statements of a text with their spans. Used to place code lenses above statements and to run single
 * statements.
 */
export function readStatements(text: string, isShellScript: boolean): StatementsResponse {
  const { parts } = QueryDocument.create(text, { isShellScript });
  return {
    statements: parts.flatMap(({ part, start }) =>
      part.statements.map((statement) => ({
        ...kindOf(statement),
        start: statement.start + start,
        end: statement.end + start,
      })),
    ),
    errors: parts.flatMap(({ part, start }) =>
      part.problems
        .filter(({ severity }) => severity === "error")
        .map((problem) => ({ start: problem.start + start, end: problem.end + start, message: problem.message })),
    ),
  };
}

type Kind<S = StatementSummary> = S extends StatementSummary ? Omit<S, "start" | "end"> : never;

function kindOf(statement: Statement): Kind {
  if (statement.kind === "query") {
    return { kind: queryKind(statement) };
  }
  if (statement.kind === "unknownStatement") {
    return { kind: "unknown" };
  }
  const { action, name, path } = statement;
  if (action === "setSchema") {
    const schema = name?.text.toLowerCase();
    return schema === "analytic" || schema === "staging" ? { kind: action, schema } : { kind: "unknown" };
  }
  if (action === "copy") {
    return name && path ? { kind: action, object: name.text, path: path.value } : { kind: "unknown" };
  }
  return { kind: action };
}
