import assert from "node:assert/strict";
import {
  expiryOf,
  failedTenants,
  tenantsWithOpenTransaction,
  transactionPhase,
} from "../../../../src/features/transactions/transaction-details-model.ts";
import { sqlTransaction, timeAt, transactionTime } from "../../../support/fake-transactions.ts";

suite("the phase of a transaction", () => {
  const closedAt = timeAt(60);
  for (const [words, transaction, phase] of [
    ["open", sqlTransaction(), "open"],
    ["open in other letters", sqlTransaction({ status: "Open" }), "open"],
    ["resolving while a tenant is", sqlTransaction({ summary: { open: 1, resolving: 1 } }), "resolving"],
    ["committed", sqlTransaction({ status: "COMMITTED", closedAt }), "committed"],
    ["rolled back", sqlTransaction({ status: "ROLLED_BACK", closedAt }), "rolledBack"],
    [
      "expired when it was rolled back at its expiry",
      sqlTransaction({ status: "ROLLED_BACK", closedAt: timeAt(3600) }),
      "expired",
    ],
    [
      "mixed when not all tenants agree",
      sqlTransaction({ status: "CLOSED", closedAt, summary: { committed: 2, rolledBack: 1 } }),
      "mixed",
    ],
    [
      "committed when all that is closed is",
      sqlTransaction({ status: "CLOSED", closedAt, summary: { committed: 2 } }),
      "committed",
    ],
    ["open when nothing is said but that", sqlTransaction({ status: "UNSPECIFIED" }), "open"],
    [
      "told by the counts when the word says nothing",
      sqlTransaction({ status: "UNSPECIFIED", closedAt, summary: { committed: 1 } }),
      "committed",
    ],
  ] as const) {
    test(`is ${words}`, () => assert.equal(transactionPhase(transaction), phase));
  }
});

suite("the facts of a transaction", () => {
  test("have no expiry where the service says none", () => {
    assert.equal(expiryOf(sqlTransaction()), transactionTime + 3_600_000);
    assert.equal(expiryOf({ transactionId: "t" }), undefined);
  });

  test("name the tenants in which it is open", () => {
    const children = [
      { tenantCode: "a", status: "OPEN" },
      { tenantCode: "b", status: "ROLLED_BACK" },
      { tenantCode: "c", status: "COMMITTED" },
      { tenantCode: "d" },
    ];
    assert.deepEqual(tenantsWithOpenTransaction(sqlTransaction({ children })), ["a", "d"]);
  });

  test("name the tenants in which a job failed, but not those in which only its processing did", () => {
    const tenants = [
      { tenantCode: "a", status: "SUCCEEDED" },
      { tenantCode: "b", status: "FAILED" },
      { tenantCode: "c", status: "PROCESSING_FAILED" },
      { tenantCode: "d", status: "RUNNING" },
    ];
    assert.deepEqual(failedTenants({ tenants }), ["b"]);
  });
});
