import assert from "node:assert/strict";
import { parseQuery } from "../../../support/evaluator/parse-query.ts";
import type { QueryDraft } from "../../../support/query-generator/query-draft.ts";
import { renderDraft } from "../../../support/query-generator/render-draft.ts";
import { shrinkDraft } from "../../../support/query-generator/shrink-draft.ts";

const predicate = (text: string) => ({ kind: "predicate", text }) as const;

const draft: QueryDraft = {
  kind: "aggregate",
  items: [
    { kind: "metric", text: "heads()", label: '"n"' },
    { kind: "axis", text: "Place" },
    { kind: "time", text: "Service_Time" },
  ],
  object: "Worker",
  conjuncts: [
    {
      kind: "or",
      parts: [predicate("a = 1"), { kind: "not", part: { kind: "and", parts: [predicate("b = 2"), predicate("c")] } }],
    },
    predicate("d IS NULL"),
  ],
  time: { text: 'Service_Time IN periods(date("2024-01-01"), 1, period(1, Month))', place: 1 },
  spelling: { keywords: "lower", end: ";", gap: "\n  ", isTerse: true },
  aggregateQueryOptions: { zeroVisibility: "HIDE", memberDisplayMode: "MDX" },
};

suite("A drafted query", () => {
  test("is written with the brackets that its conditions need", () => {
    const text = renderDraft({ ...draft, spelling: { keywords: "upper", end: "", gap: " ", isTerse: false } });
    assert.equal(
      text,
      'SELECT heads() AS "n", Place, Service_Time FROM Worker WHERE (a = 1 OR NOT (b = 2 AND c))' +
        ' AND Service_Time IN periods(date("2024-01-01"), 1, period(1, Month)) AND d IS NULL',
    );
  });

  test("says the same in every spelling", () => {
    const terse = parseQuery(renderDraft(draft));
    const plain = parseQuery(
      renderDraft({ ...draft, spelling: { keywords: "mixed", end: "", gap: " /* - */ ", isTerse: false } }),
    );
    assert.deepEqual(terse, plain);
  });

  test("shrinks to the part that fails", async () => {
    const smallest = await shrinkDraft(draft, async (smaller) => {
      const text = renderDraft(smaller);
      return text.includes("b = 2") && smaller.aggregateQueryOptions?.memberDisplayMode === "MDX";
    });
    assert.equal(
      renderDraft(smallest),
      'SELECT heads() FROM Worker WHERE b = 2 AND Service_Time IN periods(date("2024-01-01"), 1, period(1, Month))',
    );
    assert.deepEqual(smallest.aggregateQueryOptions, { memberDisplayMode: "MDX" });
  });
});
