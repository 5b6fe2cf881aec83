import { isSameWord } from "../../core/text/same-word.ts";
import { obsoleteTimeColumn } from "./keywords.ts";
import type { Expression, Name } from "./tree.ts";

/** Name of the time column unless a deployment profile says otherwise. */
export const defaultTimeColumn = "Service_Time";

/** The name that stands for time, when an expression is the time column, also in another letter case or by its old name. */
export function timeColumnName(expression: Expression, timeColumn: string): Name | undefined {
  if (expression.kind !== "path" || expression.segments.length !== 1) {
    return undefined;
  }
  const name = expression.segments[0];
  const isTime = name && (isSameWord(name.text, timeColumn) || isSameWord(name.text, obsoleteTimeColumn));
  return isTime ? name : undefined;
}
