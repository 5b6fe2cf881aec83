import assert from "node:assert/strict";
import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { defaultRowView } from "../../../../src/protocol/row-view.ts";
import { ResultStore } from "../../../../src/results/store/result-store.ts";
import { pruneResults } from "../../../../src/results/store/retention.ts";
import { startWorker, withFolder } from "../worker-process.ts";

const megabyte = 1024 * 1024;
const dayMs = 24 * 60 * 60 * 1000;
const window = { first: 0, count: 5, columns: [0], view: defaultRowView };

async function withResults(ids: readonly string[], work: (store: ResultStore) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const store = await ResultStore.open({ folder }, () => undefined);
    try {
      for (const resultId of ids) {
        const { loader } = await store.begin({ resultId, format: "jsonLines", kinds: {}, label: "" });
        loader?.accept(Buffer.from(`["A"]\n["${"x".repeat(megabyte)}"]\n`));
        loader?.end();
        await loader?.finished;
      }
      await work(store);
    } finally {
      await store.end();
    }
  });
}

suite("Results that are kept", function () {
  this.timeout(60_000);

  test("go when they are too old, but never what is pinned or the newest", async () => {
    await withResults(["old", "pinned", "newest"], async (store) => {
      (await store.get("pinned")).metadata.isPinned = true;
      const kept = { keepDays: 7, keepMegabytes: 1000 };
      assert.deepEqual(await pruneResults(store, kept, Date.now() + 6 * dayMs), []);
      assert.deepEqual(await pruneResults(store, kept, Date.now() + 8 * dayMs), ["old"]);
      assert.deepEqual(
        store.list().map(({ resultId }) => resultId),
        ["pinned", "newest"],
      );
    });
  });

  test("go oldest first when they take too much, closed ones before open ones", async () => {
    await withResults(["open", "closed", "pinned", "newest"], async (store) => {
      await store.shelve("closed");
      (await store.get("pinned")).metadata.isPinned = true;
      const limits = (keepMegabytes: number) => ({ keepDays: 7, keepMegabytes });
      assert.deepEqual(await pruneResults(store, limits(5), Date.now()), []);
      assert.deepEqual(await pruneResults(store, limits(3.5), Date.now()), ["closed"]);
      assert.deepEqual(await pruneResults(store, limits(0), Date.now()), ["open"]);
    });
  });

  test("of windows without a workspace go by age and size, but not those of a window that is open", async () => {
    await withFolder(async (parent) => {
      const bodyOf = (rows: number) => `["A"]\n${`["${"x".repeat(1000)}"]\n`.repeat(rows)}`;
      const leave = async (name: string, ageDays: number) => {
        const worker = await startWorker(join(parent, name));
        await worker.load("r", bodyOf(1200));
        await worker.stop();
        const at = new Date(Date.now() - ageDays * dayMs);
        for (const file of await readdir(join(parent, name), { withFileTypes: true })) {
          if (file.isFile()) {
            await utimes(join(parent, name, file.name), at, at);
          }
        }
      };
      await leave("old", 8);
      await leave("older of two", 2);
      await leave("younger of two", 1);
      const open = await startWorker(join(parent, "open"));
      const own = await startWorker(join(parent, "own"));
      try {
        await own.load("mine", bodyOf(1));
        // It has its folder once it answers.
        await open.channel.request("list", {});
        const prune = (keepDays: number, keepMegabytes: number) =>
          own.channel.request("prune", { keepDays, keepMegabytes, windowSpools: parent });
        await prune(7, 100);
        assert.deepEqual((await readdir(parent)).sort(), ["older of two", "open", "own", "younger of two"]);
        await prune(7, 2);
        assert.deepEqual((await readdir(parent)).sort(), ["open", "own", "younger of two"]);
        await prune(0, 0);
        assert.deepEqual((await readdir(parent)).sort(), ["open", "own"]);
        assert.equal((await own.channel.request("list", {})).results.length, 1);
      } finally {
        await own.stop();
        await open.stop();
      }
    });
  });

  test("come back after they were closed, also in another worker, and are gone when they were not kept", async () => {
    await withFolder(async (folder) => {
      const first = await startWorker(folder);
      await first.load("kept", '["A"]\n["1"]\n');
      await first.load("dropped", '["A"]\n["2"]\n');
      await first.channel.request("pin", { resultId: "kept", isPinned: true });
      await first.channel.request("shelve", { resultId: "kept" });
      await first.channel.request("close", { resultId: "dropped" });
      assert.deepEqual((await first.channel.request("list", {})).results, []);
      await first.stop();
      const second = await startWorker(folder);
      try {
        assert.deepEqual((await second.channel.request("list", {})).results, []);
        const { results } = await second.channel.request("shelved", {});
        assert.deepEqual(
          results.map(({ resultId, byteCount }) => [resultId, byteCount > 0]),
          [["kept", true]],
        );
        const summary = await second.channel.request("reopen", { resultId: "kept" });
        assert.deepEqual([summary.rowCount, summary.isPinned], [1, true]);
        assert.deepEqual((await second.channel.request("window", { resultId: "kept", ...window })).rows, [["1"]]);
        await assert.rejects(second.channel.request("reopen", { resultId: "dropped" }), /no longer stored/);
      } finally {
        await second.stop();
      }
      assert.deepEqual(
        (await readdir(join(folder))).filter((name) => name.endsWith(".jsonl")),
        ["result_0-0.jsonl"],
      );
    });
  });
});
