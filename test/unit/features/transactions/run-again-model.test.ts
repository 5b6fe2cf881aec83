import assert from "node:assert/strict";
import { limitRequestToTenants, planRerun } from "../../../../src/features/transactions/run-again-model.ts";
import { sqlTransaction, timeAt } from "../../../support/fake-transactions.ts";

const status = {
  status: "FAILED",
  tenants: [
    { tenantCode: "a", status: "SUCCEEDED" },
    { tenantCode: "b", status: "FAILED" },
    { tenantCode: "c", status: "FAILED" },
  ],
};
const children = [
  { tenantCode: "a", status: "OPEN" },
  { tenantCode: "b", status: "OPEN" },
  { tenantCode: "c", status: "ROLLED_BACK" },
];
const request = { actions: [{ commit: {} }] };

suite("running a job again", () => {
  test("happens in the transaction where that is open, and in another one where it was rolled back", () => {
    const plan = planRerun(request, status, sqlTransaction({ children }));
    assert.deepEqual(plan, { inSameTransaction: ["b"], inNewTransaction: ["c"], isMissingInputs: false });
  });

  test("needs another transaction for all when it is closed", () => {
    const transaction = sqlTransaction({ status: "CLOSED", closedAt: timeAt(5), children });
    assert.deepEqual(planRerun(request, status, transaction).inNewTransaction, ["b", "c"]);
  });

  test("has lost the files that the job reads where the transaction is rolled back", () => {
    const reading = { ...request, inputs: [{ id: "badges", filename: "badges.csv" }] };
    assert.equal(planRerun(reading, status, sqlTransaction({ children })).isMissingInputs, true);
    const open = { ...status, tenants: status.tenants.slice(0, 2) };
    assert.equal(planRerun(reading, open, sqlTransaction({ children })).isMissingInputs, false);
  });

  test("names the tenants, and leaves the rest of the request as it was", () => {
    assert.deepEqual(limitRequestToTenants({ ...request, tenants: ["a", "b", "c"] }, ["b"]), {
      ...request,
      tenants: ["b"],
    });
  });
});
