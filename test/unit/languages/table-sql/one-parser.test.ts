import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createSparkGrammar } from "../../../../src/languages/table-sql/grammar/spark-grammar.ts";
import { summarizeSql } from "../../../../src/languages/table-sql/sql-summary.ts";
import { lex } from "../../../../src/languages/table-sql/syntax/lexer.ts";
import { parseText } from "../../../../src/languages/table-sql/syntax/parse-text.ts";
import { readText } from "../../../../src/languages/table-sql/syntax/read-text.ts";
import type { Token } from "../../../../src/languages/table-sql/syntax/token.ts";
import type { Statement } from "../../../../src/languages/table-sql/syntax/tree.ts";
import { tablesRead } from "../../../../src/languages/table-sql/syntax/walk.ts";
import {
  binaryWords,
  byClauseWords,
  hardClauseWords,
  joinWords,
  sideWords,
  softClauseWords,
} from "../../../../src/languages/table-sql/syntax/words.ts";
import { languageTimeoutMs } from "../../../support/language-runs.ts";
import { fixtureStatements } from "./fixture-statements.ts";
import { type ParserTables, tablesOfTree } from "./parser-tables.ts";
import { hashOf, seededTexts } from "./seeded-texts.ts";

/** The library's grammar of Spark, which nothing of ours is made from. */
const oracle = createSparkGrammar();

/** Changed texts of each statement: some 600 in all, in each round of a soak 20,000. */
const { WORKFORCE_LANGUAGE_COUNT: isSoak, SEED: seed = "1" } = process.env;
const textsOfEach = isSoak === undefined ? 1 : 31;

/** The library needs long for each text, so that each test holds a part of them. */
const parts = [1, 2, 3, 4] as const;

/**
 * What the parser that the engine had before took: for each statement, by its hash, a character for it and for each of its forty
 * changed texts. `-` is a refusal, any other a hash of the kind and the tables.
 */
const recorded: Readonly<Record<string, string>> = JSON.parse(
  readFileSync("test/fixtures/spark/engine-parser-verdicts.json", "utf8"),
);

const marks = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

/** One for each text: what is wrong with it, or its tree. */
interface Verdict {
  readonly text: string;
  readonly tree: Statement | undefined;
  readonly problem: { readonly code: string; readonly message: string; readonly start: number } | undefined;
}

function judge(text: string): Verdict {
  const { tree, problem } = parseText(text);
  return { text, tree, problem };
}

/** The mark that the parser before would have had, if it read the same. */
function markOf({ tree }: Verdict): string {
  if (!tree || tree.kind === "other") {
    return "-";
  }
  const { read, written } = tablesOfTree(tree);
  return marks[hashOf(`${tree.kind} ${read.join(",")} > ${written.join(",")}`) % 63] ?? "";
}

const words: ReadonlySet<string> = new Set([
  ...[hardClauseWords, softClauseWords, byClauseWords, sideWords, binaryWords, joinWords].flatMap((set) => [...set]),
  ..."NOT IS CASE EXISTS INTERVAL CAST DISTINCT TABLE WITH NULL ALL DATE DELETE UPDATE MERGE MATCHED OVER ROWS DAY VIEW INTO BY".split(
    " ",
  ),
]);

/** Whether one of our words of clauses stands at a place, or close by. */
function isByWord(text: string, start: number): boolean {
  const tokens: Token[] = lex(text).filter(({ kind }) => kind !== "comment");
  const at = tokens.findIndex(({ end }) => end > start);
  return tokens
    .slice(Math.max(0, (at < 0 ? tokens.length : at) - 3), at < 0 ? undefined : at + 3)
    .some(({ key }) => words.has(key));
}

/** The statement is not complete. */
const incomplete = "TS204";

function isTextAfterWord(text: string, start: number): boolean {
  const tokens = lex(text).filter(({ kind }) => kind !== "comment");
  const at = tokens.findIndex((token) => token.start === start);
  return tokens[at]?.kind === "string" && tokens[at - 1]?.kind === "word";
}

