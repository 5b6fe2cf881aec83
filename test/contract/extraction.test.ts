import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { openFileStore } from "../../src/service/drivers/drivers.ts";
import type { FileConnection } from "../../src/service/drivers/providers.ts";
import { ConnectorCaller } from "../support/connector-caller.ts";
import { parquetOf } from "../support/parquet-of.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { createDriverContext } from "../support/servers/driver-context.ts";
import { startLakehouseDouble } from "../support/servers/lakehouse-double.ts";
import { startS3Double } from "../support/servers/s3-double.ts";
import { startSftpDouble } from "../support/servers/sftp-double.ts";

const header = "EmployeeID,Effective_Date,Base_Salary";

suite("extraction from folders and web servers", () => {
  let test_: TestService;
  let caller: ConnectorCaller;
  setup(async () => {
    test_ = await startTestService();
    caller = new ConnectorCaller(test_);
  });
  teardown(() => test_.dispose());

  test("reads the files of a folder that match a source, and the way of every upload begins", async () => {
    const path = await caller.writeFiles("hr", {
      "employee.csv": `${header}\nE-1,2025-05-01,100\nE-2,2025-05-01,\n`,
      "notes.txt": "nothing",
      ".employee.csv": "unfinished",
    });
    await caller.connect("hris-files", "folder", { path });
    const { job, receiving, files } = await caller.extract({ runProcessingJob: true });
    assert.equal(job.state, "succeeded", job.message);
    assert.equal(job.message, "HRIS files: 2 rows for Employee.");
    assert.equal(receiving?.state, "succeeded", receiving?.message);
    assert.deepEqual(files, [
      { name: "employee.csv", schema: "Employee", text: `${header}\nE-1,2025-05-01,100\nE-2,2025-05-01,\n` },
    ]);
    const versions = (await caller.call("GET", "/v1/op/data-versions?tenantCode=WFF_demo")).json<{
      tenants: { dataVersions: { dataVersion: string; isPublished: boolean }[] }[];
    }>();
    assert.equal(versions.tenants[0]?.dataVersions[0]?.isPublished, true);
  });

  test("goes on where the last one ended, by the incremental column", async () => {
    const rows = (changes: readonly string[]) =>
      `employee_id;effective_date;base_salary;changed\n`.replaceAll(";", ",") +
      changes.map((changed, index) => `E-${index},2025-05-01,${index},${changed}\n`).join("");
    // Noon of this day is now.
    const times = ["2026-01-15T11:59:59Z", "2026-01-15T12:00:00Z", "2026-01-15T13:29:59+01:00", ""];
    const path = await caller.writeFiles("hr", { "employee.csv": rows(times) });
    await caller.connect("hris-files", "folder", { path }, { incrementalColumn: "changed" });
    const first = await caller.extract();
    assert.equal(first.job.message, "HRIS files: 2 rows for Employee changed before 2026-01-15T12:00:00Z.");
    assert.equal(first.files[0]?.text, `${header}\nE-0,2025-05-01,0\nE-3,2025-05-01,3\n`);
    await test_.clock.advance(30 * 60 * 1000);
    const second = await caller.extract();
    assert.equal(
      second.job.message,
      "HRIS files: 3 rows for Employee changed from 2026-01-15T12:00:00Z to before 2026-01-15T12:30:00Z.",
    );
    assert.deepEqual(second.files[0]?.text.match(/E-\d/g), ["E-1", "E-2", "E-3"]);
    await caller.writeFiles("hr", { "employee.csv": rows(times.slice(0, 3)) });
    await test_.clock.advance(1);
    const third = await caller.extract();
    assert.equal(third.receiving, undefined);
    assert.match(third.job.message ?? "", /^HRIS files: 0 rows for Employee changed from 2026-01-15T12:30:00Z/);
    const again = await caller.extract({
      overrideLastExtractionTimestamp: "0",
      extractToTimeOverride: String(Date.UTC(2026, 0, 15, 12)),
    });
    assert.deepEqual(again.files[0]?.text.match(/E-\d/g), ["E-0"]);
  });

  test("reads again what was not received", async () => {
    const path = await caller.writeFiles("hr", { "employee.csv": `${header},changed\nE-1,no date,1,2026-01-01\n` });
    await caller.connect("hris-files", "folder", { path }, { incrementalColumn: "changed" });
    const failed = await caller.extract();
    assert.equal(failed.job.state, "succeeded", failed.job.message);
    assert.match(failed.receiving?.message ?? "", /employee\.csv: row 2, Effective_Date is no date|Effective_Date/);
    await caller.writeFiles("hr", { "employee.csv": `${header},changed\nE-1,2025-05-01,1,2026-01-01\n` });
    await test_.clock.advance(1000);
    assert.match((await caller.extract()).job.message ?? "", /1 row for Employee changed before 2026-01-15T12:00:01Z/);
  });

  test("reads JSON Lines and Parquet without rounding, and gzip", async () => {
    const path = await caller.writeFiles("hr", {
      "employee-1.jsonl": `{"EmployeeID":"E-1","Effective_Date":"2025-05-01","Base_Salary":12345.67890123456789}\n{"EmployeeID":9203817354237048492,"Effective_Date":"2025-05-01","other":true}\n`,
      "employee-1b.ndjson": '{"Effective_Date":"2025-05-01","EmployeeID":"E-2"}\n\n',
      "employee-2.csv.gz": gzipSync(`${header}\nE-3,2025-05-01,3\n`),
      "employee-3.parquet": await parquetOf(
        "SELECT 'E-4' AS EmployeeID, TIMESTAMPTZ '2025-05-01 10:00:00.5+02' AS Effective_Date, 1.50::DECIMAL(38,10) AS Base_Salary",
      ),
    });
    await caller.connect("hris-files", "folder", { path });
    const { job, files } = await caller.extract();
    assert.equal(job.state, "succeeded", job.message);
    assert.deepEqual(
      files.map(({ text }) => text),
      [
        `${header}\nE-1,2025-05-01,12345.67890123456789\n9203817354237048492,2025-05-01,\n`,
        "EmployeeID,Effective_Date\nE-2,2025-05-01\n",
        `${header}\nE-3,2025-05-01,3\n`,
        `${header}\nE-4,2025-05-01T08:00:00Z,1.5000000000\n`,
      ],
    );
  });

  test("takes files by pattern, from a folder below, in batches", async () => {
    const path = await caller.writeFiles("hr", {
      "a/staff-1.csv": `person,from_date\n`,
      "a/staff-2.csv": `Employee ID,effective-date\n${[1, 2, 3].map((n) => `"S, ${n}",2025-05-01`).join("\n")}`,
      "b/staff-3.csv": "x\n",
    });
    await caller.connect("hris-files", "folder", { path }, { tables: "Employee: staff-2*", path: "a", batchSize: "2" });
    const { files } = await caller.extract();
    assert.deepEqual(
      files.map(({ name, text }) => [name, text]),
      [
        ["staff-2-1.csv", 'EmployeeID,Effective_Date\n"S, 1",2025-05-01\n"S, 2",2025-05-01\n'],
        ["staff-2-2.csv", 'EmployeeID,Effective_Date\n"S, 3",2025-05-01\n'],
      ],
    );
  });

  const problems: readonly (readonly [string, Record<string, string>, Record<string, string>, RegExp])[] = [
    ["no such file", { "employee.csv": "" }, { tables: "Employee: staff.csv" }, /HRIS files has no file staff\.csv\./],
    ["no such source", { "a.csv": "x\n1\n" }, { tables: "Staff: a.csv" }, /no source "Staff"/],
    [
      "no mandatory column",
      { "employee.csv": "EmployeeID\n1\n" },
      {},
      /has no column Effective_Date, which Employee needs/,
    ],
    ["no incremental column", { "employee.csv": `${header}\n` }, { incrementalColumn: "changed" }, /no column changed/],
    [
      "an incremental value that is no time",
      { "employee.csv": `${header},changed\n1,2025-05-01,,soon\n` },
      { incrementalColumn: "changed" },
      /employee\.csv has a value in changed that is no time/,
    ],
    ["a broken row", { "employee.csv": `${header}\n1,2025-05-01\n` }, {}, /line 2 begins a row with 2 values/],
    ["broken JSON", { "employee.jsonl": '{"EmployeeID":1}\n{"Empl' }, {}, /line 2 is no JSON/],
    ["half of a Parquet file", { "employee.parquet": "PAR1 and no more" }, {}, /no complete Parquet file/],
  ];
  for (const [what, files, settings, message] of problems) {
    test(`fails by name for ${what}, and takes nothing`, async () => {
      const path = await caller.writeFiles("hr", files);
      await caller.connect("hris-files", "folder", { path }, settings);
      const { job, receiving } = await caller.extract();
      assert.equal(job.state, "failed");
      assert.match(job.message ?? "", message);
      assert.equal(receiving, undefined);
      assert.deepEqual(
        test_.log.filter((line) => line.includes('"level":50')),
        [],
      );
    });
  }

  test("notices a dropped column, which an update of the artifacts accepts", async () => {
    const path = await caller.writeFiles("hr", { "employee.csv": `${header}\n1,2025-05-01,1\n` });
    await caller.connect("hris-files", "folder", { path });
    assert.equal((await caller.extract({ disableArtifactGeneration: true })).job.state, "failed");
    assert.equal((await caller.extract()).job.state, "succeeded");
    await caller.writeFiles("hr", { "employee.csv": "EmployeeID,Effective_Date\n1,2025-05-01\n" });
    const { job } = await caller.extract({ disableArtifactGeneration: true });
    assert.match(job.message ?? "", /employee\.csv has no column Base_Salary any more, which Employee is filled from/);
    assert.equal((await caller.extract({ forceUpdateExistingArtifacts: true })).job.state, "succeeded");
  });

  test("makes a project with the artifacts, and publishes it if asked to", async () => {
    const path = await caller.writeFiles("hr", { "employee.csv": `${header}\n1,2025-05-01,1\n` });
    await caller.connect("hris-files", "folder", { path });
    const versions = async () =>
      (await caller.call("GET", "/v1/admin/production-versions")).json<{ publishedVersions: { name: string }[] }>()
        .publishedVersions;
    const before = await versions();
    await caller.extract({ publishDataLoadArtifacts: true });
    const after = await versions();
    assert.equal(after.length, before.length + 1);
    assert.equal(after[0]?.name, "Load artifacts of HRIS files");
    await caller.extract();
    assert.equal((await versions()).length, after.length);
  });

  test("says in a debug file what was read, of files and of columns", async () => {
    const path = await caller.writeFiles("hr", { "employee.csv": "employee id,effective date\n1,2025-05-01\n" });
    await caller.connect("hris-files", "folder", { path });
    const debugOf = async (request: Readonly<Record<string, unknown>>) => {
      const { receiving } = await caller.extract(request);
      const { uploads, intakeFiles } = test_.service.platform;
      const stored = await uploads.files("WFF_demo", { job: receiving?.id });
      const debug = stored.find(({ file }) => file.kind === "debug")?.file;
      return debug && (await readFile(intakeFiles.locate(debug.original), "utf8"));
    };
    assert.equal(await debugOf({}), undefined);
    assert.equal(
      await debugOf({ spillDebugInfoPartitionsDTO: "spillStagesAndRecords" }),
      'Connector,Place,Table,Column,From,Begin,End,Rows\nHRIS files,"employee.csv, lines 2 to 2",employee.csv,,,2026-01-15T12:00:00Z,2026-01-15T12:00:00Z,1\n',
    );
    const all = await debugOf({ spillDebugInfoPartitionsDTO: "spillAll", spillDebugInfoDetailLevelDTO: "mappingName" });
    assert.match(all ?? "", /\nHRIS files,Employee from HRIS files,employee\.csv,EmployeeID,employee id,/);
  });

  suite("files of a server", () => {
    const rows = "EmployeeID,Effective_Date\nR-1,2025-05-01\n";
    let stop: () => Promise<void> = async () => undefined;
    teardown(() => stop());

    /** Puts a file on a server with the driver that writes. */
    async function put(connection: FileConnection): Promise<void> {
      const file = join(test_.dataFolder, "scratch", "rows-1");
      await writeFile(file, rows);
      const store = await openFileStore(connection, createDriverContext());
      await store.replace("employee.csv", { path: file, bytes: Buffer.byteLength(rows) });
      await store.close();
    }

    async function checkExtraction(connectorId: string): Promise<void> {
      const { job, files } = await caller.extract({ connectorIds: [connectorId] });
      assert.equal(job.state, "succeeded", job.message);
      assert.deepEqual(files, [{ name: "employee.csv", schema: "Employee", text: rows }]);
    }

    test("by SFTP", async () => {
      const { parameters, ...server } = await startSftpDouble();
      stop = server.stop;
      await put({ provider: "sftp", parameters });
      const { user, port, folder = "", ...others } = parameters;
      const given = { ...others, username: user, port: String(port), path: folder };
      assert.deepEqual((await caller.connect("sftp-server", "sftp", given)).missingConnectionProperties, []);
      await checkExtraction("sftp-server");
    });

    test("in an S3-compatible store", async () => {
      const { parameters, ...server } = await startS3Double();
      stop = server.stop;
      await put({ provider: "s3", parameters });
      const { accessKeyId, secretAccessKey, prefix = "", ...others } = parameters;
      const given = { ...others, accessKey: accessKeyId, secretKey: secretAccessKey, path: prefix };
      assert.deepEqual((await caller.connect("object-store", "s3", given)).missingConnectionProperties, []);
      await checkExtraction("object-store");
    });

    test("in a lakehouse, also with the credential of the request", async () => {
      const { parameters, ...server } = await startLakehouseDouble();
      stop = server.stop;
      await put({ provider: "lakehouse", parameters });
      const { uuid } = await caller.addCredential("lakehouse", { ...parameters });
      const { job } = await caller.extract({ connectorIds: ["lakehouse"] });
      assert.match(job.message ?? "", /Lakehouse has no credential in WFF_demo; assign one/);
      const { files } = await caller.extract({ connectorIds: ["lakehouse"], credentialId: uuid });
      assert.equal(files[0]?.text, rows);
    });
  });

  suite("a web server", () => {
    let server: Server;
    let answer: (request: IncomingMessage, response: ServerResponse) => void;
    let endpoint: string;
    setup(async () => {
      server = createServer((request, response) => answer(request, response));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hr`;
    });
    teardown(() => {
      server.closeAllConnections();
      server.close();
    });

    test("gives its pages one after the other, with the token", async () => {
      const seen: string[] = [];
      answer = (request, response) => {
        seen.push(`${request.url} ${request.headers.authorization}`);
        const page = Number(new URL(request.url ?? "", endpoint).searchParams.get("page") ?? "1");
        if (page < 3) {
          response.setHeader("link", `</hr/people?page=${page + 1}>; rel="next", </hr/people>; rel="first"`);
        }
        response.end(
          page === 2
            ? '{"EmployeeID":"P-2","Effective_Date":"2025-05-01"}\n'
            : `EmployeeID,Effective_Date\nP-${page},2025-05-01\n`,
        );
      };
      await caller.connect("http-feed", "http", { endpoint, apiToken: "s3cret" }, { tables: "Employee: people" });
      seen.length = 0;
      const { job, files } = await caller.extract();
      assert.equal(job.message, "HTTP feed: 3 rows for Employee.");
      assert.deepEqual(seen, [
        "/hr/people Bearer s3cret",
        "/hr/people?page=2 Bearer s3cret",
        "/hr/people?page=3 Bearer s3cret",
      ]);
      assert.deepEqual(
        files.map(({ text }) => text.split("\n")[1]),
        ["P-1,2025-05-01", "P-2,2025-05-01", "P-3,2025-05-01"],
      );
    });

    test("that refuses the password does so when the credential is made", async () => {
      answer = (_, response) => response.writeHead(401).end();
      const [missing] = (await caller.addCredential("http", { endpoint, username: "ada", password: "pw" }))
        .missingConnectionProperties;
      assert.deepEqual(missing?.attributes, ["apiToken", "username", "password", "apiKey"]);
      assert.match(missing?.errorMessage ?? "", /refuses the credentials/);
    });

    const failures: readonly (readonly [string, (response: ServerResponse) => void, RegExp])[] = [
      ["refuses the password", (response) => response.writeHead(401).end(), /refuses the credentials for people/],
      ["has no such address", (response) => response.writeHead(404).end(), /has nothing for people/],
      [
        "redirects",
        (response) => response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
        /not followed/,
      ],
      [
        "names another server for the next page",
        (response) => response.writeHead(200, { link: '<http://127.0.0.2/x>; rel="next"' }).end(`${header}\n`),
        /refers to another server/,
      ],
      [
        "is gone after half",
        (response) => {
          response.writeHead(200, { "content-length": "1000000" });
          response.write(`${header}\n`);
          setImmediate(() => response.destroy());
        },
        /ended the connection/,
      ],
    ];
    for (const [what, respond, message] of failures) {
      test(`that ${what} fails the extraction`, async () => {
        answer = (_, response) => respond(response);
        await caller.connect(
          "http-feed",
          "http",
          { endpoint, username: "ada", password: "pw" },
          { tables: "Employee: people" },
        );
        const { job, receiving } = await caller.extract();
        assert.equal(job.state, "failed");
        assert.match(job.message ?? "", message);
        assert.doesNotMatch(job.message ?? "", /pw/);
        assert.equal(receiving, undefined);
      });
    }
  });

  test("reads another service of this kind, which it signs in to", async () => {
    const other = await startTestService();
    try {
      const { url, apiKey, username, password } = other.service.ready;
      const { reports } = (await other.call("GET", "/v1alpha/reporting/reports")).json<{
        reports: { id: string; allowedActions: string[] }[];
      }>();
      const report = reports.find(({ allowedActions }) => allowedActions.includes("download"));
      const path = `/v1alpha/reporting/report-data/${report?.id}`;
      await caller.connect(
        "http-feed",
        "http",
        { endpoint: url, apiKey, username, password },
        { tables: `Employee: ${path}` },
      );
      const { job } = await caller.extract();
      // The report has other columns, which the answer shows that was read.
      assert.match(job.message ?? "", /has no column EmployeeID, Effective_Date, which Employee needs; it has \w/);
    } finally {
      await other.dispose();
    }
  });
});
