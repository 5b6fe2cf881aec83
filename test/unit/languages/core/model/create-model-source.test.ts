import assert from "node:assert/strict";
import { createModelSource } from "../../../../../src/languages/core/model/create-model-source.ts";
import { appendixMetrics, appendixObjects } from "../../../../support/appendix-model.ts";

suite("A model source over plain lists", () => {
  const model = createModelSource(appendixObjects, appendixMetrics);

  test("finds objects and metrics by their exact ids", () => {
    assert.equal(model.object("Requisition")?.kind, "subject");
    assert.equal(model.object("requisition"), undefined);
    assert.equal(model.metric("exitCount")?.object, "Employee_Exit");
    assert.equal(model.metric("toString"), undefined);
  });

  test("lists them in the order they were given", () => {
    assert.deepEqual([...model.objects()], appendixObjects);
    assert.deepEqual([...model.metrics()], appendixMetrics);
  });

  test("keeps the first of two with one id", () => {
    const [first] = appendixMetrics;
    assert.ok(first);
    const doubled = createModelSource([], [first, { ...first, displayName: "Other" }]);
    assert.equal(doubled.metric(first.id)?.displayName, first.displayName);
    assert.equal([...doubled.metrics()].length, 1);
  });
});
