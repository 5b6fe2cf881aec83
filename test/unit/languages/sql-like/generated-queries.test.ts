import assert from "node:assert/strict";
import fc from "fast-check";
import Schema from "typebox/schema";
import { AggregateQueryRequest, ListQueryRequest } from "../../../../src/contract/queries.ts";
import type { QueryFilter } from "../../../../src/contract/query-parts.ts";
import { lowerCondition } from "../../../../src/languages/sql-like/lowering/lower-query.ts";
import {
  bindCondition,
  bindQuery,
  checkQueryText,
  lowerQuery,
  parseFormula,
  parseScript,
} from "../../../../src/languages/sql-like/syntax.ts";
import { appendixMembers, appendixMetrics, appendixModel, appendixObjects } from "../../../support/appendix-model.ts";
import { aggregateQueries, listQueries } from "../../../support/generated-queries.ts";
import { languageRuns, languageTimeoutMs } from "../../../support/language-runs.ts";

const vocabulary = {
  objects: appendixObjects,
  metrics: appendixMetrics,
  members: (object: string, dimension: string) =>
    appendixMembers.memberPaths(object, dimension)?.map((path) => path.join(".")) ?? [],
};

function lower(text: string) {
  const [statement] = parseScript(text).script.statements;
  assert.equal(statement?.kind, "query");
  const { query } = bindQuery(statement, appendixModel, { members: appendixMembers });
  assert.ok(query, text);
  return lowerQuery(query);
}

function formulasOf(filters: readonly QueryFilter[]): string[] {
  return filters.flatMap(({ formula, advanced }) => formula ?? formulasOf(advanced?.filters ?? []));
}

suite("Generated queries", () => {
  const queries = fc.oneof(listQueries(vocabulary), aggregateQueries(vocabulary));

  test("have no problems", () => {
    fc.assert(
      fc.property(queries, (text) => {
        const problems = checkQueryText(text, appendixModel, { members: appendixMembers, isSingleStatement: true });
        assert.deepEqual(problems, [], text);
      }),
      languageRuns("generated queries, checked"),
    );
  }).timeout(languageTimeoutMs);

  test("become requests that the contract takes", () => {
    fc.assert(
      fc.property(queries, (text) => {
        const { kind, request } = lower(text);
        const schema = kind === "aggregate" ? AggregateQueryRequest : ListQueryRequest;
        assert.deepEqual(Schema.Errors(schema, request)[1], [], text);
      }),
      languageRuns("generated queries, lowered to requests"),
    );
  }).timeout(languageTimeoutMs);

  test("give formulas that are read back as they are written", () => {
    fc.assert(
      fc.property(listQueries(vocabulary), (text) => {
        const lowered = lower(text);
        assert.equal(lowered.kind, "list");
        for (const formula of formulasOf(lowered.request.filters ?? [])) {
          const { condition, problems } = parseFormula(formula);
          const from = lowered.request.source?.analyticObject ?? "";
          const bound = bindCondition(condition, appendixModel, { from });
          assert.deepEqual([...problems, ...bound.problems], [], formula);
          assert.deepEqual(lowerCondition(bound.condition), [{ formula }]);
        }
      }),
      languageRuns("generated lists, their formulas read back"),
    );
  }).timeout(languageTimeoutMs);

  test("mean the same in any letter case of their keywords and functions, and over any number of lines", () => {
    const words = /\b(SELECT|FROM|WHERE|AND|OR|NOT|IN|BETWEEN|IS|NULL|TRUE|FALSE|date|periods|period|level)\b/g;
    fc.assert(
      fc.property(queries, (text) => {
        // A quoted text may hold a keyword, which must stay as it is.
        const other = text
          .split(/('(?:[^']|'')*'|"[^"]*")/)
          .map((part, index) => (index % 2 ? part : part.replace(words, mixCase).replaceAll(" ", " \n\t")))
          .join("");
        assert.deepEqual(lower(`${other} ; `), lower(text));
      }),
      languageRuns("generated queries, in another letter case"),
    );
  }).timeout(languageTimeoutMs);
});

function mixCase(word: string): string {
  return [...word].map((letter, index) => (index % 2 ? letter.toLowerCase() : letter.toUpperCase())).join("");
}
