import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import Schema from "typebox/schema";
import { AggregateQueryRequest, ListQueryRequest } from "../../../../src/contract/queries.ts";
import { applyEdits } from "../../../../src/languages/core/text/span.ts";
import { checkQueryDocument, checkStatementText } from "../../../../src/languages/sql-like/checks/check-document.ts";
import { findQueryFixes } from "../../../../src/languages/sql-like/fixes/find-fixes.ts";
import { QueryDocument } from "../../../../src/languages/sql-like/syntax/query-document.ts";
import { bindQuery, checkQueryText, lowerQuery, parseScript } from "../../../../src/languages/sql-like/syntax.ts";
import { appendixMembers, appendixModel } from "../../../support/appendix-model.ts";

interface Example {
  readonly id: string;
  readonly text: string;
  /** Code and underlined text of each problem, in the order of the text. */
  readonly problems: readonly string[];
}

interface WrongExample extends Example {
  /** The text after each fix that is offered, by problem. */
  readonly fixes: Readonly<Record<string, readonly string[]>>;
}

interface RightExample extends Example {
  readonly kind: string;
  readonly request: unknown;
  readonly columns: unknown;
}

const readFixture = (name: string) => JSON.parse(readFileSync(`test/fixtures/sql-like/${name}.json`, "utf8"));
const rightExamples: readonly RightExample[] = readFixture("examples");
const wrongExamples: readonly WrongExample[] = readFixture("wrong-queries");

function problemsOf(text: string): string[] {
  const problems = checkQueryText(text, appendixModel, { members: appendixMembers, isSingleStatement: true });
  return problems.map(({ code, start, end }) => `${code} ${text.slice(start, end)}`);
}

async function fixesOf(text: string) {
  const [placed] = QueryDocument.create(text).parts;
  assert.ok(placed);
  const options = { model: appendixModel, members: appendixMembers, now: Date.UTC(2024, 5, 15) };
  const fixes: Record<string, readonly string[]> = {};
  for (const problem of checkStatementText(placed.part, appendixModel, options).problems) {
    const found = await findQueryFixes(placed.part, problem, options);
    fixes[`${problem.code} ${text.slice(problem.start, problem.end)}`] = found.map(({ edits }) =>
      applyEdits(text, edits),
    );
  }
  return fixes;
}

function lower(text: string) {
  const [statement] = parseScript(text).script.statements;
  assert.equal(statement?.kind, "query");
  const { query } = bindQuery(statement, appendixModel, { members: appendixMembers });
  assert.ok(query, "the query is bound");
  return lowerQuery(query);
}

suite("The example queries of the language document", () => {
  test("may stand in one file, where only the endpoint takes a single statement", () => {
    const text = "SELECT Age FROM Employee; SELECT Age FROM Employee;";
    const codes = (isSingleStatement: boolean) =>
      checkQueryText(text, appendixModel, { isSingleStatement }).map(({ code }) => code);
    assert.deepEqual(codes(true), ["SL502", "SL207"]);
    const problems = checkQueryDocument(
      QueryDocument.create(text),
      (part) => checkStatementText(part, appendixModel).problems,
    );
    assert.deepEqual(
      problems.map(({ code }) => code),
      ["SL502", "SL502"],
    );
  });

  test("are 33 right ones and 36 wrong ones", () => {
    assert.equal(rightExamples.length, 33);
    assert.equal(wrongExamples.length, 36);
  });

  for (const { id, text, problems, kind, request, columns } of rightExamples) {
    test(`${id} has exactly the problems it should`, () => {
      assert.deepEqual(problemsOf(text), problems);
    });

    test(`${id} becomes the request that means the same`, () => {
      const lowered = lower(text);
      assert.equal(lowered.kind, kind);
      assert.deepEqual(lowered.request, request);
      assert.deepEqual(lowered.columns, columns);
    });

    test(`${id} becomes a request that the contract takes`, () => {
      const schema = kind === "aggregate" ? AggregateQueryRequest : ListQueryRequest;
      assert.deepEqual(Schema.Errors(schema, lower(text).request)[1], []);
    });
  }

  for (const { id, text, problems, fixes } of wrongExamples) {
    test(`${id} has exactly the problems it should`, () => {
      assert.deepEqual(problemsOf(text), problems);
    });

    test(`${id} is repaired as it should be`, async () => {
      assert.deepEqual(await fixesOf(text), fixes);
    });
  }
});
