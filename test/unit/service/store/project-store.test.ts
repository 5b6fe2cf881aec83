import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../../../../src/duckdb/database.ts";
import { PlatformDatabase } from "../../../../src/service/store/platform-database.ts";
import { ProductionVersionStore } from "../../../../src/service/store/production-version-store.ts";
import { ProjectChangeStore } from "../../../../src/service/store/project-change-store.ts";
import { ProjectStore, type StoredProject } from "../../../../src/service/store/project-store.ts";

const tenant = "WFF_demo";
const page = { limit: 100, start: 0 };
const change = (id: string) => ({ id, name: `Change ${id}`, description: "D" });

suite("the projects that the service keeps", () => {
  let folder: string;
  let platform: PlatformDatabase;
  let projects: ProjectStore;
  let changes: ProjectChangeStore;
  let versions: ProductionVersionStore;
  const openStores = async () => {
    platform = await PlatformDatabase.open(folder);
    projects = new ProjectStore(platform);
    changes = new ProjectChangeStore(platform);
    versions = new ProductionVersionStore(platform);
  };
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-projects-"));
    await openStores();
  });
  teardown(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  const publishAs = (of: string, project: StoredProject, userId: string) =>
    platform.transaction((connection) => versions.publishIn(connection, of, project, userId));
  const idsOf = async (id: string) => (await changes.listCommitted(tenant, id, page)).map((one) => one.id);

  test("take as many changes at once as an archive may hold, in their order", async () => {
    const { project } = await projects.add(tenant, "ada", { name: "Large" });
    const id = project.id;
    const many = Array.from({ length: 60_000 }, (_, index) => change(`c${index}`));
    await changes.importAll(tenant, id, many);
    const last = await changes.listCommitted(tenant, id, { limit: 2, start: 59_998 });
    assert.deepEqual(last, many.slice(-2));
  });

  test("are seen by their owner and by those they are shared with", async () => {
    const own = await projects.add(tenant, "ada", { name: "Own" });
    const shared = { id: "shared", name: "Shared", capabilities: ["canRead" as const] };
    await projects.addAll(tenant, [{ stage: "Open", ownerId: "ada", project: shared }]);
    const namesFor = async (user: string) => (await projects.all(tenant, user)).map(({ project }) => project.name);
    assert.deepEqual((await namesFor("ada")).sort(), ["Own", "Shared"]);
    assert.deepEqual(await namesFor("bob"), ["Shared"]);
    assert.equal(await projects.find(tenant, "bob", own.project.id), undefined);
    assert.deepEqual(await projects.find(tenant, "ada", own.project.id), own);
    assert.equal(await projects.find("WFF_other", "ada", own.project.id), undefined);
  });

  test("list the committed changes in the order they were committed, not made", async () => {
    const { project } = await projects.add(tenant, "ada", { name: "P" }, [change("made-first")]);
    await changes.importAll(tenant, project.id, [change("b"), change("a")]);
    assert.deepEqual(await idsOf(project.id), ["b", "a"]);
    const stored = await projects.find(tenant, "ada", project.id);
    assert.ok(stored && (await publishAs(tenant, stored, "ada")));
    assert.deepEqual(await idsOf(project.id), ["b", "a", "made-first"]);
  });

  test("commit only what the user has changed", async () => {
    const stored = await projects.add(tenant, "ada", { name: "P" }, [change("hers")]);
    assert.equal(await publishAs(tenant, stored, "bob"), undefined);
    assert.deepEqual(await idsOf(stored.project.id), []);
    const version = await publishAs(tenant, stored, "ada");
    assert.equal(version?.versionNumber, 1);
    assert.deepEqual(await changes.listPublished(tenant, version?.id ?? ""), [change("hers")]);
  });

  test("number the versions of a tenant without a gap, however many are published at a time", async () => {
    const made = await Promise.all(
      ["a", "b", "c", "d"].map((id) => projects.add(tenant, "ada", { name: id }, [change(id)])),
    );
    const published = await Promise.all(made.map((stored) => publishAs(tenant, stored, "ada")));
    assert.deepEqual(published.map((version) => version?.versionNumber).sort(), [1, 2, 3, 4]);
    const other = await projects.add("WFF_other", "ada", { name: "e" }, [change("e")]);
    assert.equal((await publishAs("WFF_other", other, "ada"))?.versionNumber, 1);
  });

  test("leave nothing behind of a transaction that failed", async () => {
    const stored = await projects.add(tenant, "ada", { name: "P" }, [change("a")]);
    // The number is taken, so the version cannot be written after its changes were.
    await platform.use((connection) =>
      connection.run("INSERT INTO production_versions VALUES ('x', ?, 2147483646, '{}')", [tenant]),
    );
    const publish = () => publishAs(tenant, stored, "ada");
    assert.equal((await publish())?.versionNumber, 2147483647);
    await changes.importAll(tenant, stored.project.id, [change("b")]);
    await assert.rejects(publish());
    const pending = await platform.use((connection) =>
      connection.rows("SELECT id FROM project_changes WHERE version IS NULL"),
    );
    assert.deepEqual(pending, [{ id: "b" }]);
  });

  test("of an earlier version are shared as they say, and belong to nobody", async () => {
    await platform.close();
    await rm(folder, { recursive: true });
    folder = await mkdtemp(join(tmpdir(), "workforce-projects-"));
    const earlier = await Database.open(join(folder, "platform.duckdb"));
    await earlier.use(async (connection) => {
      await connection.run(
        "CREATE TABLE projects (id VARCHAR PRIMARY KEY, tenant VARCHAR NOT NULL, stage VARCHAR NOT NULL, ordinal INTEGER NOT NULL, document VARCHAR NOT NULL)",
      );
      await connection.run("INSERT INTO projects VALUES ('p', ?, 'Open', 0, ?)", [
        tenant,
        '{"id":"p","name":"Old","capabilities":["owner"]}',
      ]);
    });
    earlier.close();
    await openStores();
    const old = await projects.find(tenant, "anybody", "p");
    assert.deepEqual(old, {
      stage: "Open",
      ownerId: undefined,
      project: { id: "p", name: "Old", capabilities: ["owner"] },
    });
    await projects.add(tenant, "ada", { name: "New" });
    assert.equal((await projects.list(tenant, "ada", "Open", 9)).length, 2);
  });
});
