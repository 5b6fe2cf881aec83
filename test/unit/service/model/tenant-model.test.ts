import assert from "node:assert/strict";
import { createModelSource } from "../../../../src/service/model/tenant-model.ts";
import { sampleModel } from "../../../../src/service/sample/sample-model.ts";

suite("the model source of a stored model", () => {
  const source = createModelSource(sampleModel);

  test("finds objects and metrics by their exact ids", () => {
    assert.equal(source.object("Employee_Exit")?.kind, "event");
    assert.equal(source.object("employee_exit"), undefined);
    assert.equal(source.metric("averageSalary")?.object, "Employee");
    assert.equal(source.metric("constructor"), undefined);
  });

  test("lists them in the model's order, as often as asked", () => {
    const ids = sampleModel.objects.map(({ id }) => id);
    assert.deepEqual(
      [...source.objects()].map(({ id }) => id),
      ids,
    );
    assert.deepEqual(
      [...source.objects()].map(({ id }) => id),
      ids,
    );
    assert.equal([...source.metrics()].length, sampleModel.metrics.length);
  });
});
