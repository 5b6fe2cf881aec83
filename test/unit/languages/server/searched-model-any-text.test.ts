import assert from "node:assert/strict";
import fc from "fast-check";
import { ModelFileSearch } from "../../../../src/languages/core/model/model-file-search.ts";
import { SearchedModel } from "../../../../src/languages/server/searched-model.ts";
import { checkStatementText } from "../../../../src/languages/sql-like/checks/check-document.ts";
import { namesByQuery } from "../../../../src/languages/sql-like/names/names-of-part.ts";
import { type ParsedStatementText, QueryDocument } from "../../../../src/languages/sql-like/syntax/query-document.ts";
import type { MemberLookup } from "../../../../src/languages/sql-like/syntax.ts";
import { appendixModel } from "../../../support/appendix-model.ts";
import { languageRuns, languageTimeoutMs } from "../../../support/language-runs.ts";
import { languageSamples } from "../../../support/language-samples.ts";
import { modelFileOf } from "../../../support/model-file-of.ts";

const runs = languageRuns("samples with names changed, on a searched model");

const members: Readonly<Record<string, readonly string[]>> = {
  "Employee.Work_Model": ["Office", "Hybrid", "Remote"],
  "Employee.Location": ["EMEA", "EMEA.Spain", "EMEA.Spain.Madrid", "AMER", "AMER.Chile", "AMER.Chile.Santiago"],
};
const allMembers: MemberLookup = {
  memberPaths: (object, dimension) => (members[`${object}.${dimension}`] ?? []).map((path) => path.split(".")),
};
const files = new ModelFileSearch([modelFileOf(members)]);
const names = ["Employee", "Position", "Recruiter", "Title", "Location", "isManager", "exitCount", "Emploee", '"EMEA"'];

const problemsOf = (part: ParsedStatementText, ...rest: [typeof appendixModel | undefined, MemberLookup | undefined]) =>
  checkStatementText(part, rest[0], rest[1] && { members: rest[1] }).problems.map(
    ({ code, start, end }) => `${code} ${start} ${end}`,
  );

/** A search finds no movement concepts: what FROM names by mistake is only told as one when its object is known. */
const withoutMovement = (problems: readonly string[]) => problems.map((problem) => problem.replace("SL310", "SL303"));

/** An example with a stretch of it gone, or another name in its place. */
const changedSample = fc
  .tuple(fc.constantFrom(...languageSamples), fc.nat(), fc.nat(12), fc.constantFrom("", ...names))
  .map(([{ text }, at, length, name]) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + name + text.slice(start + length);
  });

/** Loads a part, and the members it names if there are any. */
async function load(part: ParsedStatementText): Promise<SearchedModel> {
  const model = new SearchedModel({ ask: async (search) => files.search(search), timeColumn: () => "Service_Time" });
  await model.load(part);
  const namesMembers = namesByQuery(part, "Service_Time").some((query) => query.members.length > 0);
  while (namesMembers && model.isLoaded(part) && !model.modelOf(part)?.members) {
    await new Promise<void>((resolve) => {
      model.onDidChange(resolve);
    });
  }
  return model;
}

describe("a model that is searched for, by any text", function () {
  this.timeout(languageTimeoutMs);

  it("comes to the problems that the whole model gives", async () => {
    let judged = 0;
    await fc.assert(
      fc.asyncProperty(changedSample, async (text) => {
        for (const { part } of QueryDocument.create(text).parts) {
          const model = await load(part);
          const known = model.modelOf(part);
          if (known) {
            judged++;
            const expected = problemsOf(part, appendixModel, allMembers);
            const problems = problemsOf(part, known.source, known.members);
            assert.deepEqual(withoutMovement(problems), withoutMovement(expected));
          }
        }
      }),
      runs,
    );
    assert.ok(judged > runs.numRuns / 2, `${judged} texts were judged`);
  });

  it("comes to an end whatever the text is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 60 }), async (text) => {
        for (const { part } of QueryDocument.create(`SELECT ${text} FROM Employee`).parts) {
          await load(part);
        }
      }),
      languageRuns("any characters, on a searched model"),
    );
  });
});
