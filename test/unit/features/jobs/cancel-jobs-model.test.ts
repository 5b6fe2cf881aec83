import assert from "node:assert/strict";
import type { Client } from "../../../../src/client/call/client.ts";
import { cancelAll, summarizeCancellation } from "../../../../src/features/jobs/cancel-jobs-model.ts";

suite("cancelling jobs", () => {
  test("asks for at most 500 at a time, one call after the other, and leaves none out", async () => {
    const ids = Array.from({ length: 1201 }, (_, index) => String(index));
    const calls: string[][] = [];
    let running = 0;
    const cancelJobs = async ({ body }: { readonly body: { readonly jobIds?: string[] } }) => {
      assert.equal(++running, 1);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      const { jobIds = [] } = body;
      calls.push(jobIds);
      return { jobCancellationResults: jobIds.map((jobId) => ({ jobId, cancelStatus: "CANCEL_SUCCEEDED" })) };
    };
    const client = { cancelJobs } as unknown as Pick<Client, "cancelJobs">;
    const results = await cancelAll(client, ids, undefined);
    assert.deepEqual(
      calls.map(({ length }) => length),
      [500, 500, 201],
    );
    assert.deepEqual(calls.flat(), ids);
    assert.equal(summarizeCancellation(results).cancelled, 1201);
    assert.deepEqual(await cancelAll(client, [], undefined), []);
    assert.equal(calls.length, 3);
  });

  test("tells which were not cancelled and why", () => {
    const outcome = summarizeCancellation([
      { jobId: "1", cancelStatus: "CANCEL_SUCCEEDED" },
      { jobId: "2", cancelStatus: "CANCEL_FAILED", message: "A receiving job that is running cannot be cancelled." },
      { jobId: "3", cancelStatus: "REFUSED" },
    ]);
    assert.equal(outcome.cancelled, 1);
    assert.deepEqual(outcome.refused, ["2: A receiving job that is running cannot be cancelled.", "3"]);
  });
});
