import { assertNever } from "../../../base/assert-never.ts";
import type { ReservedWord } from "../syntax/keywords.ts";
import type { QueryKind } from "../syntax/query-kind.ts";

/** A word of the language in one or two sentences. */
export function describeWord(word: ReservedWord, kind: QueryKind | undefined): string {
  switch (word) {
    case "SELECT":
      return selectTexts[kind ?? "none"];
    case "FROM":
      return "The one subject or event that is queried. Others are reached by paths through references.";
    case "WHERE":
      return "Which records count, and the time: the time filter stands at the top, joined by AND.";
    case "AS":
      return "The name of the column. It cannot be used in WHERE.";
    case "AND":
      return "Both conditions hold. It binds closer than OR.";
    case "OR":
      return "At least one of the conditions holds. The time filter cannot stand under it.";
    case "NOT":
      return "The condition does not hold. It binds closer than AND.";
    case "IN":
      return "One of the members or values in the brackets, or the periods of time.";
    case "BETWEEN":
      return "From one value to another. Of a property both ends are included, of time the end is not.";
    case "IS":
    case "NULL":
      return "`IS NULL` holds where a value is missing, `IS NOT NULL` where there is one.";
    case "TRUE":
    case "FALSE":
      return "A truth value: what a concept is compared with.";
    default:
      return assertNever(word);
  }
}

const selectTexts: Readonly<Record<QueryKind | "none", string>> = {
  aggregate:
    "An **aggregate query**: it selects a metric. Every other item groups the result; time takes `IN periods(...)`.",
  list: "A **list query**: it selects no metric, so that each record is a row; time takes `BETWEEN`.",
  none: "The columns of the result. With a metric the query aggregates, without one it lists records.",
};
