import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../../src/duckdb/database.ts";
import { buildStrangeVersion } from "../support/built-versions.ts";
import { eventually } from "../support/eventually.ts";
import { ExportConnectorCaller } from "../support/export-connector-caller.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { type LakehouseDouble, startLakehouseDouble } from "../support/servers/lakehouse-double.ts";
import { type S3Double, startS3Double } from "../support/servers/s3-double.ts";
import { createHostKey, type SftpDouble, startSftpDouble } from "../support/servers/sftp-double.ts";

/** Columns of the sample's people as a list query asks for them, whose instants are in epoch milliseconds. */
const columns = [
  ["property", "EmployeeID"],
  ["property", "Full_Name"],
  ["property", "Work_Email"],
  ["property", "Start_Date"],
  ["property", "Age"],
  ["property", "Base_Salary"],
  ["dimension", "Function"],
  ["dimension", "Location"],
  ["dimension", "Pay_Level"],
  ["selectionConcept", "isManager"],
].map(([kind = "", name = ""]) => ({
  columnName: name,
  columnDefinition: { [kind]: { name, qualifyingPath: "Employee" } },
}));

/** A row with its doubles in one notation. */
function normal(row: readonly (string | null)[]): (string | null)[] {
  return row.map((value, index) => (index === 5 && value !== null ? String(Number(value)) : value));
}

