import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "../../src/client/call/client.ts";
import { contract } from "../../src/contract/contract.ts";
import { createDelivery } from "../../src/features/transfers/create-delivery.ts";
import type { IntakeDraft, IntakeKind } from "../../src/features/transfers/intake-kind-model.ts";
import { readFolderOfTenants } from "../../src/features/transfers/tenant-folder.ts";
import { writeTenantZip } from "../../src/features/transfers/write-tenant-zip.ts";
import { IntakeCaller } from "../support/intake-caller.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { silentLogger } from "../support/silent-logger.ts";

const child = "WFF_demo~north";
const header = "EmployeeID,Effective_Date";
const { signal } = new AbortController();
const draft: IntakeDraft = {
  kind: "rows",
  source: "",
  tenantCode: "",
  after: "process",
  transaction: "",
  objectName: "Employee",
  commit: "commit",
  filename: "employee.csv",
  load: "process",
};

/** Each way of *Send Data File...*, as the extension sends it, to the service of the local connection. */
suite("a data file that the extension sends", function () {
  this.timeout(60_000);
  let test_: TestService;
  let client: Client;
  let folder: string;
  suiteSetup(async () => {
    test_ = await startTestService();
    folder = await mkdtemp(join(tmpdir(), "workforce-sent-"));
    const { ready } = test_.service;
    client = createClient({
      contract,
      connection: { baseUrl: ready.url, apiKey: ready.apiKey, credentials: async () => ready },
      gate: async () => "allowed",
      clock: test_.clock,
      logger: silentLogger,
    });
  });
  suiteTeardown(async () => {
    client?.dispose();
    await test_?.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return name;
  };
  /** Sends a file and waits for the jobs that follow. */
  const send = async (name: string, answers: Partial<IntakeDraft> & { readonly kind: IntakeKind }) => {
    const target = { client, file: join(folder, name), name, tenant: undefined };
    const outcome = await createDelivery({ ...draft, ...answers }, target).run(signal, () => undefined);
    if (outcome.job) {
      assert.equal(outcome.job.kind, "job");
      await new IntakeCaller(test_).ended(outcome.job.jobId);
    }
    return outcome;
  };
  /** Which of the people are there in June 2025. */
  const there = async (people: readonly string[], tenant = "WFF_demo") => {
    const keys = people.map((person) => `"${person}"`).join(", ");
    const query = `SELECT EmployeeID FROM Employee WHERE Service_Time BETWEEN date("2025-06-01") AND date("2025-06-02") AND EmployeeID IN (${keys})`;
    const answer = await test_.call("POST", "/v1/data/query/sql", {
      json: { query },
      headers: { TargetTenantID: tenant },
    });
    assert.equal(answer.status, 200, answer.text);
    return answer
      .json<{ rows: object[] }>()
      .rows.flatMap((row) => Object.values(row))
      .sort();
  };

  test("is answered by queries when its rows go into a source, of CSV or JSON Lines", async () => {
    const csv = await write("people.csv", `${header}\nR-1,2025-05-01\nR-2,2025-05-01\n`);
    assert.equal((await send(csv, { kind: "rows", source: "Employee" })).rows, 2);
    const lines = await write("people.jsonl", '{"EmployeeID":9203817354237048492,"Effective_Date":"2025-05-01"}\n');
    assert.equal((await send(lines, { kind: "rows", source: "Employee" })).rows, 1);
    const people = ["9203817354237048492", "R-1", "R-2"];
    assert.deepEqual(await there(people), people);
  });

  test("is answered by queries when it goes into a source as a file", async () => {
    await send(await write("employee-file.csv", `${header}\nF-1,2025-05-01\n`), { kind: "file" });
    assert.deepEqual(await there(["F-1"]), ["F-1"]);
  });

  test("is answered by queries of each tenant when it is a ZIP that was built of a folder of tenants", async () => {
    for (const [tenant, person] of [
      ["WFF_demo", "Z-1"],
      [child, "Z-2"],
    ] as const) {
      await mkdir(join(folder, "tenants", tenant), { recursive: true });
      await write(join("tenants", tenant, "employee.csv"), `${header}\n${person},2025-05-01\n`);
    }
    const tenants = await readFolderOfTenants(join(folder, "tenants"), signal);
    await writeTenantZip(tenants, join(folder, "batch.zip"), signal, () => undefined);
    const { job } = await send("batch.zip", { kind: "tenantZip" });
    assert.equal(job?.kind, "job");
    const { jobs } = test_.service.platform;
    for (const one of await jobs.children(job.jobId, "receiving", ["WFF_demo", child], { limit: 10, start: 0 })) {
      await new IntakeCaller(test_).ended(one.id);
    }
    assert.deepEqual([await there(["Z-1", "Z-2"]), await there(["Z-1", "Z-2"], child)], [["Z-1"], ["Z-2"]]);
  });

  test("is answered by queries when it goes into an object, at once or with a later file", async () => {
    const first = await write("first.csv", `${header}\nO-1,2025-05-01\n`);
    const { openTransaction } = await send(first, { kind: "object", commit: "open" });
    assert.ok(openTransaction);
    assert.deepEqual(await there(["O-1"]), []);
    const second = await write("second.csv", `${header}\nO-2,2025-05-01\n`);
    await send(second, { kind: "object", transaction: openTransaction });
    assert.deepEqual(await there(["O-1", "O-2"]), ["O-1", "O-2"]);
  });

  test("is answered by queries when it is an upload that is processed", async () => {
    await send(await write("employee.csv", `${header}\nU-1,2025-05-01\n`), { kind: "upload" });
    assert.deepEqual(await there(["U-1"]), ["U-1"]);
  });
});
