import assert from "node:assert/strict";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../../../src/base/clock.ts";
import { Database } from "../../../../src/duckdb/database.ts";
import { createCapabilityGroup } from "../../../../src/service/call/capabilities.ts";
import { createResolvedProfile } from "../../../../src/service/call/profile.ts";
import { readCredentials } from "../../../../src/service/process/credentials.ts";
import { type DataFolderStores, openDataFolderStores } from "../../../../src/service/process/platform.ts";
import { provisionDataFolder } from "../../../../src/service/process/provision.ts";
import { sampleLayoutVersion } from "../../../../src/service/sample/load-sample.ts";
import { sampleModel } from "../../../../src/service/sample/sample-model.ts";
import { PlatformDatabase } from "../../../../src/service/store/platform-database.ts";
import { accessibleTableOf } from "../../../../src/service/table-data/accessible-table.ts";
import { buildSmallerVersion } from "../../../support/built-versions.ts";
import { remove } from "../../../support/stored-tables.ts";
import { changeUser } from "../../../support/stored-users.ts";

const tenant = "WFF_demo";
const page = { limit: 1000, start: 0 };

suite("What a start makes in the data folder", function () {
  this.timeout(60_000);
  let folder: string;
  /** What the first start makes of an empty folder. */
  let made: string;
  suiteSetup(async () => {
    made = await mkdtemp(join(tmpdir(), "workforce-provision-"));
    folder = made;
    await start(async () => undefined);
  });
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-provision-"));
    await cp(made, folder, { recursive: true });
  });
  teardown(() => rm(folder, { recursive: true, force: true }));
  suiteTeardown(() => rm(made, { recursive: true, force: true }));

  /** A start with the sample, what `work` does then, and an orderly end. */
  async function start<Value>(
    work: (platform: DataFolderStores) => Promise<Value>,
    changed: (platform: DataFolderStores) => DataFolderStores = (platform) => platform,
  ): Promise<Value> {
    const platform = await openDataFolderStores(folder, {
      clock: systemClock,
      profile: createResolvedProfile(),
      database: { threads: 1 },
    });
    try {
      await provisionDataFolder(changed(platform), folder, { people: 10 }, new AbortController().signal);
      return await work(platform);
    } finally {
      await platform.close();
    }
  }

  /** Writes what another version, or a process that was killed, would have left. */
  async function change(statement: string): Promise<void> {
    const platform = await PlatformDatabase.open(folder);
    await platform.use((connection) => connection.run(statement));
    await platform.close();
  }

  const run = async (platform: DataFolderStores, statement: string) =>
    (await platform.tenants.find(tenant))?.database.use((connection) => connection.rows(statement));
  /** Writes into the tenant's file, which the service itself never does. */
  const mark = async () => {
    const database = await Database.open(join(folder, "tenants", `${tenant}.duckdb`));
    await database.use((connection) => connection.run("CREATE TABLE of_this_load (number INTEGER)"));
    database.close();
  };
  const isMarked = async (platform: DataFolderStores) =>
    (await run(platform, "FROM duckdb_tables() WHERE table_name = 'of_this_load'"))?.length === 1;

  test("is the sample anew where its tables are of another layout or of nobody knows which, and nothing else", async () => {
    await mark();
    assert.equal(await start(isMarked), true);
    for (const layout of [String(sampleLayoutVersion - 1), "NULL"]) {
      await change(`UPDATE tenants SET sample_layout = ${layout}`);
      assert.equal(await start(isMarked), false);
      await mark();
      assert.equal(await start(isMarked), true);
    }
  });

  test("is a file for each tenant into which nothing else can be loaded, so that a sample made anew wipes nothing", async () => {
    await start(async (platform) => {
      const [file] =
        (await run(platform, "SELECT database_name AS name FROM duckdb_tables() WHERE table_name = 'Employee'")) ?? [];
      assert.ok(file);
      for (const statement of [
        `CREATE TABLE ${file.name}.of_a_user (number INTEGER)`,
        `DELETE FROM ${file.name}."Employee"`,
      ]) {
        await assert.rejects(run(platform, statement), /read-only/);
      }
      await assert.rejects(run(platform, 'DELETE FROM "Employee"'), /base table/);
      const [first] = await platform.reports.list(tenant, "nobody");
      assert.ok(first);
      await platform.reports.addAll(tenant, [{ ...first, id: "own" }]);
    });
    const before = await documents();
    assert.ok(before.reports?.includes("own"));
    await change(`UPDATE tenants SET sample_layout = ${sampleLayoutVersion - 1}`);
    assert.deepEqual(await documents(), before);
  });

  test("is never the sample anew over data that was built on it", async () => {
    const { number } = await start((platform) => buildSmallerVersion(platform, { people: 3 }));
    await change(`UPDATE tenants SET sample_layout = ${sampleLayoutVersion - 1}`);
    await mark();
    await start(async (platform) => {
      assert.equal(await isMarked(platform), true);
      const found = await platform.tenants.find(tenant);
      assert.equal(found?.dataVersions[0], number);
      const rows = await found?.database.use((connection) =>
        connection.rows('SELECT count(DISTINCT "$key")::INTEGER AS people FROM "Employee"'),
      );
      assert.deepEqual(rows, [{ people: 3 }]);
    });
  });

  const capabilitiesOf = ({ users }: DataFolderStores, name: string) =>
    users.byName(tenant, `${name}@demo.example`)?.capabilities.map(({ group }) => group);

  test("is each user once: rights that were changed stay, and who was deleted stays away", async () => {
    await start(async ({ users }) => {
      await changeUser(users, tenant, "viewer@demo.example", { profileAssignments: [] });
    });
    await change("DELETE FROM accounts WHERE username IN ('loader@demo.example', 'analyst@demo.example')");
    for (let count = 0; count < 2; count++) {
      await start(async (platform) => {
        assert.deepEqual(capabilitiesOf(platform, "viewer"), []);
        assert.equal(capabilitiesOf(platform, "loader"), undefined);
        assert.equal(capabilitiesOf(platform, "analyst"), undefined);
        assert.ok(capabilitiesOf(platform, "portal")?.includes("reporting"));
      });
    }
    const credentials = await readCredentials(join(folder, "credentials.json"));
    assert.deepEqual(
      credentials?.users.map(({ username }) => username),
      ["viewer", "portal", "north", "emea", "planner"].map((name) => `${name}@demo.example`),
    );
    // Whoever starts the service signs in as somebody who is still there.
    assert.equal(credentials?.username, "viewer@demo.example");
    assert.equal(credentials?.password, credentials?.users[0]?.password);
  });

  test("keeps the users of an earlier version, who had capabilities, no profiles, and saw all data", async () => {
    await change("DELETE FROM accounts");
    const capabilities = JSON.stringify([createCapabilityGroup("reporting", "ReadOnly")]);
    await change(
      `INSERT INTO users VALUES ('u-1', '${tenant}', 'viewer@demo.example', 'V', 'v@x.example', 'a.b', '${capabilities}')`,
    );
    for (let count = 0; count < 2; count++) {
      await start(async (platform) => {
        assert.deepEqual(capabilitiesOf(platform, "viewer"), ["reporting"]);
        const user = platform.users.byName(tenant, "VIEWER@demo.example");
        assert.equal(user?.userId, "u-1");
        assert.equal(platform.dataRights.restrictionOf(user)(sampleModel), undefined);
      });
    }
  });

  const deleted = new Set<string>();
  const deleteTableSources = async ({ tableSources }: DataFolderStores) => {
    for (const { definition } of await tableSources.list(tenant, undefined, page)) {
      await tableSources.change((definitions) => definitions.delete(definition.uuid));
      deleted.add(definition.uuid);
    }
  };
  const deleteReports = async ({ reports, users }: DataFolderStores) => {
    for (const { id } of await reports.list(tenant, users.byName(tenant, "analyst@demo.example")?.userId ?? "")) {
      await reports.delete(tenant, id);
      deleted.add(id);
    }
  };
  /** Every document in the folder after a start, in the order in which the store has them. */
  async function documents(): Promise<Readonly<Record<string, readonly string[]>>> {
    await start(async () => undefined);
    const platform = await PlatformDatabase.open(folder);
    const kinds = Object.entries({
      jobs: "id",
      production_versions: "id",
      project_changes: "concat(project, ' ', ordinal, ' ', id)",
      projects: "concat(ordinal, ' ', id)",
      reports: "id",
      table_sources: "uuid",
    });
    const found = kinds.map(async ([kind, id]) => {
      const rows = await platform.use((connection) => connection.rows(`SELECT ${id} AS id FROM ${kind} ORDER BY ALL`));
      return [kind, rows.map((row) => String(row.id))] as const;
    });
    const all = Object.fromEntries(await Promise.all(found));
    await platform.close();
    return all;
  }

  test("is no document that users have deleted, even when they have deleted all of a kind", async () => {
    await start(async (platform) => {
      await deleteTableSources(platform);
      await deleteReports(platform);
    });
    const { projects = [], reports, table_sources: tableSources = [] } = await documents();
    assert.deepEqual(
      reports?.filter((id) => deleted.has(id)),
      [],
    );
    assert.deepEqual(
      tableSources.filter((id) => deleted.has(id)),
      [],
    );
    assert.ok(projects.length > 0 && deleted.size > 0);
  });

  test("is no document that users of a version without notes have deleted", async () => {
    await start(deleteReports);
    await change("UPDATE tenants SET has_documents = NULL, sample_layout = NULL");
    const { reports = [] } = await documents();
    assert.deepEqual(
      reports.filter((id) => deleted.has(id)),
      [],
    );
    assert.ok(deleted.size > 0);
  });

  test("is every document once, however many starts were killed on the way", async () => {
    const addAll = async () => {
      throw new Error("killed");
    };
    await rm(folder, { recursive: true });
    for (const store of ["projects", "projectChanges", "jobs", "tableSources"] as const) {
      const killed = start(
        async () => undefined,
        (platform) => ({ ...platform, [store]: { addAll } }) as unknown as DataFolderStores,
      );
      await assert.rejects(killed, /killed/);
    }
    const found = await documents();
    await change("UPDATE tenants SET has_documents = NULL");
    assert.deepEqual(await documents(), found);
    await rm(folder, { recursive: true });
    await cp(made, folder, { recursive: true });
    assert.deepEqual(found, await documents());
  });

  test("is what the jobs of the sample say of themselves, also where an earlier version made them", async () => {
    const jobs = (platform: DataFolderStores) =>
      platform.jobs.list([tenant], { from: 0, to: Date.now(), state: undefined });
    const expected = await start(jobs);
    await change("UPDATE jobs SET message = NULL, data_version = '5000118'");
    assert.deepEqual(await start(jobs), expected);
    assert.ok(expected.length > 0 && expected.every(({ message }) => message !== undefined));
  });

  const tableOf = async ({ tableSources }: DataFolderStores, name: string) => {
    const sources = await tableSources.list(tenant, undefined, page);
    const source = sources.find(({ definition }) => definition.objectName === name);
    assert.ok(source);
    return source;
  };
  const countOf = async (platform: DataFolderStores, name: string) =>
    (await platform.tableData.countRows(accessibleTableOf(await tableOf(platform, name), tenant))).recordCount;

  test("is the rows of the sample's tables once, whatever becomes of them and of the sample", async () => {
    await start(async (platform) => {
      assert.equal(await countOf(platform, "payroll_ledger"), 24_000);
      const reach = accessibleTableOf(await tableOf(platform, "payroll_ledger"), tenant);
      const transaction = { transactionId: "of the test", tenant };
      await platform.tableData.lock("of the test", [reach]);
      const sessions = await platform.tableData.openSessions("of the test");
      await sessions.enter(tenant, { tables: [reach], inputs: [] }).write(remove("payroll_ledger"));
      sessions.close();
      await platform.tableData.commit(transaction, []);
      assert.equal(await countOf(platform, "monthly_cost_view"), 0);
    });
    await change("UPDATE tenants SET sample_layout = NULL");
    await start(async (platform) => {
      assert.equal(await countOf(platform, "payroll_ledger"), 0);
      assert.equal(await countOf(platform, "learning_completion"), 6000);
    });
  });

  test("is the rows of the sample's tables where a version had them in the tenants' files", async () => {
    await start(async (platform) => {
      const { definition } = await tableOf(platform, "learning_completion");
      const columns = [
        { name: "minutes", dataType: "LONG" },
        { name: "more", dataType: "DATE" },
      ];
      await platform.tableSources.change((definitions) => definitions.replace({ ...definition, columns }));
      const ledger = await tableOf(platform, "payroll_ledger");
      await platform.tableSources.change((definitions) => definitions.delete(ledger.definition.uuid));
    });
    await rm(join(folder, "table-data.duckdb"));
    await start(async (platform) => {
      assert.equal(await countOf(platform, "learning_completion"), 6000);
      const { definition } = await tableOf(platform, "learning_completion");
      const text = [{ name: "minutes", type: "INTEGER" as const }];
      const refusal = await platform.tableData.reshape(definition.uuid, text);
      assert.deepEqual(refusal, { kind: "lossy", columns: ["minutes"] });
      // Its recipe reads a table that is no more.
      assert.equal(await countOf(platform, "monthly_cost_view"), 0);
    });
  });
});
