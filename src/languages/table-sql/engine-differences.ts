import type { FixableProblem } from "../core/fix.ts";
import type { Span } from "../core/span.ts";
import { createProblem } from "./diagnostics.ts";
import type { Token } from "./token.ts";
import type { CallUse, Statement } from "./tree.ts";
import { scopesOf } from "./walk.ts";

export interface EngineDifference {
  /** What it is called when it is spoken of. */
  readonly construct: string;
  /** Words and signs one after the other, in capitals, or the name of a function with its bracket: `nvl(`. */
  readonly pattern: readonly string[];
  readonly difference: string;
}

/** Where Spark and the DuckDB of the embedded service do not do the same (sql-like-language 13.6). */
export const engineDifferences: readonly EngineDifference[] = [
  {
    construct: "NULL-safe equality",
    pattern: ["<=>"],
    difference: "`<=>` is another operator there; it runs as IS NOT DISTINCT FROM.",
  },
  {
    construct: "RLIKE",
    pattern: ["RLIKE"],
    difference: "RLIKE runs as regexp_matches, whose patterns are RE2, not Java.",
  },
  {
    construct: "REGEXP",
    pattern: ["REGEXP"],
    difference: "REGEXP runs as regexp_matches, whose patterns are RE2, not Java.",
  },
  { construct: "DIV", pattern: ["DIV"], difference: "DIV is missing; it runs as the operator //." },
  {
    construct: "INSERT OVERWRITE",
    pattern: ["INSERT", "OVERWRITE"],
    difference: "INSERT OVERWRITE is missing; it runs as a DELETE of all rows and an INSERT.",
  },
  { construct: "LEFT ANTI JOIN", pattern: ["LEFT", "ANTI"], difference: "the join is written without LEFT." },
  { construct: "LEFT SEMI JOIN", pattern: ["LEFT", "SEMI"], difference: "the join is written without LEFT." },
  { construct: "nvl", pattern: ["nvl("], difference: "nvl is missing; it runs as coalesce." },
  {
    construct: "concat",
    pattern: ["concat("],
    difference: "concat leaves NULL out, in Spark one NULL makes the whole NULL; it runs as the operator ||.",
  },
  {
    construct: "CAST",
    pattern: ["cast("],
    difference: "a value that cannot be converted is an error, in Spark NULL; it runs as TRY_CAST.",
  },
  { construct: "datediff", pattern: ["datediff("], difference: "datediff takes the unit first, then start and end." },
  { construct: "to_date", pattern: ["to_date("], difference: "to_date is missing; it runs as a CAST." },
  {
    construct: "to_timestamp",
    pattern: ["to_timestamp("],
    difference: "to_timestamp takes a number there; it runs as a CAST.",
  },
  {
    construct: "date_format",
    pattern: ["date_format("],
    difference: "date_format is missing; it runs as strftime with a translated pattern.",
  },
  {
    construct: "add_months",
    pattern: ["add_months("],
    difference: "add_months is missing; it runs as interval arithmetic.",
  },
  { construct: "trunc", pattern: ["trunc("], difference: "trunc rounds numbers there; it runs as date_trunc." },
  { construct: "explode", pattern: ["explode("], difference: "explode is missing; it runs as unnest." },
  {
    construct: "size",
    pattern: ["size("],
    difference: "size is missing; it runs as len, which gives NULL, not -1, for NULL.",
  },
  { construct: "collect_list", pattern: ["collect_list("], difference: "collect_list is missing; it runs as list." },
  { construct: "array", pattern: ["array("], difference: "array(...) is missing; it runs as a list literal." },
  {
    construct: "get_json_object",
    pattern: ["get_json_object("],
    difference: "get_json_object is missing; it runs as a JSON function.",
  },
  {
    construct: "substring from 0",
    pattern: ["substring("],
    difference: "a start of 0 gives one character fewer; it runs as a start of 1.",
  },
  {
    construct: "ORDER BY",
    pattern: ["ORDER", "BY"],
    difference: "NULL is sorted last, in Spark first when ascending; write NULLS FIRST or NULLS LAST.",
  },
];

/** The differences that a statement meets, where it meets them; what says itself what it wants is left out. */
export function checkDifferences(statement: Statement, tokens: readonly Token[]): FixableProblem[] {
  const calls = [...scopesOf(statement)].flatMap(({ uses }) => uses.filter((use) => use.kind === "call"));
  return engineDifferences.flatMap(({ pattern, difference }) =>
    [...findCalls(pattern, calls, tokens), ...findWords(pattern, tokens)].map((span) =>
      createProblem("TS601", span, { difference }),
    ),
  );
}

function findCalls([first = ""]: readonly string[], calls: readonly CallUse[], tokens: readonly Token[]): Span[] {
  if (!first.endsWith("(")) {
    return [];
  }
  const found = calls.filter(({ name }) => `${name.text.toLowerCase()}(` === first);
  return found.filter((call) => first !== "substring(" || startsAtZero(call, tokens)).map(({ name }) => name);
}

function startsAtZero({ arguments: [, start] }: CallUse, tokens: readonly Token[]): boolean {
  return tokens.some((token) => token.start === start?.start && token.end === start.end && token.text === "0");
}

function findWords(pattern: readonly string[], tokens: readonly Token[]): Span[] {
  const [first, second] = pattern;
  return tokens.flatMap((token, index) => {
    const next = tokens[index + 1];
    if (token.key !== first || (second !== undefined && next?.key !== second)) {
      return [];
    }
    const isWanted = first !== "ORDER" || !saysNulls(tokens, index);
    return isWanted ? [{ start: token.start, end: second === undefined ? token.end : (next?.end ?? token.end) }] : [];
  });
}

/** Whether the sort keys after ORDER BY say where NULL goes, up to the end of the clause. */
function saysNulls(tokens: readonly Token[], from: number): boolean {
  let depth = 0;
  for (let index = from; index < tokens.length; index++) {
    const key = tokens[index]?.key ?? "";
    depth += key === "(" ? 1 : key === ")" ? -1 : 0;
    if (key === "NULLS" && depth === 0) {
      return true;
    }
    if (depth < 0 || (depth === 0 && (key === "LIMIT" || key === "ROWS" || key === "RANGE"))) {
      return false;
    }
  }
  return false;
}
