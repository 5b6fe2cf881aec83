import { addPeriodUnits } from "../../languages/sql-like/syntax.ts";
import { count, monthsBetween, readPeriod, type TimeContext, toCount, toUnit, unitPattern } from "./named-periods.ts";

/** The end of a day that a question names, with the number of characters that name it. */
interface NamedInstant {
  readonly at: number;
  readonly size: number;
}

const ends = /^(?:(?:at|by|as of|as at|from|between|on) )?(?:the )?(?:end of|year end|close of)(?: of)?(?: the)? /u;
const starts = /^(?:(?:at|by|as of|as at|from|between|on) )?(?:the )?(?:start|beginning) of(?: the)? /u;
const nows =
  /^(?:between )?(?:today|now|right now|currently|at present|at the moment|as of (?:now|today)|current)(?= |$)/u;
const ago = new RegExp(`^${count} ${unitPattern} ago(?= |$)`, "u");
const joins =
  /^ (?:(?:compared|in comparison|relative) (?:to|with)|versus|vs|vs \.|against|than|and|or|to|until|till|with|rather than)(?: with| at| on| by| as of| what it was at)* /u;

function readInstant(text: string, context: TimeContext): NamedInstant | undefined {
  const now = nows.exec(text);
  if (now) {
    return { at: context.dataEnd, size: now[0].length };
  }
  const before = ago.exec(text);
  if (before) {
    return { at: addPeriodUnits(context.dataEnd, toUnit(before[2]), -toCount(before[1])), size: before[0].length };
  }
  const prefix = ends.exec(text) ?? starts.exec(text);
  const period = prefix && readPeriod(text.slice(prefix[0].length), context);
  return prefix && period
    ? { at: starts.test(text) ? period.from : period.to, size: prefix[0].length + period.size }
    : undefined;
}

/**
 * Reads two instants that are compared, such as "now versus at the end of 2024": two intervals, of which each ends in
 * one of them.
 */
export function readComparedInstants(text: string, context: TimeContext) {
  const first = readInstant(text, context);
  const joined = first && joins.exec(text.slice(first.size));
  const rest = joined ? text.slice(first.size + joined[0].length) : "";
  // "At the end of 2023 and 2024" names the end once.
  const bare = ends.test(text) ? readPeriod(rest, context) : undefined;
  const second = readInstant(rest, context) ?? (bare && { at: bare.to, size: bare.size });
  if (!first || !joined || !second) {
    return undefined;
  }
  const [earlier, later] = [Math.min(first.at, second.at), Math.max(first.at, second.at)];
  const months = monthsBetween(earlier, later);
  return months > 0 && addPeriodUnits(earlier, "MONTH", months) === later
    ? {
        size: first.size + joined[0].length + second.size,
        range: { from: addPeriodUnits(earlier, "MONTH", -months), to: later, isSpan: true },
        impliedMonths: months,
      }
    : undefined;
}
