import assert from "node:assert/strict";
import fc from "fast-check";
import { applyEdits, type TextEdit } from "../../../../../src/languages/core/text/span.ts";
import { checkStatementText } from "../../../../../src/languages/sql-like/checks/check-document.ts";
import {
  type FixOptions,
  findQueryFixes,
  fixPart,
  type StatementNames,
} from "../../../../../src/languages/sql-like/fixes/find-fixes.ts";
import { fixFactories } from "../../../../../src/languages/sql-like/fixes/fix-table.ts";
import { QueryDocument } from "../../../../../src/languages/sql-like/syntax/query-document.ts";
import { checkQueryText, type Problem, parseScript } from "../../../../../src/languages/sql-like/syntax.ts";
import { appendixMembers, appendixMetrics, appendixObjects } from "../../../../support/appendix-model.ts";
import { changedOnes, changedQueries, knownQueries } from "../../../../support/changed-queries.ts";
import { sampleModel } from "../../../../support/diagnostic-samples.ts";
import { aggregateQueries, listQueries } from "../../../../support/generated-queries.ts";
import { languageRuns, languageTimeoutMs } from "../../../../support/language-runs.ts";

const now = Date.UTC(2024, 5, 15);
const full: StatementNames = { model: sampleModel, members: appendixMembers };
/** Codes of the errors that one list has more often than another. */
const newErrors = (problems: readonly Problem[], before: readonly Problem[]) => {
  const codes = new Set(problems.filter(({ severity }) => severity === "error").map(({ code }) => code));
  return [...codes].filter((code) => countOf(code, problems) > countOf(code, before));
};
const vocabulary = {
  objects: appendixObjects,
  metrics: appendixMetrics,
  members: (object: string, dimension: string) =>
    appendixMembers.memberPaths(object, dimension)?.map((path) => path.join(".")) ?? [],
};
const countOf = (code: string, problems: readonly Problem[]) => problems.filter((one) => one.code === code).length;

/** Holds every fix that is offered for a text to what a fix promises, and gives the codes of the problems that had one. */
async function checkFixes(text: string, names: StatementNames): Promise<readonly string[]> {
  const options: FixOptions = { ...names, now };
  const offered: string[] = [];
  for (const { part } of QueryDocument.create(text).parts) {
    const before = checkStatementText(part, names.model, options).problems;
    for (const problem of before) {
      for (const fix of await findQueryFixes(part, problem, options)) {
        offered.push(problem.code);
        checkEdits(fix.edits, part.text);
        const fixed = applyEdits(part.text, fix.edits);
        const about = `${problem.code} in ${part.text}\n${fix.title} gives ${fixed}`;
        assert.ok(
          countOf(problem.code, checkQueryText(fixed, names.model, options)) < countOf(problem.code, before),
          `The problem stays: ${about}`,
        );
        checkErrors(part.text, fixed, names, about);
      }
    }
    const { edits } = await fixPart(part, options, () => false);
    checkEdits(edits, part.text);
    checkErrors(part.text, applyEdits(part.text, edits), names, `All of ${part.text}`);
  }
  return offered;
}

function checkErrors(before: string, after: string, names: StatementNames, about: string): void {
  // The names of a query can only be looked at once the object that it is about is known.
  const known = isAboutKnownObjects(before, names) ? names : {};
  assert.deepEqual(newErrors(check(after, known), check(before, known)), [], about);
}

function isAboutKnownObjects(text: string, { model }: StatementNames): boolean {
  const objects = new Set([...(model?.objects() ?? [])].map(({ id }) => id.toLowerCase()));
  return parseScript(text).script.statements.every((statement) => {
    const object = statement.kind === "query" ? statement.from?.object : undefined;
    const [only, ...others] = object?.kind === "path" ? object.segments : [];
    return only !== undefined && others.length === 0 && objects.has(only.text.toLowerCase());
  });
}

function check(text: string, { model, members }: StatementNames): readonly Problem[] {
  return checkQueryText(text, model, members ? { members } : {});
}

function checkEdits(edits: readonly TextEdit[], text: string): void {
  let end = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    assert.ok(end <= edit.start && edit.start <= edit.end && edit.end <= text.length, JSON.stringify(edits));
    end = edit.end;
  }
}

suite("Every fix that is offered", () => {
  test("removes its problem and adds no error, in every query that is known", async () => {
    const offered = new Set<string>();
    for (const text of knownQueries) {
      for (const code of await checkFixes(text, full)) {
        offered.add(code);
      }
    }
    // A part never has a second statement: only a request is refused for one.
    assert.deepEqual([...offered, "SL207"].sort(), Object.keys(fixFactories).sort());
  });

  test("does the same when nothing is known of the model", async () => {
    let offered = 0;
    for (const text of knownQueries) {
      offered += (await checkFixes(text, {})).length;
    }
    assert.ok(offered > 30, `${offered}`);
  });

  test("does the same in queries that are changed in any way", async () => {
    await fc.assert(
      fc.asyncProperty(changedQueries, fc.boolean(), async (text, isKnown) => {
        await checkFixes(text, isKnown ? full : {});
      }),
      languageRuns("known queries with pieces changed, repaired"),
    );
  }).timeout(languageTimeoutMs);

  test("does the same in queries that were generated and changed in any way", async () => {
    const queries = changedOnes(fc.oneof(listQueries(vocabulary), aggregateQueries(vocabulary)));
    await fc.assert(
      fc.asyncProperty(queries, fc.boolean(), async (text, isKnown) => {
        await checkFixes(text, isKnown ? full : {});
      }),
      languageRuns("generated queries with pieces changed, repaired"),
    );
  }).timeout(languageTimeoutMs);

  test("does the same in any text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 60 }), async (text) => {
        await checkFixes(text, full);
        await checkFixes(`SELECT ${text} FROM Employee WHERE ${text}`, full);
      }),
      languageRuns("any characters, repaired"),
    );
  }).timeout(languageTimeoutMs);
});
