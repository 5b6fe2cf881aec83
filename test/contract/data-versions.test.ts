import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import type { DataVersion } from "../../src/service/store/data-version-store.ts";
import { buildSmallerVersion, buildVersion, publishVersion } from "../support/built-versions.ts";
import { eventually } from "../support/eventually.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

const tenant = "WFF_demo";
/** Everybody who ever was employed. */
const query = 'SELECT EmployeeID FROM Employee WHERE Service_Time BETWEEN date("1900-01-01") AND date("2100-01-01")';

interface DisableResults {
  readonly totalFailures: number;
  readonly totalSuccess: number;
  readonly results: readonly { dataVersion?: string; status: string; message: string; jobId?: string }[];
}

suite("data versions over HTTP", function () {
  this.timeout(120_000);
  let test_: TestService;
  let project: string;
  setup(async () => {
    test_ = await startTestService();
    const made = await test_.call("POST", "/v1/admin/projects", { json: { name: "Fewer people" } });
    project = made.json<{ id: string }>().id;
  });
  teardown(() => test_.dispose());

  const build = (version: Parameters<typeof buildSmallerVersion>[1]) =>
    buildSmallerVersion(test_.service.platform, version);

  /** How many people a query finds, and the data versions that it says. */
  async function ask(headers: Record<string, string> = {}) {
    const answer = await test_.call("POST", "/v1/data/query/sql", { json: { query }, headers });
    assert.equal(answer.status, 200, answer.text);
    const { rows } = answer.json<{ rows: { EmployeeID: string }[] }>();
    return { people: new Set(rows.map((row) => JSON.stringify(row))).size, versions: answer.headers["data-version"] };
  }

  async function disable(...dataVersionObjects: object[]): Promise<DisableResults> {
    const answer = await test_.call("PUT", "/v1/op/data-versions/disable", { json: { model: { dataVersionObjects } } });
    assert.equal(answer.status, 200, answer.text);
    return answer.json<DisableResults>();
  }

  async function latest(parameters = ""): Promise<Record<string, unknown>[]> {
    const answer = await test_.call("GET", `/v1/op/data-versions${parameters}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json<{ tenants: Record<string, unknown>[] }>().tenants;
  }

  test("begin with what the tenant was created with, named in the header of what reads data and nowhere else", async () => {
    const { versions, people } = await ask();
    assert.equal(versions, "5000130,5000131");
    assert.ok(people > 40);
    const search = { json: { query: ["berlin"], objectType: "DIMENSION_MEMBER" } };
    const found = await test_.call("POST", "/v1alpha/search/service-objects", search);
    assert.equal(found.headers["data-version"], "5000130,5000131");
    const reports = await test_.call("GET", "/v1alpha/reporting/reports");
    assert.equal(reports.headers["data-version"], undefined);
    const [demo, group, north] = await latest();
    assert.deepEqual(demo, {
      tenantCode: tenant,
      dataVersions: [
        {
          dataVersion: "5000130",
          dataVersionDate: "2026-01-02T02:41:15.000Z",
          dataCategory: "Workforce",
          isPublished: true,
          jobId: (demo as { dataVersions: { jobId: string }[] }).dataVersions[0]?.jobId,
        },
      ],
    });
    assert.deepEqual([group?.tenantCode, north?.tenantCode], ["WFF_demo~group", "WFF_demo~north"]);
    const categories = await test_.call("GET", "/v1/op/data/categories");
    assert.deepEqual(categories.json(), {
      categories: [
        { name: "Workforce", id: "Workforce", objectName: "Workforce" },
        { name: "Talent Acquisition", id: "Talent_Acquisition", objectName: "Talent_Acquisition" },
      ],
    });
  });

  test("that are drafts are seen with a ProjectID only, become production when published, and go when disabled", async () => {
    const before = await ask();
    const draft = await build({ people: 7, isPublished: false });
    assert.equal(draft.number, 5_000_132);
    assert.deepEqual(await ask(), before);
    assert.deepEqual(await ask({ ProjectID: project }), { people: 7, versions: "5000132,5000131" });

    assert.ok(await publishVersion(test_.service.platform, tenant, draft.number));
    assert.deepEqual(await ask(), { people: 7, versions: "5000132,5000131" });
    assert.deepEqual(
      (await latest(`?tenantCode=${tenant}&numberOfVersions=5`)).map(({ dataVersions }) =>
        (dataVersions as { dataVersion: string }[]).map(({ dataVersion }) => dataVersion),
      ),
      [["5000132", "5000130"]],
    );

    assert.deepEqual(await disable({ tenantCode: tenant }), {
      totalFailures: 0,
      totalSuccess: 1,
      results: [{ jobId: "a job", dataVersion: "5000132", tenantCode: tenant, status: "Succeeded", message: "" }],
    });
    assert.deepEqual(await ask(), before);
    assert.deepEqual(await ask({ ProjectID: project }), before);
    assert.equal(await publishVersion(test_.service.platform, tenant, draft.number), false);
  });

  test("tell the members and records of their objects, when one tenant is asked for", async () => {
    await build({ people: 7 });
    type Sized = { dataVersions: { objects?: { objectName: string; members: number; records: number }[] }[] };
    const [demo] = (await latest(`?tenantCode=${tenant}&numberOfVersions=5`)) as unknown as Sized[];
    const [now, before] =
      demo?.dataVersions.map(({ objects = [] }) => new Map(objects.map((o) => [o.objectName, o]))) ?? [];
    assert.equal(now?.get("Employee")?.members, 7);
    assert.ok((now?.get("Employee")?.records ?? 0) >= 7);
    const lease = await test_.service.platform.dataVersions.open(tenant, async () => []);
    const count = (sql: string) => lease.database.use(async (connection) => Number((await connection.rows(sql))[0]?.n));
    assert.equal(before?.get("Employee")?.members, await count('SELECT count(DISTINCT "$key") AS n FROM "Employee"'));
    assert.equal(before?.get("Employee")?.records, await count('SELECT count(*) AS n FROM "Employee"'));
    assert.deepEqual(now?.get("Employee_Exit"), before?.get("Employee_Exit"));
    assert.equal(now?.get("Employee_Exit")?.members, await count('SELECT count(*) AS n FROM "Employee_Exit"'));
    assert.ok(!now?.has("$members"));
    lease.release();
  });

  test("that are drafts of a project are seen by no other", async () => {
    const before = await ask();
    const other = await test_.call("POST", "/v1/admin/projects", { json: { name: "Other" } });
    await build({ people: 5, isPublished: false, project });
    assert.equal((await ask({ ProjectID: project })).people, 5);
    assert.deepEqual(await ask({ ProjectID: other.json<{ id: string }>().id }), before);
  });

  test("that were published last are current, whatever their numbers", async () => {
    const [first, second] = [await build({ people: 9 }), await build({ people: 8 })];
    assert.equal((await ask()).people, 8);
    await publishVersion(test_.service.platform, tenant, first.number);
    assert.deepEqual(await ask(), { people: 9, versions: `${first.number},5000131` });
    await disable({});
    assert.deepEqual(await ask(), { people: 8, versions: `${second.number},5000131` });
  });

  test("cannot be disabled where that leaves no data, twice, or where there is none", async () => {
    const { results, totalFailures } = await disable(
      { dataCategory: "Talent Acquisition" },
      { dataVersion: "5000130" },
      { dataVersion: "9" },
      { dataVersion: "5000130", dataCategory: "Talent_Acquisition" },
      { dataVersion: "x" },
      { dataCategory: "primary" },
      { tenantCode: "WFF_demo~south" },
    );
    assert.equal(totalFailures, 7);
    const last =
      "It is the last enabled data version of its category, without which queries have no data; publish another one first.";
    assert.deepEqual(
      results.map(({ message }) => message),
      [
        last,
        last,
        "The tenant WFF_demo has no data version 9.",
        'The tenant WFF_demo has no data version 5000130 in the data category "Talent_Acquisition".',
        'There is no data version "x"; a data version is a whole number.',
        'The tenant WFF_demo has no data category "primary"; it has Workforce, Talent_Acquisition.',
        'WFF_demo manages no tenant "WFF_demo~south".',
      ],
    );
    const { number } = await build({ people: 3 });
    assert.equal((await disable({ dataVersion: String(number) })).totalSuccess, 1);
    const [again] = (await disable({ dataVersion: String(number) })).results;
    assert.match(again?.message ?? "", /is disabled already/);
    const unknown = await test_.call("GET", "/v1/op/data-versions?dataCategory=nonsense");
    assert.equal(unknown.status, 404, unknown.text);
  });

  test("get numbers that ascend and never come again, however many are built at a time", async () => {
    const built = await Promise.all(
      [1, 2, 3, 4].flatMap((people) => [
        build({ people, isPublished: false }),
        build({ people, category: "Talent_Acquisition", isPublished: false }),
        build({ people, tenant: "WFF_demo~north", isPublished: false }),
      ]),
    );
    const numbersOf = (code: string) =>
      built.filter((_, index) => (index % 3 === 2) === (code !== tenant)).map(({ number }) => number);
    assert.deepEqual(
      numbersOf(tenant).toSorted(),
      [...Array(8).keys()].map((index) => 5_000_132 + index),
    );
    await disable({ dataVersion: "5000139" });
    await test_.restart();
    assert.equal((await build({ people: 1, isPublished: false })).number, 5_000_140);
  });

  test("stay for a call until its answer was sent, and go with their files then", async () => {
    const { number } = await build({ people: 60 });
    const [file] = await objectFiles();
    assert.ok(file);
    const whole = await lengthOf(await startReading());
    assert.ok(whole > 10_000_000);
    const answer = await startReading();
    assert.equal(answer.headers["data-version"], `${number},5000131`);
    for (const people of [1, 2, 3, 4, 5]) {
      await build({ people });
    }
    assert.equal((await ask()).people, 5);
    assert.ok((await test_.service.platform.dataVersions.kept(tenant)).every((version) => version.number !== number));
    assert.ok((await objectFiles()).includes(file), "the file is there while it is read");
    assert.equal(await lengthOf(answer), whole);
    await eventually(
      async () => ((await objectFiles()).includes(file) ? undefined : true),
      () => "the file is still there",
    );
    assert.equal((await objectFiles()).length, 5);
  });

  const objectsFolder = () => join(test_.dataFolder, "tenants", tenant, "objects");
  const objectFiles = () => readdir(objectsFolder());

  type Write = Parameters<typeof buildVersion>[2];

  /** Builds a version on another one; `write` makes its objects, `atEnd` is what else its end writes. */
  function buildOn(base: DataVersion, write: Write, atEnd?: () => Promise<void>): Promise<DataVersion> {
    const order = { tenant, base, job: "j", fingerprint: "f", uploads: [], isPublished: true };
    return buildVersion(test_.service.platform, order, write, new AbortController().signal, atEnd);
  }

  /** Writes the people of the base as they are, and does something meanwhile. */
  const copyPeople =
    (meanwhile: () => Promise<unknown> = async () => undefined): Write =>
    async (connection, target) => {
      await connection.run(`CREATE TABLE ${await target.schemaOf("Employee")}."Employee" AS FROM "Employee"`);
      await meanwhile();
      return {};
    };

  async function newest(): Promise<DataVersion> {
    const [version] = await test_.service.platform.dataVersions.visible(tenant);
    return version ?? assert.fail();
  }

  async function lengthOf(answer: IncomingMessage): Promise<number> {
    let length = 0;
    for await (const piece of answer) {
      length += (piece as Buffer).length;
    }
    return length;
  }

  /** Starts a list that is too large for the buffers in between, so that it is sent only as it is read. */
  async function startReading(): Promise<IncomingMessage> {
    const body = JSON.stringify({
      source: { analyticObject: "Employee" },
      columns: Array.from({ length: 40 }, (_, index) => ({
        columnName: `Mail ${index}`,
        columnDefinition: { property: { name: "Employee.Work_Email", qualifyingPath: "Employee" } },
      })),
      timeIntervals: {
        fromDateTime: "2025-01-01",
        intervalPeriodType: "DAY",
        intervalPeriodCount: 1,
        intervalCount: 360,
      },
    });
    const token = await test_.signIn();
    return new Promise((resolve, reject) => {
      const outgoing = request(
        new URL("/v1/data/query/snapshot", test_.service.ready.url),
        {
          method: "POST",
          agent: false,
          headers: {
            apikey: test_.service.ready.apiKey,
            cookie: `ServiceASIDToken=${token}`,
            accept: "application/jsonlines",
            "content-type": "application/json",
          },
        },
        resolve,
      );
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  }

  test("are the same after a restart, which removes what a build left", async () => {
    const { number } = await build({ people: 4 });
    const [file = ""] = await objectFiles();
    const left = ["Employee.0123456789abcdef.duckdb", "members.0123456789abcdef.duckdb.building"];
    await test_.restart(async () => {
      for (const name of [...left, "notes.txt"]) {
        await writeFile(join(objectsFolder(), name), "");
      }
    });
    assert.deepEqual((await objectFiles()).toSorted(), [file, "notes.txt"].toSorted());
    assert.deepEqual(await ask(), { people: 4, versions: `${number},5000131` });
  });

  test("whose file is damaged say so until they are disabled", async () => {
    const before = await ask();
    await build({ people: 4 });
    const [file = ""] = await objectFiles();
    const path = join(objectsFolder(), file);
    await test_.restart(() => writeFile(path, "no database"));
    const refused = await test_.call("POST", "/v1/data/query/sql", { json: { query } });
    assert.equal(refused.json().code, "DATA_UNUSABLE");
    assert.ok(refused.text.includes(path) && /Restore it from a backup/.test(refused.text), refused.text);
    await disable({});
    assert.deepEqual(await ask(), before);
    await eventually(
      async () => (existsSync(path) ? undefined : true),
      () => "the damaged file is still there",
    );
  });

  test("of which nothing stays when the build fails or is aborted", async () => {
    const before = await ask();
    await assert.rejects(build({ people: Number.NaN }));
    await assert.rejects(build({ people: 3, signal: AbortSignal.abort(new Error("cancelled")) }), /cancelled/);
    const base = await newest();
    await assert.rejects(
      buildOn(base, async (_, target) => ({ dataEnd: await target.schemaOf("Requisition") })),
      /has no object Requisition/,
    );
    const failAtEnd = async () => {
      throw new Error("the end of the job failed");
    };
    await assert.rejects(buildOn(base, copyPeople(), failAtEnd), /the end of the job failed/);
    assert.deepEqual(await objectFiles(), []);
    assert.deepEqual(await ask(), before);
    assert.equal((await build({ people: 2 })).number, 5_000_132);
  });

  test("are not stored when what they were built on was given up or another one was built meanwhile", async () => {
    const draft = await build({ people: 3, isPublished: false });
    const disableDraft = () => disable({ dataVersion: String(draft.number) });
    await assert.rejects(buildOn(draft, copyPeople(disableDraft)), { name: "DataVersionConflict" });
    await eventually(
      async () => ((await objectFiles()).length === 0 ? true : undefined),
      () => "files are left",
    );
    assert.ok((await ask()).people > 40);
  });

  test("with other member lists keep the lists that were not written, and show them with every object", async () => {
    await buildOn(await newest(), async (connection, target) => {
      const schema = await target.schemaOf("$members");
      await connection.run(`CREATE TABLE ${schema}."$members:Location" AS FROM "$members:Location"`);
      await connection.run(
        `UPDATE ${schema}."$members:Location" SET display_name = 'Berlin (West)' WHERE name = 'Berlin'`,
      );
      return { dataEnd: "2027-01-01T00:00:00.000Z" };
    });
    const find = async (text: string) => {
      const json = { query: [text], objectType: "DIMENSION_MEMBER" };
      const answer = await test_.call("POST", "/v1alpha/search/service-objects", { json });
      return answer.text.includes("Berlin (West)");
    };
    assert.ok(await find("berlin"));
    const found = await test_.service.platform.tenants.find(tenant);
    assert.equal(found?.model.dataEnd, "2027-01-01T00:00:00.000Z");
    found?.release();
    // The other category is built on the lists of the newest version.
    await build({ people: 1, category: "Talent_Acquisition" });
    assert.ok(await find("berlin"));
  });
});
