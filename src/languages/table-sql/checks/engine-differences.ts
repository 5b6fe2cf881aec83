import type { FixableProblem } from "../../core/text/fix.ts";
import type { Span } from "../../core/text/span.ts";
import { sparkFunctions } from "../functions/functions.ts";
import { createSqlProblem } from "../syntax/diagnostics.ts";
import type { Token } from "../syntax/lexer.ts";
import type { CallUse, StatementScopes } from "../syntax/scopes.ts";
import { scopesOfStatement } from "../syntax/walk.ts";

interface EngineDifference {
  /** Name of the SQL construct, unique in the list of differences. */
  readonly construct: string;
  /**
   * Pattern of consecutive tokens in capitals, in which `...` matches any tokens within the current brackets. For a
   * function, its name with the opening bracket, such as `rand(`. Undefined if `find` is defined.
   */
  readonly pattern?: readonly string[];
  /** Finds a SQL construct that a token pattern cannot describe. */
  readonly find?: (statement: StatementScopes) => Span | undefined;
  /** Minimum number of arguments with which a function behaves differently from Spark. */
  readonly minimumArguments?: number;
  readonly difference: string;
}

const resetAdvice = "use the action reset to restore an earlier state of a table";

/**
 * SQL constructs that the embedded engine rejects or evaluates differently from Spark (sql-like-language 13.6 and
 * docs/spark-differences.md). Only constructs that can be recognized without column types and values are listed.
 */
export const engineDifferences: readonly EngineDifference[] = [
  { construct: "TABLESAMPLE", pattern: ["TABLESAMPLE"], difference: "TABLESAMPLE is refused; use LIMIT." },
  ...["VERSION", "TIMESTAMP", "SYSTEM_VERSION", "SYSTEM_TIME"].map((word) => ({
    construct: `${word} AS OF`,
    pattern: [word, "AS", "OF"],
    difference: `${word} AS OF is refused; ${resetAdvice}.`,
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
    difference: "PIVOT by several columns is refused; pivot by one column.",
  },
  {
    construct: "UNPIVOT into several columns",
    pattern: ["UNPIVOT", "(", "("],
    difference: "UNPIVOT into several columns is refused; unpivot into one column at a time.",
  },
  {
    construct: "WITHIN GROUP in descending order",
    pattern: ["WITHIN", "GROUP", "(", "...", "DESC"],
    difference: "WITHIN GROUP in descending order is refused; use ascending order with 1 minus the percentage.",
  },
  ...["rand", "random"].map((name) => ({
    construct: `${name} with a seed`,
    pattern: [`${name}(`],
    minimumArguments: 1,
    difference: `${name} with a seed is refused, because the engine cannot reproduce Spark's numbers; use ${name}().`,
  })),
  {
    construct: "array_sort with a lambda",
    pattern: ["array_sort("],
    minimumArguments: 2,
    difference: "array_sort with a lambda is refused; use array_sort without a lambda.",
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
    difference: `${name} is exact, so its result may differ from that of Spark.`,
  })),
  {
    construct: "unbase64",
    pattern: ["unbase64("],
    difference: "the action fails if the argument of unbase64 is not valid base64.",
  },
  ...sparkFunctions.flatMap(({ name, engine }) => {
    const reason = engine === "unknown" ? "the engine does not know it" : typeof engine === "object" && engine.refused;
    return reason ? [{ construct: name, pattern: [`${name}(`], difference: `${name} is refused; ${reason}.` }] : [];
  }),
];

/** Differences between Spark and the embedded engine, by the first token of their pattern. */
const differencesByFirstKey = new Map<string, EngineDifference[]>();
for (const difference of engineDifferences) {
  const first = difference.pattern?.[0];
  if (first !== undefined) {
    differencesByFirstKey.set(first, [...(differencesByFirstKey.get(first) ?? []), difference]);
  }
}

/** Reports each SQL construct of a statement that the embedded engine rejects or evaluates differently from Spark. */
export function checkEngineDifferences(statement: StatementScopes, tokens: readonly Token[]): FixableProblem[] {
  const problems: FixableProblem[] = [];
  for (const { find, difference } of engineDifferences) {
    const span = find?.(statement);
    if (span) {
      problems.push(createSqlProblem("TS601", span, { difference }));
    }
  }
  for (const { uses } of scopesOfStatement(statement)) {
    for (const use of uses) {
      if (use.kind === "call") {
        problems.push(...checkCall(use));
      }
    }
  }
  for (let index = 0; index < tokens.length; index++) {
    for (const { pattern = [], difference } of differencesByFirstKey.get(tokens[index]?.key ?? "") ?? []) {
      const span = findPattern(pattern, tokens, index);
      if (span) {
        problems.push(createSqlProblem("TS601", span, { difference }));
      }
    }
  }
  return problems;
}

function checkCall({ name, arguments: given }: CallUse): FixableProblem[] {
  const differences = differencesByFirstKey.get(`${name.text.toLowerCase()}(`) ?? [];
  return differences
    .filter(({ minimumArguments = 0 }) => given.length >= minimumArguments)
    .map(({ difference }) => createSqlProblem("TS601", name, { difference }));
}

/** Returns the span of the tokens that match a token pattern from token index `from` on. Undefined without a match. */
function findPattern(pattern: readonly string[], tokens: readonly Token[], from: number): Span | undefined {
  let index = from;
  for (const [position, key] of pattern.entries()) {
    if (key === "...") {
      index = indexWithinBracket(pattern[position + 1], tokens, index);
    } else if (tokens[index]?.key === key) {
      index++;
    } else {
      return undefined;
    }
  }
  return { start: tokens[from]?.start ?? 0, end: tokens[index - 1]?.end ?? 0 };
}

/**
 * Returns the token index of the first `word` within the current brackets, or of the closing bracket if there is none.
 */
function indexWithinBracket(word: string | undefined, tokens: readonly Token[], from: number): number {
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
