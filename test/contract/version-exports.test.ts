import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { quoteName } from "../../src/base/sql-quote.ts";
import { memberTableNameOf } from "../../src/service/model/member-tree.ts";
import type { StoredObject } from "../../src/service/model/tenant-model.ts";
import type { DataVersion } from "../../src/service/store/data-version-store.ts";
import { buildSmallerVersion, buildStrangeVersion } from "../support/built-versions.ts";
import { eventually } from "../support/eventually.ts";
import { ExportCaller, type NamedRow } from "../support/export-caller.ts";
import { IntakeCaller } from "../support/intake-caller.ts";
import { randomNumbers } from "../support/killed-program.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

const tenant = "WFF_demo";
const baseline = 5_000_130;
const talent = 5_000_131;
const dayMs = 24 * 60 * 60 * 1000;

suite("exports of data versions over HTTP", function () {
  this.timeout(120_000);
  let test_: TestService;
  let exports: ExportCaller;
  setup(async () => {
    test_ = await startTestService();
    exports = new ExportCaller(test_);
  });
  teardown(() => test_.dispose());

  const build = (version: Parameters<typeof buildSmallerVersion>[1]) =>
    buildSmallerVersion(test_.service.platform, version);

  /** Every object and member list of a version, as plain lookups from the stored tables give them. */
  async function expectedTables(number: number): Promise<ReadonlyMap<string, readonly NamedRow[]>> {
    const { dataVersions } = test_.service.platform;
    const kept = await dataVersions.kept(tenant);
    const version = kept.find((one) => one.number === number);
    assert.ok(version);
    const others = (await dataVersions.visible(tenant)).filter(({ category }) => category !== version.category);
    const lease = await dataVersions.open(tenant, async () => [version, ...others]);
    try {
      return await lease.database.use(async (connection) => {
        const tables = new Map<string, readonly NamedRow[]>();
        const select = async (name: string, sql: string) => tables.set(name, (await connection.rows(sql)).map(toTexts));
        const { model } = lease;
        const objects = model.objects.filter(({ id }) => version.objects.has(id));
        for (const object of objects) {
          await select(object.id, plainSelect(object, model.objects));
        }
        for (const list of new Set(objects.flatMap(({ dimensions }) => dimensions.map((one) => one.membersOf)))) {
          const table = quoteName(memberTableNameOf(list));
          await select(
            `${list}--Members`,
            `SELECT path AS "Path", name AS "Name", display_name AS "Display_Name",
               (SELECT path FROM ${table} AS above WHERE above.ordinal = m.parent) AS "Parent", depth AS "Depth", is_leaf AS "Is_Leaf"
             FROM ${table} AS m`,
          );
        }
        return tables;
      });
    } finally {
      lease.release();
    }
  }

  test("have the rows of every table, with all types, NULL, empty text, 38 digits and instants", async () => {
    const { number } = await buildStrangeVersion(test_.service.platform);
    for (const version of [baseline, number, talent]) {
      const exported = await exports.export(version);
      const expected = await expectedTables(version);
      assert.deepEqual(exported.tables.map(({ name }) => name).sort(), [...expected.keys()].sort());
      for (const [table, rows] of expected) {
        const read = await exports.rows(exported, table);
        assert.equal(read.length, rows.length, table);
        const columns = exported.tables.find(({ name }) => name === table)?.commonColumns.columns ?? [];
        for (const { name, allowsNull } of columns) {
          assert.equal(checksum(read, name), checksum(rows, name), `${version} ${table}.${name}`);
          assert.ok(allowsNull || read.every((row) => row[name] !== null), `${table}.${name} has a NULL`);
        }
        const keys = columns.filter(({ isPrimaryKeyComponent }) => isPrimaryKeyComponent).map(({ name }) => name);
        if (keys.length > 0) {
          assert.equal(
            new Set(read.map((row) => JSON.stringify(keys.map((key) => row[key])))).size,
            read.length,
            table,
          );
        }
        assert.deepEqual(sorted(read), sorted(rows), table);
      }
    }
  });

  test("of the differences give the version when they are applied to the base", async () => {
    const intake = new IntakeCaller(test_);
    const random = randomNumbers(7);
    const day = () =>
      `20${10 + Math.floor(random() * 15)}-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 9)}`;
    const rows = Array.from({ length: 60 }, (_, index) => {
      const id = random() < 0.5 ? `E-${1 + Math.floor(random() * 60)}` : `N-${index}`;
      return `${id},${day()},"Name ${index}",${Math.floor(random() * 9999)}.5,EMEA.Portugal.Town_${index % 3}`;
    });
    const status = await intake.load({
      Employee: `EmployeeID,Effective_Date,Full_Name,Base_Salary,Location\n${rows.join("\n")}\n`,
      Pay_Change: `Event_Date,Event_ID,Change_Amount,Employee\n2025-01-05,P-1,10,N-1\n2025-01-05,P-2,10,N-1\n`,
    });
    assert.equal(status.status, "PROCESSED", JSON.stringify(status));
    const [{ number }] = (await test_.service.platform.dataVersions.kept(tenant)) as [DataVersion];
    const delta = await exports.export(number, baseline);
    assert.equal(delta.dataVersionNumber, String(number));
    assert.equal(delta.baseDataVersionNumber, String(baseline));
    assert.deepEqual([delta.newTables, delta.deletedTables], [[], []]);
    const [before, after] = [await expectedTables(baseline), await expectedTables(number)];
    const changed: string[] = [];
    for (const { name, commonColumns, newColumns, deletedColumns } of delta.tables) {
      assert.deepEqual([newColumns, deletedColumns], [{ columns: [], files: [] }, []]);
      const keys = commonColumns.columns.filter((column) => column.isPrimaryKeyComponent).map((column) => column.name);
      const changes = await exports.rows(delta, name);
      if (changes.length > 0) {
        changed.push(name);
      }
      assert.deepEqual(sorted(apply(before.get(name) ?? [], changes, keys)), sorted(after.get(name) ?? []), name);
    }
    assert.deepEqual(
      changed,
      ["Employee", "Employee_Exit", "Pay_Change"].filter((name) => changed.includes(name)).concat("Location--Members"),
    );
    assert.ok(changed.includes("Employee") && changed.includes("Pay_Change"));
  });

  test("of two equal versions have no file", async () => {
    const { number } = await build({ people: 1000 });
    const exported = await exports.export(number, baseline);
    assert.deepEqual(
      exported.tables.flatMap(({ commonColumns }) => commonColumns.files),
      [],
    );
    assert.deepEqual(exported.tables[0]?.commonColumns.columns[0]?.name, "$change");
  });

  test("are listed with the versions that can be exported and what is left of the day", async () => {
    const draft = await build({ people: 3, isPublished: false });
    const disabled = await build({ people: 4 });
    await test_.service.platform.dataVersions.disable(tenant, { number: disabled.number });
    const first = await exports.export(draft.number);
    await test_.clock.advance(1000);
    const second = await exports.export(talent);
    const list = (await exports.get("/exports")).json<{ dataVersionExports: unknown[] }>();
    assert.deepEqual(list.dataVersionExports, [second, first]);
    const { dataVersions, ...quota } = (await exports.get("/data-versions")).json<{
      dataVersions: { dataVersion: string }[];
    }>();
    assert.deepEqual(quota, { exportsToday: 2, exportsPerDay: 10 });
    assert.deepEqual(
      dataVersions.map(({ dataVersion }) => Number(dataVersion)).sort(),
      [baseline, talent, draft.number].sort(),
    );
    assert.deepEqual(dataVersions[0], {
      dataVersion: String(draft.number),
      dataCategory: "Workforce",
      created: new Date(draft.created).toISOString(),
      isPublished: false,
    });
  });

  test("refuse what cannot be exported, and name what can", async () => {
    const { number } = await build({ people: 3 });
    const cases: readonly (readonly [string | number, string | number | undefined, number, string, RegExp])[] = [
      [42, undefined, 404, "DATA_VERSION_UNKNOWN", /no data version 42 .* it has \d+, 5000131, 5000130/],
      ["newest", undefined, 400, "REQUEST_INVALID", /must be the number of a data version/],
      ["5e6", undefined, 400, "REQUEST_INVALID", /number of a data version/],
      [number, 42, 404, "DATA_VERSION_UNKNOWN", /no data version 42/],
      [baseline, number, 400, "BASE_INVALID", /must be older than the data version 5000130; exchange the two/],
      [number, number, 400, "BASE_INVALID", /must be older/],
      [number, talent, 400, "BASE_INVALID", /of the data category Talent_Acquisition, .*same category/],
    ];
    for (const [version, base, status, code, message] of cases) {
      const refused = await exports.schedule(version, base);
      const body = refused.json<{ code: string; message: string; userError: boolean }>();
      assert.deepEqual([refused.status, body.code, body.userError], [status, code, true]);
      assert.match(body.message, message);
    }
    const path = "/v1alpha/data/data-version-exports/jobs";
    assert.equal((await test_.call("POST", path, { json: {} })).status, 400);
    assert.equal(await test_.service.platform.versionExports.countToday(tenant), 0);
    for (const unknown of ["/exports/e-0", "/jobs/ej-0", "/exports/e-0/files/1"]) {
      assert.equal((await exports.get(unknown)).status, 404, unknown);
    }
    const exported = await exports.export(talent);
    const file = await exports.get(`/exports/${exported.uuid}/files/99`);
    assert.equal(file.status, 404);
    assert.match(file.text, /it has 1 to 2\b.*"errorCode":"FILE_UNKNOWN"/);
    // Another tenant's are not there.
    const north = new ExportCaller(test_, "WFF_demo~north");
    assert.equal((await north.get(`/exports/${exported.uuid}`)).status, 404);
    assert.deepEqual((await north.get("/exports")).json(), { dataVersionExports: [] });
  });

  test("are ten a day in UTC and tenant, and the eleventh is refused until the next", async () => {
    const scheduled = await Promise.all(Array.from({ length: 12 }, () => exports.schedule(talent)));
    const refused = scheduled.filter(({ status }) => status !== 200);
    assert.deepEqual(
      refused.map(({ status, text }) => [status, /"code":"QUOTA"/.test(text), /from 2026-01-16, 00:00 UTC/.test(text)]),
      [
        [400, true, true],
        [400, true, true],
      ],
    );
    const north = new ExportCaller(test_, "WFF_demo~north");
    const [version] = (await north.get("/data-versions")).json<{ dataVersions: { dataVersion: string }[] }>()
      .dataVersions;
    assert.equal((await north.schedule(version?.dataVersion ?? "")).status, 200);
    // Also a cancelled one counts.
    const { jobUuid } = scheduled.find(({ status }) => status === 200)?.json<{ jobUuid: string }>() ?? { jobUuid: "" };
    await test_.call("POST", "/v1/op/jobs/cancel", { json: { jobIds: [jobUuid] } });
    assert.equal((await exports.schedule(talent)).status, 400);
    await test_.clock.advance(dayMs / 2 - 1);
    assert.equal((await exports.schedule(talent)).status, 400);
    await test_.clock.advance(1);
    assert.equal((await exports.schedule(talent)).status, 200);
  });

  test("go with their files 14 days after they were completed, also while the service was off", async () => {
    const folder = join(test_.dataFolder, "exports");
    const first = await exports.export(talent);
    await test_.clock.advance(dayMs);
    const second = await exports.export(talent);
    await test_.clock.advance(13 * dayMs - 1);
    assert.equal((await exports.get(`/exports/${first.uuid}`)).status, 200);
    assert.deepEqual((await readdir(folder)).sort(), [first.uuid, second.uuid].sort());
    await test_.clock.advance(1);
    const gone = await exports.get(`/exports/${first.uuid}`);
    assert.equal(gone.status, 404);
    assert.match(gone.text, /available for 14 days after its completion/);
    assert.equal((await exports.get(`/exports/${first.uuid}/files/1`)).status, 404);
    await eventually(async () => (await readdir(folder)).length === 1 || undefined);
    assert.deepEqual(await readdir(folder), [second.uuid]);
    await test_.restart(() => test_.clock.advance(dayMs));
    assert.deepEqual(await readdir(folder), []);
    assert.deepEqual((await exports.get("/exports")).json(), { dataVersionExports: [] });
  });

  test("hold the files of their version while they run, and fail when it was given up before", async () => {
    const { platform } = test_.service;
    const { number } = await build({ people: 5 });
    const running = await exports.schedule(number);
    const waiting = await exports.schedule(number);
    // The second one waits for the first.
    await eventually(async () => (await platform.jobs.get(jobOf(running)))?.state === "running" || undefined);
    await platform.dataVersions.disable(tenant, { number });
    const signal = AbortSignal.timeout(20_000);
    assert.equal((await platform.jobRunner.ended(jobOf(waiting), signal)).state, "failed");
    const { completed, failed, exportUuid, message } = (await exports.get(`/jobs/${jobOf(waiting)}`)).json();
    assert.match(String(message), /was disabled, or given up for newer ones, before it could be exported/);
    assert.deepEqual([completed, failed, exportUuid], [true, true, null]);
  });

  test("that are cancelled leave no file and end as failed", async () => {
    const started = await exports.schedule(baseline);
    const jobs = await test_.call("POST", "/v1/op/jobs/cancel", { json: { jobIds: [jobOf(started)] } });
    assert.match(jobs.text, /"jobType":"Export".*"cancelStatus":"CANCEL_SUCCEEDED"/);
    const job = (await exports.get(`/jobs/${jobOf(started)}`)).json<{ completed: boolean; failed: boolean }>();
    assert.deepEqual([job.completed, job.failed], [true, true]);
    assert.deepEqual((await exports.get("/exports")).json(), { dataVersionExports: [] });
    await test_.restart();
    assert.deepEqual(await readdir(join(test_.dataFolder, "exports")), []);
  });

  test("of a consolidated tenant have rows of all members, and no key that would be there twice", async () => {
    const group = new ExportCaller(test_, "WFF_demo~group");
    const listed = (await group.get("/data-versions")).json<{
      dataVersions: { dataVersion: string; dataCategory: string }[];
    }>();
    const version = listed.dataVersions.find(({ dataCategory }) => dataCategory === "Workforce");
    const exported = await group.export(Number(version?.dataVersion));
    const employees = exported.tables.find(({ name }) => name === "Employee");
    assert.ok(employees?.commonColumns.columns.every(({ isPrimaryKeyComponent }) => !isPrimaryKeyComponent));
    await group.rows(exported, "Employee");
  });
});