/** Why we refuse what the library's grammar takes. */
const refusals: readonly { readonly reason: string; readonly appliesTo: (verdict: Verdict) => boolean }[] = [
  {
    reason: "Spark 3.5 refuses a comment that does not end (SPARK-37389); the library's grammar is older.",
    appliesTo: ({ problem }) => problem?.code === "TS102",
  },
  {
    reason: "A text without a statement is none to run.",
    appliesTo: ({ problem }) => problem?.code === "TS209",
  },
  {
    reason: "The statement is one of Spark's that no job runs.",
    appliesTo: ({ tree }) => tree?.kind === "other",
  },
  {
    reason: "A window that nobody defines is no matter of grammar.",
    appliesTo: ({ problem }) => problem?.code === "TS308" || problem?.code === "TS307",
  },
  {
    reason: "Spark reserves no word; here a word of a clause is a name only where nothing else can be meant.",
    appliesTo: ({ text, problem }) => problem !== undefined && isByWord(text, problem.start),
  },
  {
    reason:
      "A word before a text is by the grammar a literal of that type; of those Spark knows DATE, TIMESTAMP and X.",
    appliesTo: ({ text, problem }) => problem !== undefined && isTextAfterWord(text, problem.start),
  },
  {
    reason: "An alias behind VALUES names columns where VALUES is a source; by the grammar also where it is a query.",
    appliesTo: ({ text, problem }) => /\bVALUES\b.*\)\s*$/is.test(text.slice(0, problem?.start)),
  },
  {
    reason: "CAST without AS is by the grammar a call of a function cast(), which takes two things.",
    appliesTo: ({ text, problem }) => /\bCAST\s*\(/i.test(text) && text[problem?.start ?? 0] === ")",
  },
  {
    reason:
      "By the grammar CUBE and ROLLUP are functions too; here they group, and nothing but their brackets follows.",
    appliesTo: ({ text, problem }) => /\b(CUBE|ROLLUP)\s*\(/i.test(text) && problem?.code === "TS201",
  },
  {
    reason: "MERGE needs a WHEN, which the grammar leaves to Spark's own check.",
    appliesTo: ({ text, problem }) =>
      /\bMERGE\b/i.test(text) && !/\bWHEN\b/i.test(text) && problem?.code === incomplete,
  },
  {
    reason: "The library takes a word after DESC at the end, which Spark's grammar has no place for.",
    appliesTo: ({ text }) => /\bDESC\s+\w+\s*$/i.test(text),
  },
  {
    reason: "Spark reserves no word: UNION before FROM is a name there, and here the begin of another query.",
    appliesTo: ({ text, problem }) =>
      problem?.code === incomplete && /\b(UNION|EXCEPT|MINUS|INTERSECT)\s+FROM\b/i.test(text),
  },
];

/** Why we take what the library's grammar refuses at a place. */
const acceptances: readonly {
  readonly reason: string;
  readonly appliesTo: (text: string, start: number) => boolean;
}[] = [
  {
    reason: "What stands in the brackets of TABLESAMPLE, PARTITION and TABLE is not read: the engine refuses them.",
    appliesTo: (text) => /\b(TABLESAMPLE|PARTITION|TABLE)\s*\(/i.test(text),
  },
  {
    reason: "Spark takes LATERAL VIEW without a name of a table, and words that the library's grammar reserves.",
    appliesTo: (text, start) => /\bLATERAL\s+VIEW\b/i.test(text) || isByWord(text, start),
  },
  {
    reason: "Spark takes EXISTS as a condition by itself only, here also as an operand; nothing else can be meant.",
    appliesTo: (text) => /\bEXISTS\s*\(/i.test(text),
  },
  {
    reason: "Spark names arguments of struct() only; here those of each function, which gives nothing another meaning.",
    appliesTo: (text, start) => /\bAS\b/i.test(text.slice(Math.max(0, start - 12), start + 12)),
  },
];

/** Statements that Spark answered, or takes by its own grammar, and that the library's grammar refuses, by where it stumbles. */
const gapsOfOracle = [/\bmap\s*\(/i, /\bLATERAL\s+VIEW\b/i, /\bMAP</i];

function takesByOracle(text: string): { readonly isTaken: boolean; readonly start: number } {
  const [error] = oracle.syntaxErrors(text);
  return { isTaken: error === undefined, start: error?.start ?? 0 };
}

/** A difference that no list explains. */
function unexplained(verdict: Verdict, mark: string | undefined, hasGap: boolean): string | undefined {
  const { text, tree, problem } = verdict;
  const isTaken = tree !== undefined && tree.kind !== "other";
  const byOracle = hasGap ? undefined : takesByOracle(text);
  const isExplained =
    byOracle === undefined ||
    byOracle.isTaken === isTaken ||
    (isTaken
      ? acceptances.some(({ appliesTo }) => appliesTo(text, byOracle.start))
      : refusals.some(({ appliesTo }) => appliesTo(verdict)));
  if (!isExplained) {
    return `${isTaken ? "taken" : `refused, ${problem?.message}`}, and not by the library: ${text}`;
  }
  // Where only one of the two parsers takes a text, the oracle and its lists are the judge of the new one.
  const isOther = mark !== undefined && mark !== markOf(verdict) && mark !== "-" && isTaken;
  return isOther && tree.kind !== "inserts" ? `other tables than before: ${text}` : undefined;
}

function lineageTables(text: string): ParserTables {
  const statements = readText(text, {}).flatMap(({ parsed }) => parsed.statement ?? []);
  const names = (sources: Iterable<{ readonly path: readonly { readonly text: string }[] }>) => [
    ...new Set([...sources].map(({ path }) => path.map((name) => name.text.toLowerCase()).join("."))),
  ];
  return {
    read: names(statements.flatMap((statement) => [...tablesRead(statement)])).sort(),
    written: names(statements.flatMap(({ writes }) => writes.map(({ target }) => target))).sort(),
  };
}

suite("One parser of Spark SQL", () => {
  for (const part of parts) {
    test(`takes what Spark takes, as the parser of the engine before and the library's grammar do, but for what a list explains (${part} of ${parts.length})`, () => {
      const found: string[] = [];
      let taken = 0;
      let refused = 0;
      for (const statement of fixtureStatements().filter((_, index) => index % parts.length === part - 1)) {
        const hasGap = gapsOfOracle.some((gap) => gap.test(statement)) && !takesByOracle(statement).isTaken;
        const marksBefore = seed === "1" ? recorded[hashOf(statement).toString(36)] : undefined;
        for (const { text, index } of seededTexts(statement, textsOfEach, Number(seed))) {
          const verdict = judge(text);
          const problem = unexplained(verdict, marksBefore?.[index], hasGap);
          found.push(...(problem ? [problem] : []));
          if (verdict.tree) {
            taken++;
          } else {
            refused++;
          }
        }
      }
      assert.deepEqual(found, []);
      assert.ok(taken > 125 && refused > 75, `${taken} taken, ${refused} refused`);
    }).timeout(languageTimeoutMs * 2);
  }

  test("takes every statement of the tests but those that Spark has and a job does not run", () => {
    const refused = fixtureStatements().filter((text) => {
      const { tree } = judge(text);
      return !tree || tree.kind === "other";
    });
    assert.deepEqual(refused, [
      "SELECT TRANSFORM(kind) USING 'cat' AS (k) FROM employee_events",
      "EXPLAIN EXTENDED SELECT name FROM sites",
    ]);
  });

  test("gives the lock and the engine the same tables", () => {
    let count = 0;
    for (const statement of fixtureStatements()) {
      for (const { text } of seededTexts(statement, textsOfEach, Number(seed))) {
        const { tree } = judge(text);
        if (tree && tree.kind !== "other") {
          assert.deepEqual(lineageTables(text), tablesOfTree(tree), text);
          count++;
        }
      }
    }
    assert.ok(count > 500);
  }).timeout(languageTimeoutMs);

  test("finds no statement to run where the lock finds none", () => {
    for (const text of ["/* a /* b */ DELETE FROM person -- */", "-- DELETE FROM person", "/* /* */ */ ;", ";"]) {
      assert.equal(judge(text).problem?.code, "TS209", text);
      assert.deepEqual(summarizeSql(text), { statements: [], written: [] }, text);
    }
  });
});
