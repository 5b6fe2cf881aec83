import { isSameWord } from "../../core/text/same-word.ts";
import { applyEdits } from "../../core/text/text-edit.ts";
import { parseScript } from "./parse-script.ts";
import { timeColumnName } from "./time-column.ts";
import type { Statement } from "./tree.ts";
import { leftOf, predicatesOf } from "./walk.ts";

/** The text of queries that name the time column `from`, as a deployment has it that names it `to`. */
export function renameTimeColumn(text: string, from: string, to: string): string {
  const names = parseScript(text).script.statements.flatMap((statement) => timeNames(statement, from));
  return applyEdits(
    text,
    names.map(({ start, end }) => ({ start, end, text: to })),
  );
}

/** Where a statement names the time column by this name: among its columns, and on the left of its conditions. */
function timeNames(statement: Statement, timeColumn: string) {
  if (statement.kind !== "query") {
    return [];
  }
  const { items, where } = statement;
  const conditions = where ? predicatesOf(where.condition).map(({ predicate }) => leftOf(predicate)) : [];
  return [...items.map(({ expression }) => expression), ...conditions].flatMap((expression) => {
    const name = timeColumnName(expression, timeColumn);
    return name && isSameWord(name.text, timeColumn) ? [name] : [];
  });
}
