import assert from "node:assert/strict";
import { contract } from "../../../../src/contract/contract.ts";
import { Database } from "../../../../src/duckdb/database.ts";
import { HttpError } from "../../../../src/service/call/call.ts";
import { createErrorResponse, toCallerFailure } from "../../../../src/service/server/failure.ts";

suite("the body of a failure", () => {
  const failure = toCallerFailure(new HttpError(404, "GONE", "It is gone."));

  test("says code, message and who is to blame", () => {
    const body = { localizedMessage: "It is gone.", code: "GONE", message: "It is gone.", rci: "r-1", userError: true };
    assert.deepEqual(createErrorResponse(failure, "r-1", contract.getDataVersionExport), body);
    assert.deepEqual(createErrorResponse(failure, "r-1", undefined), body);
    assert.equal(createErrorResponse({ ...failure, status: 501 }, "r-1", undefined).userError, false);
  });

  test("names the code otherwise where the row says so", () => {
    assert.deepEqual(createErrorResponse(failure, "r-1", contract.downloadDataVersionExportFile), {
      localizedMessage: "It is gone.",
      errorCode: "GONE",
      message: "It is gone.",
      rci: "r-1",
      userError: true,
    });
  });

  test("keeps how long to wait out of the body, since it is a header", () => {
    const refused = toCallerFailure(new HttpError(429, "SLOW", "Wait.", { retryAfterSeconds: 7 }));
    assert.equal(refused.retryAfterSeconds, 7);
    assert.deepEqual(
      Object.keys(createErrorResponse(refused, "r-1", undefined)).sort(),
      Object.keys(createErrorResponse(failure, "r-1", undefined)).sort(),
    );
  });
});

suite("memory that an answer does not have", () => {
  test("is a 400 with the way out, whatever asked for it", async () => {
    const database = await Database.open(":memory:", { threads: 1, memoryLimit: "20MB", spillLimitBytes: 0 });
    const error = await database
      .use((connection) => connection.rows("SELECT list(range) FROM range(10000000)"))
      .catch((thrown: unknown) => thrown);
    database.close();
    for (const thrown of [error, new Error("The report failed", { cause: error })]) {
      const failure = toCallerFailure(thrown);
      assert.deepEqual([failure.status, failure.code], [400, "MEMORY_EXCEEDED"]);
      assert.match(failure.message, /Ask for fewer columns or rows at once/);
    }
  });
});
