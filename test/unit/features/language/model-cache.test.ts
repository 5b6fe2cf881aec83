import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ModelCache, type ModelTarget } from "../../../../src/features/language/model-cache.ts";

const answerAt = (at: number, text = "Age") => ({
  at,
  result: { entries: [{ id: text, displayName: text }], isComplete: true },
});
const place = (connectionId: string, tenant = "acme"): ModelTarget => ({ connectionId, tenant });

describe("the cache of models", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-cache-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const open = () =>
    new ModelCache(folder, (error) => {
      throw error;
    });

  async function files(): Promise<string[]> {
    const names = await readdir(folder, { recursive: true });
    return names.map((name) => join(folder, name)).filter((name) => name.endsWith(".json"));
  }

  it("keeps answers with their age by connection, tenant and project, for the user alone", async () => {
    const cache = open();
    await cache.write(place("one"), "a search", answerAt(5));
    await cache.write(place("one"), "another", answerAt(3));
    await cache.write({ ...place("one"), projectId: "draft" }, "a search", answerAt(9));
    await cache.flush();
    const again = open();
    assert.deepEqual(await again.read(place("one"), "a search"), answerAt(5));
    assert.equal(await again.oldest(place("one")), 3);
    assert.equal(await again.oldest({ ...place("one"), projectId: "draft" }), 9);
    assert.equal(await again.read(place("two"), "a search"), undefined);
    for (const file of await files()) {
      assert.equal((await stat(file)).mode & 0o777, 0o600);
    }
    assert.equal((await files()).length, 2);
  });

  it("removes what belongs to a connection that is gone", async () => {
    const cache = open();
    await cache.write(place("one"), "a search", answerAt(1));
    await cache.write(place("two"), "a search", answerAt(1));
    await cache.flush();
    await cache.retainOnly(["two"]);
    await cache.flush();
    assert.equal((await files()).length, 1);
    assert.equal(await open().read(place("one"), "a search"), undefined);
    assert.ok(await open().read(place("two"), "a search"));
  });

  it("keeps few files of a connection, and of each the answers used last", async () => {
    const cache = open();
    for (let tenant = 0; tenant < 12; tenant++) {
      await cache.write(place("one", `tenant ${tenant}`), "a search", answerAt(1));
      await cache.flush();
    }
    assert.equal((await files()).length, 8);

    const long = "x".repeat(300_000);
    for (let index = 0; index < 8; index++) {
      await cache.write(place("two"), `search ${index}`, answerAt(1, long));
    }
    await cache.read(place("two"), "search 0");
    await cache.flush();
    const again = open();
    assert.ok(await again.read(place("two"), "search 0"));
    assert.equal(await again.read(place("two"), "search 1"), undefined);
    const sizes = await Promise.all((await files()).map(async (file) => (await stat(file)).size));
    assert.ok(Math.max(...sizes) < 2_500_000);
  });

  it("starts anew from a file that was cut short", async () => {
    const cache = open();
    await cache.write(place("one"), "a search", answerAt(1));
    await cache.flush();
    const [file = ""] = await files();
    await writeFile(file, (await readFile(file, "utf8")).slice(0, 20));
    assert.equal(await open().read(place("one"), "a search"), undefined);
  });
});