function jobOf(answer: { json<Value>(): Value }): string {
  return answer.json<{ jobUuid: string }>().jobUuid;
}

/** A SELECT of what an export of an object is to have, by a lookup for each value. */
function plainSelect(object: StoredObject, objects: readonly StoredObject[]): string {
  const instant = (column: string, as: string) => `${isoSql(`r."${column}"`)} AS "${as}"`;
  const isEvent = object.kind === "event";
  const times = isEvent
    ? [instant("$event_time", "Event_Date")]
    : [instant("$valid_from", "Effective_Date"), instant("$valid_to", "End_Date")];
  const columns = [
    ...times,
    ...object.properties.map(({ id, storage }) =>
      storage === "TIMESTAMP" ? `${isoSql(`r."${id}"`)} AS "${id}"` : `r."${id}"`,
    ),
    ...object.dimensions.map(
      ({ id, membersOf }) =>
        `(SELECT path FROM ${quoteName(memberTableNameOf(membersOf))} AS m WHERE m.ordinal = r."${id}") AS "${id}"`,
    ),
    ...object.concepts.map(({ id }) => `r."${id}"`),
    ...object.references.map(({ id, target, isMultiValue }) => {
      const key = objects.find((one) => one.id === target)?.key;
      if (isMultiValue) {
        const keys = `SELECT t."$key" AS number, first(t."${key}") AS text FROM "${target}" AS t GROUP BY ALL`;
        const texts = `SELECT to_json(coalesce(list(text ORDER BY number), []))::VARCHAR FROM (${keys}) WHERE list_contains(r."${id}", number)`;
        return `CASE WHEN r."${id}" IS NOT NULL THEN (${texts}) END AS "${id}"`;
      }
      return `(SELECT first("${key}") FROM "${target}" AS t WHERE t."$key" = r."${id}") AS "${id}"`;
    }),
  ];
  return `SELECT ${columns.join(", ")} FROM "${object.id}" AS r`;
}