suite("export connectors over HTTP", function () {
  this.timeout(120_000);
  let test_: TestService;
  let exports: ExportConnectorCaller;
  let sftp: SftpDouble;
  let s3: S3Double;
  let lakehouse: LakehouseDouble;
  suiteSetup(async () => {
    test_ = await startTestService();
    exports = new ExportConnectorCaller(test_);
    await buildStrangeVersion(test_.service.platform);
    [sftp, s3, lakehouse] = [await startSftpDouble(), await startS3Double(), await startLakehouseDouble()];
  });
  suiteTeardown(async () => {
    await test_?.dispose();
    await Promise.all([sftp?.stop(), s3?.stop(), lakehouse?.stop()]);
  });

  async function validate(request: unknown) {
    const { id } = await exports.ok<{ id: string }>("POST", "credentials/validations", request, 201);
    return eventually(async () => {
      const answer = await exports.ok<{ success: boolean; errors?: { rci: string; message: string }[] } | null>(
        "GET",
        `credentials/validations/${id}`,
      );
      return answer ?? undefined;
    });
  }

  /** The rows of a list query, as texts by name. */
  async function listed(): Promise<readonly (string | null)[][]> {
    const answer = await test_.call("POST", "/v1/data/query/list", {
      headers: { accept: "application/jsonlines" },
      json: {
        source: { analyticObject: "Employee" },
        columns,
        timeInterval: { dynamicDateFrom: "SOURCE", intervalPeriodType: "DAY", intervalPeriodCount: 1 },
      },
    });
    assert.equal(answer.status, 200, answer.text);
    const [, ...rows] = answer.text.trimEnd().split("\n");
    return rows.map((row) => normal(JSON.parse(row))).sort();
  }

  /** The rows of a written file, in the form in which a list query has them. */
  async function written(file: string): Promise<readonly (string | null)[][]> {
    const database = await Database.open(":memory:");
    try {
      const reader = file.endsWith(".csv")
        ? `read_csv('${file}', all_varchar = true, allow_quoted_nulls = false)`
        : `'${file}'`;
      const texts = columns.map(({ columnName }) => {
        switch (columnName) {
          case "Start_Date":
            return `epoch_ms(Start_Date::TIMESTAMPTZ)::VARCHAR`;
          default:
            return `${columnName}::VARCHAR`;
        }
      });
      const rows = await database.use((connection) =>
        connection.rows(`SELECT [${texts.join(", ")}] AS row FROM ${reader}`),
      );
      return rows.map(({ row }) => normal((row as unknown as { items: (string | null)[] }).items)).sort();
    } finally {
      database.close();
    }
  }

  async function fileOf(bytes: Buffer | undefined, name: string): Promise<string> {
    assert.ok(bytes);
    const path = join(test_.dataFolder, "scratch", name);
    await writeFile(path, bytes);
    return path;
  }

  test("the sample has two connectors with a credential, whose files lie in the tenant's outbox after a run", async () => {
    const connectors = await exports.connectors();
    assert.deepEqual(
      connectors.map(({ objectName, links }) => [objectName, links[0]?.linkedDataExport.tableName]),
      [
        ["Nightly_Headcount", "headcount"],
        ["Nightly_People", "people"],
      ],
    );
    const job = await exports.run("Nightly_People");
    assert.equal(job.status, "SUCCEEDED", JSON.stringify(job));
    assert.deepEqual(
      job.syncJobs.map(({ status }) => status),
      ["SUCCEEDED"],
    );
    const outbox = join(test_.dataFolder, "outbox", "WFF_demo");
    assert.deepEqual(await readdir(outbox), ["people.parquet"]);
    const rows = await listed();
    assert.ok(rows.length > 20);
    // Otherwise there would be nothing to lose.
    assert.ok(rows.some(([, name]) => name === "") && rows.some(([, name]) => name === null));
    assert.ok(rows.some(([, name]) => name?.includes("\n")));
    assert.deepEqual(await written(join(outbox, "people.parquet")), rows);
  });

  test("the rows of an aggregate are those of its query", async () => {
    const job = await exports.run("Nightly_Headcount");
    assert.equal(job.status, "SUCCEEDED", JSON.stringify(job));
    const database = await Database.open(":memory:");
    try {
      const file = join(test_.dataFolder, "outbox", "WFF_demo", "headcount.parquet");
      const [row] = await database.use((connection) =>
        connection.rows(
          `SELECT count(DISTINCT DateInRange)::INTEGER AS months, sum(employeeCount) FILTER (DateInRange = '2026-01-01 00:00:00+00'::TIMESTAMPTZ) AS people FROM '${file}'`,
        ),
      );
      assert.deepEqual(row, { months: 12, people: (await listed()).length });
    } finally {
      database.close();
    }
  });

  for (const format of ["csv", "parquet"]) {
    test(`rows in ${format} at SFTP, S3 and a folder are those of the list query`, async () => {
      const rows = await listed();
      await exports.use("Nightly_People", { sftp: { ...sftp.parameters, format } });
      assert.equal((await exports.run("Nightly_People")).status, "SUCCEEDED");
      assert.deepEqual(await written(join(sftp.folder, `people.${format}`)), rows);
      await exports.use("Nightly_People", { s3: { ...s3.parameters, format } });
      assert.equal((await exports.run("Nightly_People")).status, "SUCCEEDED");
      assert.deepEqual(await written(await fileOf(s3.objects.get(`nightly/people.${format}`), `s3.${format}`)), rows);
      await exports.use("Nightly_People", { folder: { path: "outbox/WFF_demo", format } });
      assert.equal((await exports.run("Nightly_People")).status, "SUCCEEDED");
      assert.deepEqual(await written(join(test_.dataFolder, "outbox", "WFF_demo", `people.${format}`)), rows);
    });
  }

  test("rows at a lakehouse are those of the list query", async () => {
    await exports.use("Nightly_People", { lakehouse: lakehouse.parameters });
    assert.equal((await exports.run("Nightly_People")).status, "SUCCEEDED");
    assert.deepEqual(
      await written(await fileOf(lakehouse.files.get("people.parquet"), "lake.parquet")),
      await listed(),
    );
  });

  test("secrets are masked in every answer, and stand in no log", async () => {
    const secrets = ["sftp-Secret-1", "s3-Secret-1", "lake-Secret-1"];
    for (const parameters of [{ sftp: sftp.parameters }, { s3: s3.parameters }, { lakehouse: lakehouse.parameters }]) {
      const made = await exports.call("POST", "credentials", { parameters });
      assert.equal(made.status, 201, made.text);
      assert.match(made.text, /"\*{8}"/);
      const { id } = made.json<{ id: string }>();
      const got = await exports.call("GET", `credentials/${id}`);
      assert.equal(got.text, made.text);
      const put = await exports.call("PUT", `credentials/${id}`, { id, parameters });
      assert.equal(put.text, made.text);
      for (const text of [made.text, (await exports.call("GET", "credentials")).text, test_.log.join("\n")]) {
        assert.ok(!secrets.some((secret) => text.includes(secret)));
      }
      // As it came, its mask would become the secret.
      const back = await exports.call("PUT", `credentials/${id}`, got.json());
      assert.equal(back.status, 400);
      assert.match(back.text, /is masked; send the .* itself/);
      assert.deepEqual(await validate({ id }), { success: true });
      assert.equal((await exports.call("DELETE", `credentials/${id}`)).status, 200);
      assert.equal((await exports.call("GET", `credentials/${id}`)).status, 404);
    }
    assert.equal([...s3.objects.keys()].filter((key) => key.includes("probe")).length, 0);
    assert.equal((await readdir(sftp.folder)).filter((name) => name.includes("probe")).length, 0);
  });

  test("an update replaces everything", async () => {
    const former = { sftp: { ...sftp.parameters, format: "csv" } };
    const id = await exports.createCredential({ basicInformation: { displayName: "Files" }, parameters: former });
    const parameters = { folder: { path: "outbox/WFF_demo" } };
    const replaced = { id, parameters, connectorIds: [] };
    assert.deepEqual(await exports.ok("PUT", `credentials/${id}`, { id, parameters }), replaced);
    assert.deepEqual(await exports.ok("GET", `credentials/${id}`), replaced);
    await exports.call("DELETE", `credentials/${id}`);
  });

  test("a credential that a connector uses is not deleted, and the connectors are named", async () => {
    const id = await exports.use("Nightly_People", { folder: { path: "outbox/WFF_demo" } });
    const refused = await exports.call("DELETE", `credentials/${id}`);
    assert.equal(refused.status, 409);
    assert.match(refused.text, /A connector uses the credential \(Nightly_People\)/);
    assert.deepEqual((await exports.connector("Nightly_People")).credentialIds, [id]);
  });

  test("bad parameters are refused with the field", async () => {
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [undefined, /must hold one destination, which is one of postgresql, sftp, s3, folder, lakehouse, warehouse/],
      [{ nowhere: {} }, /must hold one destination/],
      [{ postgresql: { host: "h", database: "d", user: "u" } }, /The password is missing \(postgresql\.password\)/],
      [{ sftp: { host: "h", user: "u" } }, /The password is missing \(sftp\.password\), or a privateKey/],
      [{ sftp: { host: "h", user: "u", privateKey: "nothing" } }, /sftp\.privateKey is no private key/],
      [
        { postgresql: { host: "h", database: "d", user: "u", password: "p", port: 0 } },
        /postgresql\.port must be a port/,
      ],
      [{ s3: { ...s3.parameters, endpoint: "ftp://x" } }, /s3\.endpoint must be an http:\/\/ or https:\/\/ URL/],
      [{ folder: { path: "x", format: "xlsx" } }, /folder\.format must be parquet or csv/],
      [{ folder: { path: "x", typo: 1 } }, /folder has no field \\"typo\\"; its fields are path, format/],
      [{ lakehouse: { ...lakehouse.parameters, clientSecret: "********" } }, /lakehouse\.clientSecret is masked/],
    ];
    for (const [parameters, message] of cases) {
      const { status, text } = await exports.call("POST", "credentials", { parameters });
      assert.equal(status, 400, text);
      assert.match(text, message);
    }
    const unknown = await exports.call("POST", "credentials", {
      parameters: { folder: { path: "x" } },
      connectorIds: ["nothing"],
    });
    assert.equal(unknown.status, 400);
  });

  test("a destination without a driver is kept and masked, and its validation says that it was not tried", async () => {
    const warehouse = {
      accountUrl: "https://warehouse.test",
      database: "hr",
      schema: "people",
      user: "SYNC",
      privateKey: createHostKey(),
    };
    const made = await exports.ok<{ id: string; parameters: { warehouse: Record<string, string> } }>(
      "POST",
      "credentials",
      { parameters: { warehouse } },
      201,
    );
    assert.equal(made.parameters.warehouse.privateKey, "********");
    const { success, errors } = (await validate({ id: made.id })) ?? {};
    assert.equal(success, false);
    assert.match(errors?.[0]?.message ?? "", /no driver for the destination warehouse, so it was not connected to/);
    await exports.call("DELETE", `credentials/${made.id}`);
  });

  test("problems of a validation come with status 200 and an rci", async () => {
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [{ sftp: { ...sftp.parameters, password: "wrong-Secret" } }, /refused the user hr with this password/],
      [{ s3: { ...s3.parameters, secretAccessKey: "wrong-Secret" } }, /the secretAccessKey is wrong/],
      [{ lakehouse: { ...lakehouse.parameters, clientSecret: "wrong-Secret" } }, /client secret is wrong/],
      [{ folder: { path: "/etc" } }, /--allow-folder/],
      [{ sftp: { ...sftp.parameters, host: "169.254.169.254" } }, /link-local/],
      [
        { postgresql: { host: "127.0.0.1", port: 1, database: "d", user: "u", password: "p" } },
        /refused the connection/,
      ],
      [{ warehouse: { accountUrl: "https://dw.example" } }, /The database is missing \(warehouse\.database\)/],
    ];
    for (const [parameters, message] of cases) {
      const { success, errors } = (await validate({ parameters })) ?? {};
      assert.equal(success, false);
      assert.equal(errors?.length, 1);
      assert.match(errors[0]?.message ?? "", message);
      assert.doesNotMatch(errors[0]?.message ?? "", /Secret/);
      assert.ok(errors[0]?.rci);
    }
    assert.equal((await exports.call("POST", "credentials/validations", { id: "nothing" })).status, 404);
    assert.equal((await exports.call("GET", "credentials/validations/nothing")).status, 404);
  });

  test("a job that has failed tells why of its sync jobs, however the question meets its end", async () => {
    await exports.use("Nightly_People", { folder: { path: "outbox/WFF_demo/missing" } });
    for (let round = 0; round < 10; round++) {
      const id = await exports.start("Nightly_People");
      const ends = await Promise.all(Array.from({ length: 8 }, () => exports.justFinished(id)));
      for (const { status, syncJobs } of ends) {
        assert.equal(status, "FAILED");
        assert.match(syncJobs[0]?.errorMessage ?? "", /outbox\/WFF_demo\/missing/);
      }
    }
  });

  test("a server whose host key has changed is refused, with both keys, also after a restart", async () => {
    const first = await startSftpDouble();
    await exports.use("Nightly_People", { sftp: first.parameters });
    assert.equal((await exports.run("Nightly_People")).status, "SUCCEEDED");
    await first.stop();
    await test_.restart();
    const second = await startSftpDouble({ port: first.port });
    try {
      const job = await exports.run("Nightly_People");
      assert.equal(job.status, "FAILED");
      assert.equal(job.errorMessage, "One sync job failed.");
      assert.match(job.syncJobs[0]?.errorMessage ?? "", /The host key of 127\.0\.0\.1:\d+ has changed: it is SHA256:/);
      assert.deepEqual(await readdir(second.folder), []);
    } finally {
      await second.stop();
    }
  });

  test("a server that is gone after half of the file leaves the former one", async () => {
    await exports.use("Nightly_People", { sftp: { ...sftp.parameters, format: "csv" } });
    assert.equal((await exports.run("Nightly_People")).status, "SUCCEEDED");
    const former = await readFile(join(sftp.folder, "people.csv"), "utf8");
    sftp.onWrite = (_bytes, socket) => socket?.destroy();
    const job = await exports.run("Nightly_People");
    sftp.onWrite = () => undefined;
    assert.equal(job.status, "FAILED");
    assert.match(job.syncJobs[0]?.errorMessage ?? "", /ended the connection/);
    assert.equal(await readFile(join(sftp.folder, "people.csv"), "utf8"), former);
    assert.equal((await exports.run("Nightly_People")).status, "SUCCEEDED");
    assert.ok(!(await readdir(sftp.folder)).some((name) => name.includes("building")));
  });

  test("a job that is cancelled leaves the former file and says so", async () => {
    const former = await readFile(join(sftp.folder, "people.csv"), "utf8");
    const { id } = await exports.connector("Nightly_People");
    const started = await new Promise<string>((resolve, reject) => {
      let job: Promise<{ id: string }> | undefined;
      sftp.onWrite = () => void job?.then((one) => resolve(one.id), reject);
      job = exports.ok<{ id: string }>("POST", `connectors/${id}/jobs`);
      job.catch(reject);
    });
    const cancelled = await test_.call("POST", "/v1/op/jobs/cancel", { json: { jobIds: [started] } });
    sftp.onWrite = () => undefined;
    assert.equal(cancelled.status, 200);
    const job = await exports.finished(started);
    // It may have been quicker, as a whole or in its work.
    assert.ok(["CANCELLED", "SUCCEEDED"].includes(job.status), job.status);
    assert.ok(["CANCELLED", "SUCCEEDED"].includes(job.syncJobs[0]?.status ?? ""), JSON.stringify(job));
    // For a moment there is none: this server renames in two steps, which a cancellation does not come between.
    const read = () => readFile(join(sftp.folder, "people.csv"), "utf8").catch(() => undefined);
    assert.equal(await eventually(read, () => "the file is gone"), former);
  });

  test("a connector that nobody knows and one without a credential do not run", async () => {
    const { id, credentialIds } = await exports.connector("Nightly_People");
    assert.equal((await exports.call("POST", "connectors/nothing/jobs")).status, 404);
    for (const credential of credentialIds) {
      await exports.unlink(credential);
    }
    const refused = await exports.call("POST", `connectors/${id}/jobs`);
    assert.equal(refused.status, 409);
    assert.match(refused.text, /Nightly_People has no credential/);
    assert.equal((await exports.call("GET", "jobs/nothing")).status, 404);
  });
});

suite("export credentials of a deployment with names of its own", () => {
  test("have the deployment's key of their destination, in requests and answers", async () => {
    const folder = await mkdtemp(join(tmpdir(), "workforce-profile-"));
    const profile = join(folder, "profile.json");
    await writeFile(profile, JSON.stringify({ exportDestinations: { lakehouse: "lakehouseParameters" } }));
    const test_ = await startTestService({ profile });
    try {
      const lakehouse = {
        workspaceUrl: "https://lake.test",
        catalog: "c",
        schema: "s",
        clientId: "i",
        clientSecret: "x",
      };
      const json = { parameters: { lakehouseParameters: lakehouse } };
      const { parameters } = await new ExportConnectorCaller(test_).ok<{ parameters: object }>(
        "POST",
        "credentials",
        json,
        201,
      );
      assert.deepEqual(parameters, {
        lakehouseParameters: { ...lakehouse, clientSecret: "********" },
      });
    } finally {
      await test_.dispose();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
