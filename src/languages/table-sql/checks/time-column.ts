import type { Fix, FixableProblem } from "../../core/text/fix.ts";
import type { NameResolver } from "../names/name-resolver.ts";
import { lastYear, primaryTimestamps, timePredicate } from "../names/time-predicate.ts";
import { createProblem } from "../syntax/diagnostics.ts";
import { quoteNameIfNeeded } from "../syntax/lexer.ts";
import type { ColumnUse, Scope } from "../syntax/scopes.ts";
import type { Token } from "../syntax/token.ts";
import { timeRangeAfter } from "./time-range.ts";

export interface TimeCheck {
  readonly resolver: NameResolver;
  readonly timeColumn: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Tokens of the statement. */
  readonly tokens: readonly Token[];
}

/** Reports a use of the time column of the SQL-like language, and offers the primary timestamp as its replacement. */
export function checkTimeColumn(
  use: ColumnUse,
  scope: Scope,
  check: TimeCheck,
  isEverythingKnown: boolean,
): FixableProblem | undefined {
  const { timeColumn, resolver } = check;
  const name = use.path.at(-1);
  if (name?.text.toLowerCase() !== timeColumn.toLowerCase()) {
    return undefined;
  }
  const timestamps = primaryTimestamps(scope, resolver);
  const owner = use.path.length > 1 ? `${quoteNameIfNeeded(use.path[0]?.text ?? "")}.` : "";
  const matching = timestamps.filter(({ path }) => path.startsWith(owner));
  const [first] = matching;
  if (!first) {
    const reason = isEverythingKnown
      ? ", and no table of this query has a primary timestamp to use instead"
      : "; compare the primary timestamp of its table";
    return createProblem("TS402", use, { name: timeColumn, reason });
  }
  const problem = createProblem("TS401", use, { name: timeColumn, column: first.path });
  return { ...problem, fixes: matching.flatMap((timestamp) => replacementFixes(use, timestamp, check)) };
}

/** Replaces `Service_Time BETWEEN ...` by a predicate over the primary timestamp; elsewhere only the column's name. */
function replacementFixes(
  use: ColumnUse,
  timestamp: ReturnType<typeof primaryTimestamps>[number],
  { tokens, now }: TimeCheck,
): Fix[] {
  const found = timeRangeAfter(tokens, use.end);
  const isCondition = use.clause === "where" || use.clause === "on" || use.clause === "having";
  const predicate = timePredicate(timestamp, found?.range ?? lastYear(now));
  const predicateEdit = { start: use.start, end: found?.end ?? use.end, text: predicate };
  const columnEdit = { start: use.start, end: use.end, text: timestamp.path };
  const isCompared = !found && comparisons.has(tokens.find(({ start }) => start >= use.end)?.key ?? "");
  const edit = isCondition && !isCompared ? predicateEdit : columnEdit;
  return [{ title: `Replace with ${edit.text}`, edits: [edit] }];
}

const comparisons: ReadonlySet<string> = new Set("= == <> != < > <= >= <=> IN BETWEEN IS NOT".split(" "));
