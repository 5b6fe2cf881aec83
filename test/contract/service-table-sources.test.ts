import assert from "node:assert/strict";
import { Compile } from "typebox/compile";
import { TableSource } from "../../src/contract/table-sources.ts";
import { accessibleTableOf } from "../../src/service/table-data/accessible-table.ts";
import type { TableSession } from "../../src/service/table-data/table-data.ts";
import { startTestService, type TestAnswer, type TestService } from "../support/running-service.ts";
import { insert, query, remove, tableOf } from "../support/stored-tables.ts";

const path = "/v1alpha/data/table-sources/tables";
const parent = "WFF_demo";
const child = "WFF_demo~north";
const fits = Compile(TableSource);

type Stored = TableSource & { readonly uuid: string; readonly objectName: string };
const columns = [{ name: "person_key", dataType: "STRING" }];

suite("table sources of the embedded service", () => {
  let test_: TestService;
  suiteSetup(async () => {
    test_ = await startTestService();
  });
  suiteTeardown(() => test_.dispose());

  const call = (method: string, place: string, json?: unknown, tenant?: string) =>
    test_.call(method, path + place, {
      ...(json !== undefined && { json }),
      ...(tenant !== undefined && { headers: { TargetTenantID: tenant } }),
    });
  const create = async (source: TableSource, tenant?: string): Promise<Stored> => {
    const answer = await call("POST", "", source, tenant);
    assert.equal(answer.status, 200, answer.text);
    return answer.json<Stored>();
  };
  const update = (uuid: string, source: unknown, tenant?: string) => call("PUT", `/${uuid}`, source, tenant);
  const list = async (tenant?: string) =>
    (await call("GET", "", undefined, tenant)).json<{ tables: Stored[] }>().tables;
  const countOf = async (uuid: string, tenant?: string) =>
    (await call("GET", `/${uuid}/metadata`, undefined, tenant)).json().recordCount;
  const transaction = (tenant: string) => ({ transactionId: "of the test", tenant });
  /** A session that may write the tables of a tenant, committed afterwards. */
  const write = async <Value>(tenant: string, work: (session: TableSession) => Promise<Value>): Promise<Value> => {
    const { tableData, tableSources, tenants } = test_.service.platform;
    const sources = await tableSources.list(tenant, tenants.record(tenant)?.parent, { limit: 1000, start: 0 });
    const tables = sources.map((source) => accessibleTableOf(source, tenant));
    assert.deepEqual(
      await tableData.lock(
        "of the test",
        tables.filter(({ isReadonly }) => !isReadonly),
      ),
      [],
    );
    const sessions = await tableData.openSessions("of the test");
    try {
      return await work(sessions.enter(tenant, { tables, inputs: [] }));
    } finally {
      sessions.close();
      await tableData.commit(transaction(tenant), []);
    }
  };
  const fill = (objectName: string, values: string, tenant = parent) =>
    write(tenant, (session) => session.write(insert(objectName, `SELECT * FROM (VALUES ${values})`)));
  const countWhere = (objectName: string, condition: string, tenant = parent) =>
    write(tenant, (session) =>
      session.countRows(query(`SELECT 1 FROM "${objectName}" WHERE ${condition}`, ["one"], [objectName])),
    );
  /** What is kept of a table, whether it still has a definition or not. */
  const countKept = async (source: string, tenant = parent) => {
    const reach = tableOf("kept", "person_key STRING", { table: { source, tenant } });
    return (await test_.service.platform.tableData.countRows(reach)).recordCount;
  };
  const refused = (answer: TestAnswer, status: number, code: string, message: RegExp) => {
    assert.deepEqual([answer.status, answer.json().code], [status, code], answer.text);
    assert.match(String(answer.json().message), message);
  };

  test("are created with a uuid, defaults and an empty table", async () => {
    const created = await create({ objectName: "new_one", columns: [{ name: "at", dataType: "DATE_TIME" }] });
    assert.ok(fits.Check(created));
    assert.match(created.uuid, /^[0-9a-f-]{36}$/);
    assert.deepEqual(created, {
      uuid: created.uuid,
      objectName: "new_one",
      columns: [{ name: "at", dataType: "DATE_TIME", isPrimaryTimestamp: false }],
      canChildrenInherit: false,
      canChildrenInheritData: false,
      excludeFromAutoProcessing: false,
      snapshotRetentionDays: 7,
    });
    assert.deepEqual((await call("GET", `/${created.uuid}`)).json(), created);
    assert.ok((await list()).some(({ uuid }) => uuid === created.uuid));
    const metadata = (await call("GET", `/${created.uuid}/metadata`)).json();
    assert.deepEqual(metadata, { tableId: created.uuid, metadata: {}, recordCount: "0", dataFilesSizeBytes: "0" });
    assert.equal(await countWhere("new_one", '"at" IS NULL'), 0);
  });

  test("are not created with a uuid of the caller's or with what does not hold", async () => {
    const before = await list();
    refused(await call("POST", "", { uuid: "u", objectName: "a", columns }), 400, "UUID_GIVEN", /leave it out/);
    refused(await call("POST", "", { objectName: "a b", columns }), 400, "TABLE_SOURCE_INVALID", /is not an SQL name/);
    for (const snapshotRetentionDays of [0, 181, 7.5]) {
      const answer = await call("POST", "", { objectName: "a", columns, snapshotRetentionDays });
      refused(answer, 400, "REQUEST_INVALID", /snapshotRetentionDays/);
    }
    assert.deepEqual(await list(), before);
  });

  test("have names of their own in a tenant, whatever their case", async () => {
    await create({ objectName: "unique_one", columns });
    refused(await call("POST", "", { objectName: "Unique_One", columns }), 400, "OBJECT_NAME_TAKEN", /"unique_one"/);
    const other = await create({ objectName: "unique_two", columns });
    refused(await update(other.uuid, { objectName: "UNIQUE_ONE", columns }), 400, "OBJECT_NAME_TAKEN", /WFF_demo has/);
    assert.equal((await create({ objectName: "unique_one", columns }, child)).objectName, "unique_one");
    const answers = await Promise.all([1, 2, 3].map(() => call("POST", "", { objectName: "at_once", columns })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400]);
  });

  test("have names of their own among what is inherited too", async () => {
    const shared = { columns, canChildrenInherit: true };
    await create({ ...shared, objectName: "shared_name" });
    const answer = await call("POST", "", { objectName: "SHARED_NAME", columns }, child);
    refused(answer, 400, "OBJECT_NAME_TAKEN", /WFF_demo~north inherits from WFF_demo/);
    await create({ objectName: "name_of_child", columns }, child);
    const inWay = await call("POST", "", { ...shared, objectName: "name_of_child" });
    refused(inWay, 400, "OBJECT_NAME_TAKEN", /WFF_demo~north has/);
    const own = await create({ objectName: "name_of_child", columns });
    refused(await update(own.uuid, { ...own, ...shared }), 400, "OBJECT_NAME_TAKEN", /WFF_demo~north has/);
  });

  test("are replaced as a whole, and their rows stay with the columns that stay", async () => {
    const { uuid } = await create({
      objectName: "changing",
      basicInformation: { displayName: "Changing" },
      columns: [
        { name: "a", dataType: "INTEGER" },
        { name: "b", dataType: "STRING" },
      ],
      snapshotRetentionDays: 30,
    });
    await fill("changing", "(1, 'x'), (2, 'y')");
    const wanted = {
      uuid,
      objectName: "changed",
      columns: [
        { name: "c", dataType: "DATE" },
        { name: "a", dataType: "LONG" },
      ],
    };
    const answer = await update(uuid, wanted);
    assert.equal(answer.status, 200, answer.text);
    const updated = answer.json<Stored>();
    assert.deepEqual([updated.basicInformation, updated.snapshotRetentionDays], [undefined, 7]);
    assert.deepEqual((await call("GET", `/${uuid}`)).json(), updated);
    assert.equal(await countWhere("changed", "c IS NULL AND a IN (1, 2) AND typeof(a) = 'BIGINT'"), 2);
    assert.equal(await countOf(uuid), "2");
    assert.deepEqual((await update(uuid, wanted)).json(), updated);
    assert.equal((await create({ objectName: "changing", columns })).objectName, "changing");
  });

  test("keep a column's type while it has values that the new type would lose", async () => {
    const source = { objectName: "typed", columns: [{ name: "note", dataType: "STRING" }] };
    const { uuid } = await create(source);
    await fill("typed", "('12 months')");
    const wanted = { ...source, columns: [{ name: "note", dataType: "INTEGER" }] };
    refused(await update(uuid, wanted), 409, "COLUMN_TYPE_KEPT", /stored values of note in typed/);
    assert.equal((await call("GET", `/${uuid}`)).json<Stored>().columns?.[0]?.dataType, "STRING");
    assert.equal(await countWhere("typed", "note = '12 months'"), 1);
    const wider = { ...source, columns: [{ name: "note", dataType: "TENANT_ID" }] };
    assert.equal((await update(uuid, wider)).status, 200);
  });

  test("keep a column's type as long as a snapshot has values that the new type would lose", async () => {
    const source = { objectName: "typed_once", columns: [{ name: "note", dataType: "STRING" }] };
    const { uuid } = await create(source);
    await fill("typed_once", "('12 months')");
    await write(parent, (session) => session.write(remove("typed_once")));
    const wanted = { ...source, columns: [{ name: "note", dataType: "INTEGER" }] };
    refused(await update(uuid, wanted), 409, "COLUMN_TYPE_KEPT", /stored values of note in typed_once/);
  });

  test("keep their columns while a statement writes their rows", async () => {
    const source = { objectName: "written", columns };
    const { uuid } = await create(source);
    const wanted = { ...source, columns: [...columns, { name: "more", dataType: "DATE" }] };
    await write(parent, async (session) => {
      const stopping = new AbortController();
      const endless = "SELECT 'x' FROM range(10000000) AS a, range(10000000) AS b WHERE a.range + b.range < 0";
      const statement = insert("written", endless, { columns: ["person_key"] });
      const stopped = assert.rejects(session.write(statement, stopping.signal));
      try {
        const answer = await update(uuid, wanted);
        refused(answer, 409, "TABLE_SOURCE_BUSY", /Rows of written are being written, .* when that has ended/);
        assert.equal((await call("GET", `/${uuid}`)).json<Stored>().columns?.length, 1);
        assert.equal((await update(uuid, { ...source, description: "No other columns" })).status, 200);
      } finally {
        stopping.abort();
        await stopped;
      }
      assert.equal((await update(uuid, wanted)).status, 200);
    });
  });

  test("keep their uuid, and an unknown one is a 404", async () => {
    const { uuid } = await create({ objectName: "immutable", columns });
    const other = { uuid: "other", objectName: "immutable", columns };
    refused(await update(uuid, other), 400, "UUID_IMMUTABLE", /cannot be changed/);
    refused(await update("nothing", { objectName: "a", columns }), 404, "TABLE_SOURCE_UNKNOWN", /"nothing"/);
    refused(await call("DELETE", "/nothing"), 404, "TABLE_SOURCE_UNKNOWN", /"nothing"/);
    refused(await update(uuid, { objectName: "immutable" }), 400, "TABLE_SOURCE_INVALID", /columns is missing/);
  });

  test("leave their rows behind when they are deleted, and a new one of the name has none of them", async () => {
    const source = { objectName: "kept", columns };
    const { uuid } = await create(source);
    await fill("kept", "('P1')");
    const answer = await call("DELETE", `/${uuid}`);
    assert.deepEqual([answer.status, answer.text], [200, ""]);
    assert.equal((await call("GET", `/${uuid}`)).status, 404);
    assert.equal((await call("DELETE", `/${uuid}`)).status, 404);
    assert.equal(await countKept(uuid), 1);
    assert.equal(await countOf((await create(source)).uuid), "0");
  });

  test("are seen but not changed where they are inherited", async () => {
    const source = { objectName: "inherited", columns, canChildrenInherit: true };
    const { uuid } = await create(source);
    assert.equal((await call("GET", `/${uuid}`, undefined, child)).status, 200);
    refused(await update(uuid, source, child), 403, "TABLE_SOURCE_INHERITED", /only WFF_demo can change it/);
    refused(await call("DELETE", `/${uuid}`, undefined, child), 403, "TABLE_SOURCE_INHERITED", /inherits/);
    assert.equal((await update(uuid, { ...source, canChildrenInherit: false })).status, 200);
    assert.equal((await update(uuid, source, child)).status, 404);
    assert.equal((await call("GET", `/${uuid}`, undefined, child)).status, 404);
  });

  test("change in the tenants that inherit them as well", async () => {
    const source = { objectName: "followed", columns, canChildrenInherit: true };
    const { uuid } = await create(source);
    await fill("followed", "('P1'), ('P2')", child);
    const wanted = { ...source, objectName: "following", columns: [...columns, { name: "more", dataType: "DATE" }] };
    assert.equal((await update(uuid, wanted)).status, 200);
    assert.deepEqual([await countOf(uuid), await countOf(uuid, child)], ["0", "2"]);
    assert.equal(await countWhere("following", "more IS NULL", child), 2);
    const narrower = { ...wanted, columns: [{ name: "person_key", dataType: "INTEGER" }] };
    refused(await update(uuid, narrower), 409, "COLUMN_TYPE_KEPT", /person_key/);
    assert.equal((await call("DELETE", `/${uuid}`)).status, 200);
    assert.equal(await countKept(uuid, child), 2);
  });

  test("that are views name the tables upstream by uuid, in no circle", async () => {
    const view = (objectName: string, ...upstream: string[]): TableSource => ({
      objectName,
      columns,
      materializedView: {
        enabled: true,
        query: "SELECT person_key FROM base",
        dependencies: upstream.map((upstreamTable) => ({
          upstreamTable,
          joinFilter: "input.person_key = output.person_key",
        })),
      },
    });
    const base = await create({ objectName: "base", columns });
    refused(await call("POST", "", view("v", "nothing")), 400, "UPSTREAM_UNKNOWN", /no upstream table "nothing"\.$/);
    refused(
      await call("POST", "", view("v", "BASE")),
      400,
      "UPSTREAM_UNKNOWN",
      new RegExp(`by its uuid, ${base.uuid}`),
    );
    refused(await call("POST", "", view("v", base.uuid), child), 400, "UPSTREAM_UNKNOWN", /WFF_demo~north/);
    const first = await create(view("first_view", base.uuid));
    const second = await create(view("second_view", base.uuid, first.uuid));
    refused(await update(first.uuid, view("first_view", second.uuid)), 400, "UPSTREAM_CYCLE", /upstream of itself/);
    refused(await update(first.uuid, view("first_view", first.uuid)), 400, "UPSTREAM_CYCLE", /first_view/);
    const needed = await call("DELETE", `/${base.uuid}`);
    refused(needed, 409, "TABLE_SOURCE_NEEDED", /first_view, second_view/);
    assert.equal((await update(second.uuid, { objectName: "second_view", columns })).status, 200);
    assert.equal((await call("DELETE", `/${first.uuid}`)).status, 200);
    assert.equal((await call("DELETE", `/${base.uuid}`)).status, 200);
  });

  test("stay inheritable while a view of an inheriting tenant needs them", async () => {
    const source = { objectName: "shared_base", columns, canChildrenInherit: true };
    const base = await create(source);
    const materializedView = { enabled: true, query: "SELECT 1", dependencies: [{ upstreamTable: base.uuid }] };
    const view = await create({ objectName: "view_of_child", columns, materializedView }, child);
    const withdrawn = { ...source, canChildrenInherit: false };
    refused(await update(base.uuid, withdrawn), 409, "TABLE_SOURCE_NEEDED", /view_of_child in WFF_demo~north/);
    refused(await call("DELETE", `/${base.uuid}`), 409, "TABLE_SOURCE_NEEDED", /view_of_child/);
    assert.equal((await call("DELETE", `/${view.uuid}`, undefined, child)).status, 200);
    assert.equal((await update(base.uuid, withdrawn)).status, 200);
  });

  test("of the sample can be sent back as they are", async () => {
    for (const tenant of [parent, child]) {
      const inherited = tenant === child ? await list() : [];
      const before = await list(tenant);
      for (const source of before) {
        if (!inherited.some(({ uuid }) => uuid === source.uuid)) {
          const count = await countOf(source.uuid, tenant);
          const answer = await update(source.uuid, source, tenant);
          assert.deepEqual([answer.status, answer.json()], [200, source], answer.text);
          assert.equal(await countOf(source.uuid, tenant), count);
        }
      }
      assert.deepEqual(await list(tenant), before);
    }
  });

  test("are there again after a restart", async () => {
    const before = await list();
    await test_.restart();
    assert.deepEqual(await list(), before);
  });
});
