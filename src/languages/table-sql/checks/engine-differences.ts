import type { FixableProblem } from "../../core/text/fix.ts";
import type { Span } from "../../core/text/span.ts";
import { functions } from "../functions/functions.ts";
import { createProblem } from "../syntax/diagnostics.ts";
import type { CallUse, StatementScopes } from "../syntax/scopes.ts";
import type { Token } from "../syntax/token.ts";
import { scopesOf } from "../syntax/walk.ts";

interface EngineDifference {
  /** What it is called when it is spoken of. */
  readonly construct: string;
  /**
   * Words and signs one after the other, in capitals, where `...` is anything up to the end of the bracket; or the name of a
   * function with its bracket: `rand(`. None where `find` knows it.
   */
  readonly pattern?: readonly string[];
  /** Where a statement meets it that no words tell. */
  readonly find?: (statement: StatementScopes) => Span | undefined;
  /** Of a function: it is refused or differs only with so many arguments or more. */
  readonly minimumArguments?: number;
  readonly difference: string;
}

const earlier = "the action reset brings a table back to an earlier time";

/**
 * What the engine of the embedded service refuses, or answers with something else than Spark (sql-like-language 13.6 and
 * docs/spark-differences.md), as far as the text alone tells it: not by the types of columns, nor by what stands in patterns.
 */
export const engineDifferences: readonly EngineDifference[] = [
  { construct: "TABLESAMPLE", pattern: ["TABLESAMPLE"], difference: "TABLESAMPLE is refused; use LIMIT." },
  ...["VERSION", "TIMESTAMP", "SYSTEM_VERSION", "SYSTEM_TIME"].map((word) => ({
    construct: `${word} AS OF`,
    pattern: [word, "AS", "OF"],
    difference: `${word} AS OF is refused; ${earlier}.`,
  })),
  {
    construct: "INSERT with PARTITION",
    pattern: ["PARTITION", "("],
    difference: "INSERT with PARTITION is refused; table sources have no partitions.",
  },
  {
    construct: "INSERT with REPLACE WHERE",
    pattern: ["REPLACE", "WHERE"],
    difference: "INSERT with REPLACE WHERE is refused; use DELETE and INSERT.",
  },
  {
    construct: "INSERT OVERWRITE DIRECTORY",
    pattern: ["OVERWRITE", "DIRECTORY"],
    difference: "INSERT OVERWRITE DIRECTORY is refused; an output of the job writes a file.",
  },
  {
    construct: "INSERT OVERWRITE LOCAL DIRECTORY",
    pattern: ["OVERWRITE", "LOCAL", "DIRECTORY"],
    difference: "INSERT OVERWRITE LOCAL DIRECTORY is refused; an output of the job writes a file.",
  },
  {
    construct: "FROM with several INSERTs",
    find: ({ writes }) => writes[1]?.target,
    difference: "FROM with several INSERTs is refused; write an action for each INSERT.",
  },
  {
    construct: "PIVOT by several columns",
    pattern: ["FOR", "("],
    difference: "PIVOT by several columns is refused; pivot by one.",
  },
  {
    construct: "UNPIVOT into several columns",
    pattern: ["UNPIVOT", "(", "("],
    difference: "UNPIVOT into several columns is refused; unpivot one at a time.",
  },
  {
    construct: "WITHIN GROUP in descending order",
    pattern: ["WITHIN", "GROUP", "(", "...", "DESC"],
    difference: "WITHIN GROUP in descending order is refused; take 1 minus the percentage.",
  },
  ...["rand", "random"].map((name) => ({
    construct: `${name} with a seed`,
    pattern: [`${name}(`],
    minimumArguments: 1,
    difference: `${name} with a seed is refused, as its numbers are Spark's own; use ${name}().`,
  })),
  {
    construct: "array_sort with a lambda",
    pattern: ["array_sort("],
    minimumArguments: 2,
    difference: "array_sort with a lambda is refused; use it without.",
  },
  {
    construct: "options of from_json",
    pattern: ["from_json("],
    minimumArguments: 3,
    difference: "from_json with options is refused; leave them out.",
  },
  {
    construct: "options of to_json",
    pattern: ["to_json("],
    minimumArguments: 2,
    difference: "to_json with options is refused; leave them out.",
  },
  ...["approx_count_distinct", "approx_percentile", "percentile_approx"].map((name) => ({
    construct: name,
    pattern: [`${name}(`],
    difference: `${name} is exact, so that its answer may differ from that of Spark.`,
  })),
  {
    construct: "unbase64",
    pattern: ["unbase64("],
    difference: "a text in unbase64 that is no base64 fails the action.",
  },
  ...functions.flatMap(({ name, engine }) => {
    const reason = engine === "unknown" ? "the engine does not know it" : typeof engine === "object" && engine.refused;
    return reason ? [{ construct: name, pattern: [`${name}(`], difference: `${name} is refused; ${reason}.` }] : [];
  }),
];

/** By the first of their pattern. */
const differencesByFirst = new Map<string, EngineDifference[]>();
for (const difference of engineDifferences) {
  const first = difference.pattern?.[0];
  if (first !== undefined) {
    differencesByFirst.set(first, [...(differencesByFirst.get(first) ?? []), difference]);
  }
}

/** The differences that a statement meets, where it meets them. */
export function checkDifferences(statement: StatementScopes, tokens: readonly Token[]): FixableProblem[] {
  const problems: FixableProblem[] = [];
  for (const { find, difference } of engineDifferences) {
    const span = find?.(statement);
    if (span) {
      problems.push(createProblem("TS601", span, { difference }));
    }
  }
  for (const { uses } of scopesOf(statement)) {
    for (const use of uses) {
      if (use.kind === "call") {
        problems.push(...checkCall(use));
      }
    }
  }
  for (let index = 0; index < tokens.length; index++) {
    for (const { pattern = [], difference } of differencesByFirst.get(tokens[index]?.key ?? "") ?? []) {
      const span = findPattern(pattern, tokens, index);
      if (span) {
        problems.push(createProblem("TS601", span, { difference }));
      }
    }
  }
  return problems;
}

function checkCall({ name, arguments: given }: CallUse): FixableProblem[] {
  const differences = differencesByFirst.get(`${name.text.toLowerCase()}(`) ?? [];
  return differences
    .filter(({ minimumArguments = 0 }) => given.length >= minimumArguments)
    .map(({ difference }) => createProblem("TS601", name, { difference }));
}

/** The tokens from one on that a pattern fits. */
function findPattern(pattern: readonly string[], tokens: readonly Token[], from: number): Span | undefined {
  let index = from;
  for (const [place, key] of pattern.entries()) {
    if (key === "...") {
      index = indexInBracket(pattern[place + 1], tokens, index);
    } else if (tokens[index]?.key === key) {
      index++;
    } else {
      return undefined;
    }
  }
  return { start: tokens[from]?.start ?? 0, end: tokens[index - 1]?.end ?? 0 };
}

/** Where a word follows before the bracket ends that is open, or where it ends. */
function indexInBracket(word: string | undefined, tokens: readonly Token[], from: number): number {
  let depth = 0;
  let index = from;
  for (; index < tokens.length; index++) {
    const key = tokens[index]?.key;
    if (depth === 0 && (key === word || key === ")")) {
      break;
    }
    depth += key === "(" ? 1 : key === ")" ? -1 : 0;
  }
  return index;
}
