import type { FixableProblem } from "../core/text/fix.ts";
import { createProblem } from "./syntax/diagnostics.ts";
import type { TextForm, TextPart } from "./syntax/read-text.ts";

/** Says when a statement is not one that a job runs (sql-like-language 13.1), or that a view is made from (13.4). */
export function checkStatementKind({ parsed, tokens }: TextPart, form: TextForm = "statements"): FixableProblem[] {
  const { statement } = parsed;
  if (!statement || form === "joinFilter") {
    return [];
  }
  const { head, verb } = statement;
  if (verb === undefined) {
    return refused(head.text) ? [refuse(statement, tokens)] : [];
  }
  return form === "viewQuery" && verb !== "SELECT" ? [createProblem("TS503", head, { head: head.text })] : [];
}

function refuse({ head }: NonNullable<TextPart["parsed"]["statement"]>, tokens: TextPart["tokens"]): FixableProblem {
  const isTable = /\bTABLE$/.test(head.text);
  const problem = createProblem(isTable ? "TS501" : "TS502", head, { head: head.text });
  const name = tokens.find(({ start, kind }) => start >= head.end && kind !== "end");
  return head.text === "TRUNCATE TABLE" && name
    ? { ...problem, fixes: [{ title: "Replace with DELETE FROM", edits: [{ ...head, text: "DELETE FROM" }] }] }
    : problem;
}

/** Words that begin a statement of Spark; any other first word is a slip that the grammar reports. */
const verbs: ReadonlySet<string> = new Set(
  `ADD ALTER ANALYZE CACHE CLEAR COMMENT CREATE DECLARE DESC DESCRIBE DROP EXPORT GRANT IMPORT LIST LOAD LOCK MSCK OPTIMIZE
  REFRESH REPAIR REPLACE RESET REVOKE SET SHOW TRUNCATE UNCACHE UNLOCK USE COMMIT ROLLBACK START`
    .trim()
    .split(/\s+/),
);

function refused(head: string): boolean {
  return verbs.has(head.split(" ")[0] ?? "");
}
