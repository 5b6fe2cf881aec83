import assert from "node:assert/strict";
import { appendFile, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ProcessingJobStatus } from "../../src/contract/jobs.ts";
import { eventually } from "../support/eventually.ts";
import { KillableService } from "../support/killable-service.ts";

/** A soak of five rounds kills it two hundred times. */
const kills = process.env.WORKFORCE_PROOF_COUNT ? Math.ceil(Number(process.env.WORKFORCE_PROOF_COUNT) / 50) : 3;
const seed = Number(process.env.SEED ?? 1);
const rowsOfKill = 3000;
/** Statuses that are asked for before the end, at most: some fall into the reading, some into the receiving, some behind it. */
const mostLooks = 60;
const connectorId = "hris-files";
const folder = "inbox/WFF_demo/hr";

suite("a service that is killed in the middle of an extraction", () => {
  let service: KillableService;
  suiteSetup(async () => {
    service = await KillableService.create();
  });
  suiteTeardown(async () => {
    await service.dispose();
  });

  const start = async () =>
    (await service.call<{ jobId: string }>("POST", "/v1alpha/op/jobs/extraction-jobs", {})).jobId;
  /** Waits until no job is pending or running. */
  const settle = () =>
    eventually(async () => {
      const since = new Date(Date.now() - 60 * 60_000).toISOString();
      const { jobStatus } = await service.call<{ jobStatus: ProcessingJobStatus[] }>(
        "GET",
        `/v1/op/job-status/jobs?startTime=${since}`,
      );
      return jobStatus.some(({ status }) => status === "Pending" || status === "Running") ? undefined : jobStatus;
    });
  const receivedRows = async () => {
    const { files } = await service.call<{ files: { rows: number; kind: string }[] }>(
      "GET",
      "/v1alpha/op/data/uploaded-files?limit=1000",
    );
    return files.filter(({ kind }) => kind === "data").reduce((sum, { rows }) => sum + Number(rows), 0);
  };

  test("receives each row once, whatever was interrupted", async () => {
    await service.begin();
    const parameters = { provider: "folder", folderAuthParams: { path: folder } };
    const { uuid } = await service.call("POST", "/v1/op/data-connector-credentials", {
      dataProviderAuthParams: parameters,
    });
    const tenants = [{ tenantCode: "WFF_demo", credentialId: uuid }];
    await service.call("POST", "/v1/op/data-connectors/assignCredentials", { connectors: [{ connectorId, tenants }] });
    const connectorSettings = [{ settingKey: "incrementalColumn", value: "changed" }];
    const changed = [{ connectorId, tenants: [{ tenantCode: "WFF_demo", connectorSettings }] }];
    await service.call("PUT", "/v1/op/data-connectors/connector-settings", { connectors: changed });
    const path = join(service.dataFolder, folder, "employee.csv");
    await mkdir(join(service.dataFolder, folder), { recursive: true });
    await appendFile(path, "EmployeeID,Effective_Date,changed\n");
    const before = await receivedRows();
    let sent = 0;
    let again = 0;
    for (let round = 0; round < kills; round += 1) {
      const now = new Date().toISOString();
      const rows = Array.from({ length: rowsOfKill }, (_, index) => `K-${sent + index},2025-05-01,${now}\n`);
      await appendFile(path, rows.join(""));
      sent += rowsOfKill;
      const id = await start();
      for (let look = (round * 23 + seed * 29) % mostLooks; look > 0; look -= 1) {
        await service.call("GET", `/v1/op/job-status/jobs/${id}`);
      }
      await service.kill();
      await service.begin();
      await settle();
      const received = (await receivedRows()) - before;
      assert.ok(received === sent || received === sent - rowsOfKill, `${received} of ${sent} rows`);
      again += received === sent ? 0 : 1;
      await start();
      await settle();
      assert.equal((await receivedRows()) - before, sent);
    }
    await service.kill();
    await service.begin();
    const left = (await readdir(join(service.dataFolder, "intake"), { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile(),
    );
    const { files } = await service.call<{ files: { kind: string }[] }>(
      "GET",
      "/v1alpha/op/data/uploaded-files?limit=1000",
    );
    // Of each file the original, and of those with data the checked rows.
    assert.equal(
      left.length,
      files.reduce((sum, { kind }) => sum + (kind === "data" ? 2 : 1), 0),
    );
    await service.kill();
    if (kills > 3) {
      console.log(`      ${kills} kills: ${again} before the rows were received, ${kills - again} behind that`);
    }
  }).timeout(120_000 + kills * 30_000);
});
