import assert from "node:assert/strict";
import { Database } from "../../../../src/duckdb/database.ts";
import { MemberStore } from "../../../../src/service/model/member-store.ts";
import { createMemberTable, flattenMembers, type MemberNode } from "../../../../src/service/model/member-tree.ts";

const leaf = (name: string, displayName = name): MemberNode => ({ name, displayName });
const places: readonly MemberNode[] = [
  {
    name: "NORTH",
    displayName: "The North",
    children: [{ name: "Port", displayName: "Port", children: [leaf("Old"), leaf("New")] }, leaf("Hill", "O'Hill")],
  },
  { name: "SOUTH", displayName: "The South", children: [leaf("Port", "Harbour"), leaf("Old")] },
];

suite("a member store", () => {
  let database: Database;
  let store: MemberStore;

  suiteSetup(async () => {
    database = await Database.open(":memory:");
    const connection = await database.connect();
    await createMemberTable(connection, "Place", flattenMembers(places, 0));
    store = new MemberStore(connection, "Place");
  });

  suiteTeardown(() => database.close());

  test("gives back the members as they were stored", async () => {
    assert.deepEqual(await store.all(), flattenMembers(places, 0));
  });

  test("finds a member by its path", async () => {
    assert.deepEqual(await store.byPath("NORTH.Port.New"), {
      ordinal: 3,
      parent: 1,
      depth: 2,
      name: "New",
      displayName: "New",
      path: "NORTH.Port.New",
      ancestors: [0, 1, 3],
      isLeaf: true,
    });
    assert.equal(await store.byPath("Port"), undefined);
  });

  test("finds a name that is unique at any depth", async () => {
    const found = await store.find("Hill");
    assert.equal(found.ok && found.value.path, "NORTH.Hill");
  });

  test("lists what an ambiguous name could mean", async () => {
    assert.deepEqual(await store.find("Port"), {
      ok: false,
      problem: { kind: "ambiguous", paths: ["NORTH.Port", "SOUTH.Port"] },
    });
  });

  test("prefers a member whose whole path is the text", async () => {
    const found = await store.find("SOUTH");
    assert.equal(found.ok && found.value.ordinal, 5);
  });

  test("does not find a name in other letter case, or a display name", async () => {
    assert.deepEqual(await store.find("hill"), { ok: false, problem: { kind: "unknown" } });
    assert.deepEqual(await store.find("Harbour"), { ok: false, problem: { kind: "unknown" } });
  });

  test("offers members by the start of path, name or display name, up to a limit", async () => {
    const paths = async (prefix: string, limit = 10) =>
      (await store.startingWith(prefix, limit)).map((member) => member.path);
    assert.deepEqual(await paths("north.p"), ["NORTH.Port", "NORTH.Port.Old", "NORTH.Port.New"]);
    assert.deepEqual(await paths("h"), ["NORTH.Hill", "SOUTH.Port"]);
    assert.deepEqual(await paths("o'h"), ["NORTH.Hill"]);
    assert.deepEqual(await paths("%"), []);
    assert.equal((await paths("", 2)).length, 2);
  });

  test("lists a level, and the leaves", async () => {
    assert.deepEqual(
      (await store.atDepth(0)).map((member) => member.name),
      ["NORTH", "SOUTH"],
    );
    assert.deepEqual(
      (await store.atDepth("leaves")).map((member) => member.ordinal),
      [2, 3, 4, 6, 7],
    );
  });

  test("counts the depth of a parent-child dimension from one", () => {
    assert.deepEqual(
      flattenMembers(places, 1).map((member) => member.depth),
      [1, 2, 3, 3, 2, 1, 2, 2],
    );
  });
});
