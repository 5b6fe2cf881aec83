import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import {
  bindCondition,
  bindQuery,
  checkQueryText,
  parseFormula,
  parseScript,
} from "../../../../src/languages/sql-like/syntax.ts";
import { appendixMembers, appendixModel } from "../../../support/appendix-model.ts";
import { changedQueries } from "../../../support/changed-queries.ts";
import { languageRuns, languageTimeoutMs, placesOf } from "../../../support/language-runs.ts";

const texts: readonly string[] = ["examples", "wrong-queries"].flatMap((name) =>
  JSON.parse(readFileSync(`test/fixtures/sql-like/${name}.json`, "utf8")).map(({ text }: { text: string }) => text),
);

/** Reads a text in every way there is and holds all spans, those of the whole tree too, against it. */
function readEverything(text: string): void {
  const problems = checkQueryText(text, appendixModel, { members: appendixMembers });
  const alone = checkQueryText(text, undefined);
  const { script } = parseScript(text);
  checkSpans(script, 0, text.length);
  for (const { code, start, end, message } of [...problems, ...alone]) {
    assert.ok(0 <= start && start <= end && end <= text.length, `${code} at ${start} to ${end}`);
    assert.doesNotMatch(message, /\{\w+\}|undefined/, "every value of the message is filled in");
  }
  for (const statement of script.statements) {
    if (statement.kind === "query") {
      const bound = bindQuery(statement, appendixModel, { members: appendixMembers });
      assert.equal(bound.query !== undefined && bound.problems.some(({ severity }) => severity === "error"), false);
    }
  }
}

/** Every node lies inside its parent, and siblings that are in one list do not overlap. */
function checkSpans(node: unknown, start: number, end: number): void {
  if (Array.isArray(node)) {
    for (const child of node) {
      checkSpans(child, start, end);
    }
  } else if (typeof node === "object" && node !== null) {
    let inside = { start, end };
    if ("start" in node && "end" in node) {
      inside = { start: Number(node.start), end: Number(node.end) };
      assert.ok(start <= inside.start && inside.start <= inside.end && inside.end <= end, JSON.stringify(node));
    }
    for (const child of Object.values(node)) {
      checkSpans(child, inside.start, inside.end);
    }
  }
}

suite("Any text", () => {
  test("that is the beginning of an example is read without failing", () => {
    for (const text of texts) {
      for (const length of placesOf(text, 1, 8)) {
        readEverything(text.slice(0, length));
      }
    }
  });

  test("that is the end of an example is read without failing", () => {
    for (const text of texts) {
      for (const start of placesOf(text, 3, 4)) {
        readEverything(text.slice(start));
      }
    }
  });

  test("that is a known query changed in any way is read without failing", () => {
    fc.assert(
      fc.property(changedQueries, readEverything),
      languageRuns("known queries with pieces changed, checked and bound"),
    );
  }).timeout(languageTimeoutMs);

  test("made of the words of the language in any order is read without failing", () => {
    const words = `SELECT FROM WHERE AS AND OR NOT IN BETWEEN IS NULL TRUE FALSE GROUP BY ORDER LIMIT JOIN ON UNION DISTINCT LIKE CASE WHEN END
      ( ( ) ) , . ; = == != <> < >= * - + || Service_Time effectiveInstant intervalFrom date( period( periods( level( members( AVG( Month
      Employee Employee_Exit Location Direct_Manager Age isManager employeeCount employeeCount() Internal_Moves "2024-01-01" 'x' "open 1 2.5 -- /* */ # \``;
    const word = fc.constantFrom(...words.split(/\s+/).filter((text) => text !== ""));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), fc.constantFrom(" ", "\n"), (list, space) => {
        readEverything(list.join(space));
      }),
      languageRuns("words of the language, checked and bound"),
    );
  }).timeout(languageTimeoutMs);

  test("may have a word with nothing on either side of it", () => {
    for (const text of [
      "SELECT WHERE AND",
      "SELECT FROM WHERE OR",
      "SELECT a AS FROM b WHERE NOT",
      "DISTINCT SELECT",
    ]) {
      readEverything(text);
    }
  });

  test("of any characters is read without failing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
        readEverything(text);
        readEverything(`SELECT ${text} FROM Employee WHERE ${text}`);
      }),
      languageRuns("any characters, checked and bound"),
    );
  }).timeout(languageTimeoutMs);

  test("may be a formula that is wrong in any way", () => {
    for (const text of texts) {
      for (let start = 0; start < text.length; start += 7) {
        const { condition, problems } = parseFormula(text.slice(start, start + 60));
        const bound = bindCondition(condition, appendixModel, { from: "Employee" });
        for (const problem of [...problems, ...bound.problems]) {
          assert.ok(problem.end <= Math.min(60, text.length - start));
        }
      }
    }
  });

  test("that is nested ten thousand levels deep is refused, not followed", () => {
    for (const open of ["(", "NOT ", "f(", "NOT ("]) {
      const text = `SELECT EmployeeID FROM Employee WHERE ${open.repeat(10_000)}`;
      const codes = parseScript(text).problems.map(({ code }) => code);
      assert.ok(codes.includes("SL201"), open);
    }
  });
});
