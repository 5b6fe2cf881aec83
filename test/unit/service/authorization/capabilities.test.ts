import assert from "node:assert/strict";
import { contract } from "../../../../src/contract/contract.ts";
import type { OperationDefinition } from "../../../../src/contract/operation.ts";
import { capabilityAreaOf } from "../../../../src/service/authorization/capabilities.ts";

suite("areas of operations", () => {
  test("every operation that asks who calls is in one, but those about the caller", () => {
    const without = Object.entries<OperationDefinition>(contract)
      .filter(([name, { auth }]) => auth !== "none" && capabilityAreaOf(name) === undefined)
      .map(([name]) => name);
    assert.deepEqual(without, ["requestImpersonationToken", "getUserMetadata"]);
  });
});
