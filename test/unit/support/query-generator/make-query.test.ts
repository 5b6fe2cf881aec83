import assert from "node:assert/strict";
import { Database } from "../../../../src/duckdb/database.ts";
import { loadSample } from "../../../../src/service/sample/load-sample.ts";
import { evaluateQuery } from "../../../support/evaluator/evaluate.ts";
import { loadWorkforce } from "../../../support/evaluator/load-workforce.ts";
import { specifiedRules, wrongRules } from "../../../support/evaluator/rules.ts";
import { firstDifference } from "../../../support/evaluator/table.ts";
import type { Workforce } from "../../../support/evaluator/workforce.ts";
import { exampleQueries } from "../../../support/query-generator/example-queries.ts";
import { QueryMaker } from "../../../support/query-generator/make-query.ts";
import { renderDraft } from "../../../support/query-generator/render-draft.ts";

/** A wrong reading of a rule must show within so many queries, far fewer than a proof asks. */
const mostQueries = 250;

suite("The query generator", function () {
  this.timeout(120_000);
  let workforce: Workforce;
  let maker: QueryMaker;

  suiteSetup(async () => {
    const database = await Database.open(":memory:");
    workforce = await database.use(async (connection) =>
      loadWorkforce(connection, await loadSample(connection, { people: 200, seed: 1 })),
    );
    database.close();
    maker = new QueryMaker(workforce);
  });

  test("makes the same query from the same seed", () => {
    const texts = [1, 2, 3].map((seed) => renderDraft(maker.make(seed)));
    assert.deepEqual(
      [1, 2, 3].map((seed) => renderDraft(new QueryMaker(workforce).make(seed))),
      texts,
    );
    assert.equal(new Set(texts).size, 3);
  });

  test("makes queries that the evaluator answers, most of them with something in the answer", () => {
    let answered = 0;
    for (let seed = 0; seed < 100; seed++) {
      const draft = maker.make(seed);
      const { rows } = evaluateQuery(workforce, renderDraft(draft), draft);
      const isNumber = (cell: string | null) => cell !== null && Number(cell) > 0;
      answered += rows.some((row) => draft.kind === "list" || row.some(isNumber)) ? 1 : 0;
    }
    assert.ok(answered > 60, `only ${answered} of 100 queries hit any record`);
  });

  for (const wrong of wrongRules) {
    test(`catches an evaluator that reads a rule as ${JSON.stringify(wrong)}`, () => {
      const rules = { ...specifiedRules, ...wrong };
      const caught = Array.from({ length: mostQueries }, (_, seed) => seed).find((seed) => {
        const draft = maker.make(seed);
        const text = renderDraft(draft);
        const answer = evaluateQuery(workforce, text, draft, rules);
        return firstDifference(evaluateQuery(workforce, text, draft), answer) !== undefined;
      });
      assert.notEqual(caught, undefined, `none of ${mostQueries} queries shows the difference`);
    });
  }

  test("knows examples of the language document that the evaluator answers", () => {
    for (const [name, text] of Object.entries(exampleQueries)) {
      assert.ok(evaluateQuery(workforce, text).rows.length > 0, `${name} has no row`);
    }
    assert.equal(Object.keys(exampleQueries).length, 33);
  });
});
