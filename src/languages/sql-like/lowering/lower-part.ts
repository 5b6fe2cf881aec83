import type { ModelSource } from "../../core/model/model-source.ts";
import type { LowerStatementResult } from "../../core/requests/server-requests.ts";
import { lineAndColumnAt } from "../../core/text/locate.ts";
import { isError, type Problem } from "../../core/text/problem.ts";
import { bindQuery } from "../binding/bind-query.ts";
import type { ParsedStatementText } from "../syntax/query-document.ts";
import { lowerQuery } from "./lower-query.ts";

const maxMessages = 5;

/**
 * Converts the single query of a document part to the equivalent JSON query requests. Returns a problem if the part is
 * not exactly one valid query.
 */
export function lowerStatementText(
  { text, statements, problems }: ParsedStatementText,
  model: ModelSource,
  timeColumn: string,
): LowerStatementResult {
  const [statement, ...others] = statements;
  if (statement?.kind !== "query" || others.length > 0) {
    return { kind: "problem", message: describe(text, problems) };
  }
  const bound = bindQuery(statement, model, { timeColumn, output: "table" });
  const all = [...problems, ...bound.problems];
  const { query } = bound;
  if (!query || all.some(isError)) {
    return { kind: "problem", message: describe(text, all) };
  }
  const lowered = lowerQuery(query);
  if (lowered.kind === "list") {
    return { kind: "list" };
  }
  // Each metric is lowered separately, so that its request carries only its own parameters.
  const requests = query.items.flatMap((metric) => {
    const items = query.items.filter((item) => item.kind !== "metric" || item === metric);
    const alone = metric.kind === "metric" ? lowerQuery({ ...query, items }) : undefined;
    return alone?.kind === "aggregate" ? [alone.request] : [];
  });
  return { kind: "aggregate", requests, columns: lowered.columns };
}

/** Returns the error messages with line and column, worded as in the service's error responses. */
function describe(text: string, problems: readonly Problem[]): string {
  const errors = problems.filter(isError).sort((one, other) => one.start - other.start);
  const messages = errors.slice(0, maxMessages).map(({ start, message }) => {
    const { line, column } = lineAndColumnAt(text, start);
    return `line ${line}, column ${column}: ${message}`;
  });
  return messages.join("\n") || "line 1, column 1: A query starts with SELECT.";
}
