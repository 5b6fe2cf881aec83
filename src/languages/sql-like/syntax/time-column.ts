import { isSameWord } from "../../core/text/same-word.ts";
import { obsoleteTimeColumn } from "./keywords.ts";
import type { Expression, Name } from "./tree.ts";

/** Default name of the time column; a deployment profile may set another. */
export const defaultTimeColumn = "Service_Time";

/** Name node if an expression is the time column, in any letter case or under its obsolete name. */
export function timeColumnName(expression: Expression, timeColumn: string): Name | undefined {
  if (expression.kind !== "path" || expression.segments.length !== 1) {
    return undefined;
  }
  const name = expression.segments[0];
  const isTime = name && (isSameWord(name.text, timeColumn) || isSameWord(name.text, obsoleteTimeColumn));
  return isTime ? name : undefined;
}