/** ISO 8601 in UTC; micros only where there are some, without the zeros at their end. */
function isoSql(column: string): string {
  return `CASE WHEN date_trunc('second', ${column}) = ${column} THEN strftime(${column}, '%Y-%m-%dT%H:%M:%SZ')
    ELSE rtrim(strftime(${column}, '%Y-%m-%dT%H:%M:%S.%f'), '0') || 'Z' END`;
}

function toTexts(row: Readonly<Record<string, unknown>>): NamedRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value === null || value === undefined ? null : String(value)]),
  );
}

/** SHA-256 over the values of a column, whatever the order of the rows. */
function checksum(rows: readonly NamedRow[], column: string): string {
  const values = rows.map((row) => JSON.stringify(normal(row[column] ?? null))).sort();
  return createHash("sha256").update(values.join("\n")).digest("hex");
}

/** Any notation of a double that reads back as the same number is right. Texts of many digits are no doubles. */
function normal(value: string | null): string | null {
  return value !== null && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(value) && value.length < 25 && !/^-?\d{16,}$/.test(value)
    ? String(Number(value))
    : value;
}

function sorted(rows: readonly NamedRow[]): readonly string[] {
  return rows
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .map(([name, value]) => [name, normal(value)])
          .sort(),
      ),
    )
    .sort();
}

/** Applies changes to the rows of a table as whoever loads them does. */
function apply(rows: readonly NamedRow[], changes: readonly NamedRow[], keys: readonly string[]): NamedRow[] {
  const keyOf = (row: NamedRow) =>
    JSON.stringify((keys.length > 0 ? keys : Object.keys(row).sort()).map((key) => normal(row[key] ?? null)));
  const left = [...rows];
  const without = ({ $change: _, ...row }: NamedRow) => row;
  for (const change of changes.filter(({ $change }) => $change !== "I")) {
    const index = left.findIndex((row) => keyOf(row) === keyOf(without(change)));
    assert.ok(index >= 0, "a row that changed or went was not there");
    left.splice(index, 1);
  }
  const added = changes.filter(({ $change }) => $change !== "D").map(without);
  for (const row of keys.length > 0 ? added : []) {
    assert.ok(!left.some((other) => keyOf(other) === keyOf(row)), "a row that is new was there");
  }
  return [...left, ...added];
}
