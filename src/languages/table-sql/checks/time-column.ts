import type { Fix, FixableProblem } from "../../core/text/fix.ts";
import type { Names } from "../names/names.ts";
import { lastYear, primaryTimestamps, timePredicate } from "../names/time-predicate.ts";
import { createProblem } from "../syntax/diagnostics.ts";
import { writeName } from "../syntax/lexer.ts";
import type { ColumnUse, Scope } from "../syntax/scopes.ts";
import type { Token } from "../syntax/token.ts";
import { timeRangeAfter } from "./time-range.ts";

export interface TimeCheck {
  readonly names: Names;
  readonly timeColumn: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Tokens of the statement. */
  readonly tokens: readonly Token[];
}

/** A problem when a name is the time column of the SQL-like language, with the primary timestamp in its place as the fix. */
export function checkTimeColumn(
  use: ColumnUse,
  scope: Scope,
  check: TimeCheck,
  isEverythingKnown: boolean,
): FixableProblem | undefined {
  const { timeColumn, names } = check;
  const name = use.path.at(-1);
  if (name?.text.toLowerCase() !== timeColumn.toLowerCase()) {
    return undefined;
  }
  const timestamps = primaryTimestamps(scope, names);
  const owner = use.path.length > 1 ? `${writeName(use.path[0]?.text ?? "")}.` : "";
  const own = timestamps.filter(({ path }) => path.startsWith(owner));
  const [first] = own;
  if (!first) {
    const reason = isEverythingKnown
      ? ", and no table of this query has a primary timestamp to stand for it"
      : "; compare the primary timestamp of its table";
    return createProblem("TS402", use, { name: timeColumn, reason });
  }
  const problem = createProblem("TS401", use, { name: timeColumn, column: first.path });
  return { ...problem, fixes: own.flatMap((timestamp) => fixesFor(use, timestamp, check)) };
}

/** `Service_Time BETWEEN ...` becomes a whole predicate; elsewhere the column alone takes the place. */
function fixesFor(
  use: ColumnUse,
  timestamp: ReturnType<typeof primaryTimestamps>[number],
  { tokens, now }: TimeCheck,
): Fix[] {
  const found = timeRangeAfter(tokens, use.end);
  const isBare = use.clause === "where" || use.clause === "on" || use.clause === "having";
  const predicate = timePredicate(timestamp, found?.range ?? lastYear(now));
  const whole = { start: use.start, end: found?.end ?? use.end, text: predicate };
  const alone = { start: use.start, end: use.end, text: timestamp.path };
  const isCompared = !found && comparisons.has(tokens.find(({ start }) => start >= use.end)?.key ?? "");
  const edit = isBare && !isCompared ? whole : alone;
  return [{ title: `Replace with ${edit.text}`, edits: [edit] }];
}

const comparisons: ReadonlySet<string> = new Set("= == <> != < > <= >= <=> IN BETWEEN IS NOT".split(" "));
