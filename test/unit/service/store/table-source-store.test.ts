import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PlatformDatabase } from "../../../../src/service/store/platform-database.ts";
import { TableSourceStore } from "../../../../src/service/store/table-source-store.ts";

suite("the definitions of table sources", () => {
  let folder: string;
  let platform: PlatformDatabase;
  let store: TableSourceStore;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-definitions-"));
    platform = await PlatformDatabase.open(folder);
    store = new TableSourceStore(platform);
  });
  teardown(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  const add = (objectName: string, canChildrenInherit = false) =>
    store.change((definitions) => definitions.add("WFF_a", { objectName, canChildrenInherit }));
  const names = async (tenant = "WFF_a", parent?: string) =>
    (await store.list(tenant, parent, { limit: 100, start: 0 })).map(({ definition }) => definition.objectName);

  test("are all written or none", async () => {
    await add("badge");
    const failing = store.change(async (definitions) => {
      const { definition } = await definitions.add("WFF_a", { objectName: "pass" });
      await definitions.replace({ ...definition, objectName: "other" });
      throw new Error("no room");
    });
    await assert.rejects(failing, /no room/);
    assert.deepEqual(await names(), ["badge"]);
  });

  test("are listed and found as they are after each change", async () => {
    const { definition } = await add("badge", true);
    assert.deepEqual(await names("WFF_a~north", "WFF_a"), ["badge"]);
    const changed = { ...definition, objectName: "pass", canChildrenInherit: false };
    await store.change((definitions) => definitions.replace(changed));
    assert.deepEqual([await names(), await names("WFF_a~north", "WFF_a")], [["pass"], []]);
    const reading = names();
    await store.change((definitions) => definitions.delete(definition.uuid));
    await reading;
    assert.deepEqual(await names(), []);
    assert.equal(await store.find("WFF_a", undefined, definition.uuid), undefined);
  });

  test("are changed one after the other, also after a change that failed", async () => {
    const order: string[] = [];
    const one = store.change(async (definitions) => {
      order.push("one begins");
      await definitions.add("WFF_a", { objectName: "badge" });
      order.push("one ends");
    });
    const two = store.change(async () => {
      order.push("two begins");
      throw new Error("no");
    });
    const three = store.change(async (definitions) => {
      order.push("three begins");
      return (await definitions.visible("WFF_a", undefined)).length;
    });
    await one;
    await assert.rejects(two, /no/);
    assert.equal(await three, 1);
    assert.deepEqual(order, ["one begins", "one ends", "two begins", "three begins"]);
  });

  test("keep what is beside a definition when it is replaced", async () => {
    await store.addAll([
      {
        tenant: "WFF_a",
        definition: { uuid: "u-1", objectName: "badge" },
        metadata: { load: "1" },
        transactionId: "x-1",
        recordsUpdatedAt: "2024-01-01T00:00:00Z",
      },
    ]);
    await store.change((definitions) =>
      definitions.replace({ uuid: "u-1", objectName: "pass", canChildrenInherit: true }),
    );
    assert.deepEqual(await store.find("WFF_a", undefined, "u-1"), {
      tenant: "WFF_a",
      definition: { uuid: "u-1", objectName: "pass", canChildrenInherit: true },
      metadata: { load: "1" },
      transactionId: "x-1",
      recordsUpdatedAt: "2024-01-01T00:00:00Z",
    });
  });

  test("may take the name that another one had until now", async () => {
    const badge = await add("badge");
    await add("pass");
    await store.change((definitions) => definitions.replace({ ...badge.definition, objectName: "ticket" }));
    await add("badge");
    await store.change((definitions) => definitions.delete(badge.definition.uuid));
    await add("ticket");
    assert.deepEqual(await names(), ["badge", "pass", "ticket"]);
  });

  test("are seen by an inheriting tenant where they say so", async () => {
    await add("badge");
    const shared = await add("pass", true);
    assert.deepEqual(await names("WFF_a~b", "WFF_a"), ["pass"]);
    assert.deepEqual(await names("WFF_c", undefined), []);
    assert.equal((await store.find("WFF_a~b", "WFF_a", shared.definition.uuid))?.tenant, "WFF_a");
  });
});
