import assert from "node:assert/strict";
import { checkOperationRules } from "../../../../src/client/call/check-arguments.ts";
import { InvalidArgumentsError } from "../../../../src/client/interface/errors.ts";
import type { AnyArguments } from "../../../../src/client/interface/method.ts";
import { contract, type OperationName } from "../../../../src/contract/contract.ts";
import { inTimeZone } from "../../../support/time-zone.ts";

const now = Date.parse("2026-02-28T12:00:00Z");

/** What is wrong with a call; nothing when nothing is. */
function problemOf(operation: OperationName, args: AnyArguments): string | undefined {
  try {
    checkOperationRules(operation, contract[operation], args, now);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof InvalidArgumentsError);
    return error.message;
  }
}

suite("rules of a row", () => {
  test("let a field in only beside the value of another", () => {
    for (const operation of ["runExtractionJob", "triggerExtractionJobs", "runProcessingJob"] as const) {
      assert.equal(problemOf(operation, { body: { excludedTenants: ["WFF_a"], allTenants: true } }), undefined);
      assert.equal(problemOf(operation, { body: {} }), undefined);
      const message = problemOf(operation, { body: { excludedTenants: ["WFF_a"] } });
      assert.match(message ?? "", /body.excludedTenants may be given only when body.allTenants is true/);
    }
    const locked = { headers: { Prefer: "nvLock=artifact", NonVersioned: false } };
    assert.match(problemOf("upsertUser", locked) ?? "", /only when headers.NonVersioned is true/);
    assert.equal(problemOf("upsertUser", { headers: { ...locked.headers, NonVersioned: true } }), undefined);
  });

  test("ask for the same value in two places", () => {
    const call = (id: string) => ({ path: { id: "1" }, body: { id } });
    assert.equal(problemOf("updateExportCredential", call("1")), undefined);
    assert.match(problemOf("updateExportCredential", call("secret-2")) ?? "", /body.id must be the same as path.id/);
    assert.doesNotMatch(problemOf("updateExportCredential", call("secret-2")) ?? "", /secret/);
  });

  test("bound how far ahead a time lies, by calendar years", () => {
    const expires = (expirationDate: string) => problemOf("generatePgpKey", { body: { expirationDate } });
    assert.equal(expires("2028-02-28T12:00:00Z"), undefined);
    assert.equal(expires("2036-02-28T12:00:00Z"), undefined);
    assert.equal(problemOf("generatePgpKey", { body: {} }), undefined);
    for (const wrong of ["2028-02-28T11:59:59Z", "2036-02-28T12:00:01Z", "2020-01-01", "soon"]) {
      assert.match(expires(wrong) ?? "", /between 2 years and 10 years ahead/, wrong);
    }
  });

  test("read a time without a zone in UTC, whatever the zone of the process", async () => {
    await inTimeZone("America/New_York", async () => {
      const expires = (expirationDate: string) => problemOf("generatePgpKey", { body: { expirationDate } });
      assert.equal(expires("2028-02-28T12:00:00"), undefined);
      assert.match(expires("2028-02-28T11:59:59") ?? "", /between 2 years and 10 years ahead/);
    });
  });
});
