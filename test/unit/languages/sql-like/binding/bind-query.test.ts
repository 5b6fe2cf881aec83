import assert from "node:assert/strict";
import { createModelSource } from "../../../../../src/languages/core/model/create-model-source.ts";
import type { Metric, MetricParameter } from "../../../../../src/languages/core/model/model-source.ts";
import { bindQuery, parseScript } from "../../../../../src/languages/sql-like/syntax.ts";
import { appendixObjects } from "../../../../support/appendix-model.ts";

function metricOf(id: string, kind: MetricParameter["kind"], value?: number | string): Metric {
  const shared = kind === "number" ? "limit" : kind === "member" ? "place" : "how";
  const parameter = { id: shared, displayName: shared, kind, ...(value !== undefined && { default: value }) };
  return { id, displayName: id, object: "Employee", parameters: [parameter] };
}

const model = createModelSource(appendixObjects, [
  metricOf("above", "number", 50_000),
  metricOf("wellPaid", "number", 100_000),
  metricOf("below", "number"),
  metricOf("here", "member", "EMEA.Spain"),
  metricOf("there", "member", "AMER"),
  metricOf("typical", "aggregationType", "average"),
]);

/** The errors of a query on these metrics, each with the item that it is put on. */
function errorsOf(items: string): readonly (readonly string[])[] {
  const text = `SELECT ${items} FROM Employee`;
  const [statement] = parseScript(text).script.statements;
  assert.ok(statement?.kind === "query");
  const { problems } = bindQuery(statement, model);
  const errors = problems.filter(({ severity }) => severity === "error");
  return errors.map(({ code, start, end }) => [code, text.slice(start, end)]);
}

suite("The value of a metric parameter in a query", () => {
  for (const [items, refused] of [
    ["above(50000), below(60000)", "below(60000)"],
    ["above(50000), wellPaid()", "wellPaid()"],
    ["wellPaid(), above(50000)", "wellPaid()"],
    ["above(), wellPaid(), below(50000)", "wellPaid()"],
    ["here('AMER'), here(), there()", "here()"],
    ["typical('median'), typical() AS \"Average\"", 'typical() AS "Average"'],
  ] as const) {
    test(`is one, so that ${items} is refused`, () => {
      assert.deepEqual(errorsOf(items), [["SL406", refused]]);
    });
  }

  for (const items of [
    "above(100000), wellPaid()",
    "above(), wellPaid()",
    "above(7), wellPaid(7), below(7)",
    "there(), here('AMER')",
    "typical('average'), typical()",
    "above(7), there('EMEA.Spain'), here()",
  ]) {
    test(`is the same for all metrics of ${items}`, () => {
      assert.deepEqual(errorsOf(items), []);
    });
  }
});
