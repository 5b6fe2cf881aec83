import assert from "node:assert/strict";
import { DeniedError } from "../../../src/client/interface/errors.ts";
import { CancelledError, isCancellation } from "../../../src/host/cancellation.ts";

describe("a cancellation", () => {
  it("is what the user stopped, also by cancelling the confirmation of a call", () => {
    assert.ok(isCancellation(new CancelledError()));
    assert.ok(isCancellation(AbortSignal.abort().reason));
    assert.ok(isCancellation(new DeniedError("startSqlTransaction", { cause: new CancelledError() })));
  });

  it("is no failure, and no call that the role of the connection does not allow", () => {
    assert.ok(!isCancellation(new DeniedError("startSqlTransaction")));
    assert.ok(!isCancellation(new Error("failed", { cause: new CancelledError() })));
    assert.ok(!isCancellation(undefined));
  });
});
