import assert from "node:assert/strict";
import { cancelBatches, cancelOutcome } from "../../../../src/features/jobs/cancel-jobs-model.ts";

suite("cancelling jobs", () => {
  test("asks for at most 500 at a time and leaves none out", () => {
    const ids = Array.from({ length: 1201 }, (_, index) => String(index));
    const batches = cancelBatches(ids);
    assert.deepEqual(
      batches.map(({ length }) => length),
      [500, 500, 201],
    );
    assert.deepEqual(batches.flat(), ids);
    assert.deepEqual(cancelBatches([]), []);
  });

  test("tells which were not cancelled and why", () => {
    const outcome = cancelOutcome([
      { jobId: "1", cancelStatus: "Succeeded" },
      { jobId: "2", cancelStatus: "Failed", message: "A receiving job that is running cannot be cancelled." },
      { jobId: "3", cancelStatus: "REFUSED" },
    ]);
    assert.equal(outcome.cancelled, 1);
    assert.deepEqual(outcome.refused, ["2: A receiving job that is running cannot be cancelled.", "3"]);
  });
});
