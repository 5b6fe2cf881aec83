import assert from "node:assert/strict";
import {
  entryDescription,
  entryDetail,
  type HistoryEntry,
  HistoryModel,
  readHistory,
} from "../../../../src/features/results/history-model.ts";
import type { ResultState } from "../../../../src/protocol/data-worker.ts";
import type { ShownResult } from "../../../../src/protocol/results-view.ts";

const dayMs = 24 * 60 * 60 * 1000;

function run(resultId: string, state: ResultState, startedAtMs: number, byteCount = 10): ShownResult {
  const origin = {
    title: `title ${resultId}`,
    query: "SELECT\n  1",
    language: "workforce-sqllike",
    connection: "Local",
    tenant: "WFF",
    project: undefined,
  };
  const summary = { resultId, columns: [], rowCount: 3, byteCount, state, message: "Row 17 says Ada", label: "" };
  return { summary, origin, startedAtMs, elapsedMs: state === "loading" ? undefined : 1500 };
}

suite("The history of results", () => {
  test("has runs that ended, newest first, with how long they waited and received", () => {
    let now = 1000;
    const history = new HistoryModel([], () => now);
    history.record(run("a", "loading", 1000, 0));
    now = 2000;
    history.record(run("a", "loading", 1000));
    assert.deepEqual(history.list(), []);
    now = 2500;
    history.record(run("a", "done", 1000));
    history.record(run("b", "failed", 2000));
    const [newest, oldest] = history.list();
    assert.deepEqual([newest?.id, newest?.state], ["b", "failed"]);
    assert.deepEqual([oldest?.id, oldest?.waitedMs, oldest?.receivedMs], ["a", 1000, 500]);
  });

  test("holds nothing of an answer, and comes back from its file", () => {
    const history = new HistoryModel([], () => 0);
    history.record(run("a", "partial", 0));
    const text = JSON.stringify(history.list());
    assert.doesNotMatch(text, /Ada/);
    assert.deepEqual(
      readHistory(text).map(({ id, language }) => [id, language]),
      [["a", "workforce-sqllike"]],
    );
    assert.deepEqual(readHistory('[{"id": 1}, 2, null]'), []);
    assert.deepEqual(readHistory("torn"), []);
  });

  test("keeps what is young, and at most five hundred runs", () => {
    let now = 0;
    const history = new HistoryModel([], () => now);
    for (let index = 0; index < 501; index++) {
      history.record(run(String(index), "done", index));
    }
    assert.deepEqual([history.list().length, history.find("0")], [500, undefined]);
    now = 2 * dayMs + 300;
    history.prune(2);
    assert.equal(history.list().length, 201);
    history.remove("500");
    assert.equal(history.find("500"), undefined);
    history.clear();
    assert.deepEqual(history.list(), []);
  });

  test("is told in a line of amounts and a line of place and text", () => {
    const history = new HistoryModel([], () => 0);
    history.record(run("a", "partial", 0));
    const [entry] = history.list() as [HistoryEntry];
    const words = { rows: (count: number) => `${count} rows`, state: (state: string) => state, when: () => "today" };
    assert.equal(entryDescription(entry, words), "3 rows · 1.5 s · partial · today");
    assert.equal(entryDetail(entry), "Local / WFF · SELECT 1");
  });
});
