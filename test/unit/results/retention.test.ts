import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { wholeResult } from "../../../src/protocol/row-view.ts";
import { ResultStore } from "../../../src/results/result-store.ts";
import { pruneResults } from "../../../src/results/retention.ts";
import { startWorker, withFolder } from "./worker-process.ts";

const megabyte = 1024 * 1024;
const dayMs = 24 * 60 * 60 * 1000;
const window = { first: 0, count: 5, columns: [0], view: wholeResult };

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
      (await store.get("pinned")).facts.isPinned = true;
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
      (await store.get("pinned")).facts.isPinned = true;
      const limits = (keepMegabytes: number) => ({ keepDays: 7, keepMegabytes });
      assert.deepEqual(await pruneResults(store, limits(5), Date.now()), []);
      assert.deepEqual(await pruneResults(store, limits(3.5), Date.now()), ["closed"]);
      assert.deepEqual(await pruneResults(store, limits(0), Date.now()), ["open"]);
    });
  });

  test("come back after they were closed, also in another worker, and are gone when they were not kept", async () => {
    await withFolder(async (folder) => {
      const first = await startWorker(folder);
      await first.load("kept", '["A"]\n["1"]\n');
      await first.load("dropped", '["A"]\n["2"]\n');
      await first.channel.ask("pin", { resultId: "kept", isPinned: true });
      await first.channel.ask("shelve", { resultId: "kept" });
      await first.channel.ask("close", { resultId: "dropped" });
      assert.deepEqual((await first.channel.ask("list", {})).results, []);
      await first.stop();
      const second = await startWorker(folder);
      try {
        assert.deepEqual((await second.channel.ask("list", {})).results, []);
        const { results } = await second.channel.ask("shelved", {});
        assert.deepEqual(
          results.map(({ resultId, byteCount }) => [resultId, byteCount > 0]),
          [["kept", true]],
        );
        const summary = await second.channel.ask("reopen", { resultId: "kept" });
        assert.deepEqual([summary.rowCount, summary.isPinned], [1, true]);
        assert.deepEqual((await second.channel.ask("window", { resultId: "kept", ...window })).rows, [["1"]]);
        await assert.rejects(second.channel.ask("reopen", { resultId: "dropped" }), /no longer stored/);
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
