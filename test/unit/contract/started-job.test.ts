import assert from "node:assert/strict";
import { contract } from "../../../src/contract/contract.ts";
import { startedJobOf } from "../../../src/contract/started-job.ts";

suite("the job that a call started", () => {
  test("is a data job, spelled either way", () => {
    assert.deepEqual(startedJobOf("runExtractionJob", { body: {} }, { jobId: "7" }, undefined), {
      kind: "job",
      jobId: "7",
    });
    assert.deepEqual(startedJobOf("triggerExtractionJobs", { body: { tenants: ["WFF_a"] } }, { JobId: "8" }, "WFF_a"), {
      kind: "job",
      jobId: "8",
      tenant: "WFF_a",
    });
  });

  test("is a dispatching job when several tenants were asked for", () => {
    const several = { body: { tenants: ["WFF_a", "WFF_b"] } };
    for (const args of [several, { body: { allTenants: true } }]) {
      assert.equal(startedJobOf("runProcessingJob", args, { jobId: "9" }, undefined)?.kind, "dispatching");
    }
  });

  test("is a SQL job of the transaction in the path", () => {
    const args = { path: { transactionId: "t" } };
    const job = { kind: "sql", transactionId: "t", jobId: "j" };
    assert.deepEqual(startedJobOf("runSqlJob", args, { jobId: "j" }, undefined), job);
    assert.equal(startedJobOf("runSqlJob", {}, { jobId: "j" }, undefined), undefined);
  });

  test("has the name that its operation gives it", () => {
    assert.deepEqual(startedJobOf("scheduleDataVersionExport", {}, { jobUuid: "u" }, undefined), {
      kind: "export",
      jobUuid: "u",
    });
    assert.deepEqual(startedJobOf("runExportConnectorJob", {}, { id: "c" }, undefined), {
      kind: "connector",
      jobId: "c",
    });
    assert.deepEqual(startedJobOf("validateExportCredential", {}, { id: "v" }, undefined), {
      kind: "validation",
      id: "v",
    });
    assert.deepEqual(startedJobOf("completeTransferSession", {}, { dataReceivingJobId: "r" }, undefined), {
      kind: "job",
      jobId: "r",
    });
  });

  test("is none where the answer names none or the operation starts none", () => {
    assert.equal(startedJobOf("runProcessingJob", {}, {}, undefined), undefined);
    assert.equal(startedJobOf("runProcessingJob", {}, null, undefined), undefined);
    assert.equal(startedJobOf("getReport", {}, { jobId: "1", id: "2" }, undefined), undefined);
    assert.equal(startedJobOf("toString", {}, { jobId: "1" }, undefined), undefined);
  });

  test("is known of the operations of the contract that start one, and of no others", () => {
    const answer = { jobId: "1", JobId: "1", jobUuid: "2", id: "3", dataReceivingJobId: "4" };
    const args = { path: { transactionId: "t" } };
    const starting = Object.keys(contract).filter((name) => startedJobOf(name, args, answer, undefined));
    assert.deepEqual(starting.sort(), [
      "completeTransferSession",
      "regenerateMaterializedView",
      "runConsolidatedJob",
      "runExportConnectorJob",
      "runExtractionJob",
      "runProcessingJob",
      "runSqlJob",
      "scheduleDataVersionExport",
      "startDataLoad",
      "triggerExtractionJobs",
      "validateExportCredential",
    ]);
  });
});
