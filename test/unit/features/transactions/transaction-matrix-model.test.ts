import assert from "node:assert/strict";
import { matrixRows } from "../../../../src/features/transactions/transaction-matrix-model.ts";
import { sqlTransaction } from "../../../support/fake-transactions.ts";

suite("the matrix of a transaction", () => {
  test("has a row for each tenant that the transaction or a job names, and a cell for each job", () => {
    const transaction = sqlTransaction({
      children: [
        { tenantCode: "b", status: "OPEN" },
        { tenantCode: "a", status: "ROLLED_BACK" },
      ],
    });
    const jobs = [
      { tenants: [{ tenantCode: "a", status: "FAILED", message: "No table." }] },
      undefined,
      { tenants: [{ tenantCode: "c", status: "PROCESSING_FAILED", message: "" }] },
    ];
    assert.deepEqual(matrixRows(transaction, jobs), [
      {
        tenant: "a",
        cells: [
          { phase: "ended", state: "ROLLED_BACK" },
          { phase: "failed", state: "FAILED", message: "No table." },
          null,
          null,
        ],
      },
      { tenant: "b", cells: [{ phase: "open", state: "OPEN" }, null, null, null] },
      { tenant: "c", cells: [null, null, null, { phase: "failed", state: "PROCESSING_FAILED" }] },
    ]);
  });

  test("is empty before the first look", () => {
    assert.deepEqual(matrixRows(undefined, [undefined]), []);
  });
});
