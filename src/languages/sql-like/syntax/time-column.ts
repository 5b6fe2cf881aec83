import { isSameWordIgnoringCase } from "../../core/text/same-word.ts";
import { applyEdits } from "../../core/text/span.ts";
import { obsoleteTimeColumn } from "./keywords.ts";
import { parseScript } from "./parse-script.ts";
import type { Expression, NameNode, Statement } from "./tree.ts";
import { leftOperandOf, predicatesOf } from "./walk.ts";

/** Default name of the time column. A deployment profile may define another name. */
export const defaultTimeColumn = "Service_Time";

/**
 * Returns the name node of an expression that is the time column, in any letter case or under its obsolete name; else
 * undefined.
 */
export function findTimeColumnName(expression: Expression, timeColumn: string): NameNode | undefined {
  if (expression.kind !== "path" || expression.segments.length !== 1) {
    return undefined;
  }
  const name = expression.segments[0];
  const isTime =
    name && (isSameWordIgnoringCase(name.text, timeColumn) || isSameWordIgnoringCase(name.text, obsoleteTimeColumn));
  return isTime ? name : undefined;
}

/** Returns the text of queries with the time column renamed, for a deployment that uses another name. */
export function renameTimeColumn(text: string, from: string, to: string): string {
  const names = parseScript(text).script.statements.flatMap((statement) => timeNames(statement, from));
  return applyEdits(
    text,
    names.map(({ start, end }) => ({ start, end, text: to })),
  );
}

/** Returns the name nodes of the time column in a statement: as SELECT items and as left operands of conditions. */
function timeNames(statement: Statement, timeColumn: string) {
  if (statement.kind !== "query") {
    return [];
  }
  const { items, where } = statement;
  const conditions = where ? predicatesOf(where.condition).map(({ predicate }) => leftOperandOf(predicate)) : [];
  return [...items.map(({ expression }) => expression), ...conditions].flatMap((expression) => {
    const name = findTimeColumnName(expression, timeColumn);
    return name && isSameWordIgnoringCase(name.text, timeColumn) ? [name] : [];
  });
}
