import assert from "node:assert/strict";
import { ResultListModel } from "../../../../src/features/results/result-list-model.ts";
import type { ResultSummary } from "../../../../src/protocol/data-worker.ts";

const origin = {
  title: "Heads",
  query: "SELECT a() FROM b",
  connection: "Local",
  tenant: undefined,
  project: undefined,
};
const controls = { cancel: () => undefined, rerun: () => undefined };

function begun() {
  let nowMs = 1000;
  const model = new ResultListModel(() => nowMs);
  const { label } = model.begin("one", origin, controls);
  const summary = (state: ResultSummary["state"], resultId = "one"): ResultSummary => ({
    resultId,
    columns: [],
    rowCount: 3,
    byteCount: 30,
    state,
    message: undefined,
    label,
  });
  return { model, label, summary, wait: (ms: number) => (nowMs += ms) };
}

describe("the list of results", () => {
  it("measures a result from its beginning to its last word", () => {
    const { model, summary, wait } = begun();
    wait(200);
    model.update(summary("loading"));
    assert.equal(model.find("one")?.elapsedMs, undefined);
    wait(300);
    model.update(summary("done"));
    wait(900);
    model.update(summary("done"));
    assert.equal(model.find("one")?.elapsedMs, 500);
  });

  it("does not take a last word back", () => {
    const { model, summary } = begun();
    model.fail("one", "cancelled", undefined);
    model.update(summary("loading"));
    assert.equal(model.find("one")?.summary.state, "cancelled");
  });

  it("does not bring a closed result back when the worker speaks of it late", () => {
    const { model, summary } = begun();
    model.close("one");
    model.update(summary("cancelled"));
    assert.deepEqual(model.list(), []);
  });

  it("names the tenant once it is known, in what is kept with the rows too", () => {
    const { model } = begun();
    const label = model.setTenant("one", "ACME")?.label ?? "";
    assert.equal(model.find("one")?.origin.tenant, "ACME");
    const later = new ResultListModel(() => 0);
    later.update({ ...begun().summary("done"), label });
    assert.equal(later.find("one")?.origin.tenant, "ACME");
  });

  it("names the data version that was read, beside the tenant and in what is kept with the rows too", () => {
    const { model } = begun();
    model.setTenant("one", "ACME");
    const label = model.setDataVersion("one", "5000132, 5000118")?.label ?? "";
    const later = new ResultListModel(() => 0);
    later.update({ ...begun().summary("done"), label });
    const { tenant, dataVersion } = later.find("one")?.origin ?? {};
    assert.deepEqual({ tenant, dataVersion }, { tenant: "ACME", dataVersion: "5000132, 5000118" });
  });

  it("knows of earlier results how long they took", () => {
    const { label, summary } = begun();
    const later = new ResultListModel(() => 9_000_000, { times: { one: 420 }, openedIds: [] });
    later.update({ ...summary("done"), label });
    assert.equal(later.find("one")?.elapsedMs, 420);
    assert.equal(later.find("one")?.origin.title, "Heads");
  });

  it("lists earlier results of notebooks that were opened, and no others", () => {
    const { model, summary } = begun();
    const { label } = model.begin("ours", { ...origin, isInNotebook: true }, controls);
    const later = new ResultListModel(() => 0, { times: {}, openedIds: ["ours"] });
    later.update({ ...summary("done", "ours"), label });
    later.update({ ...summary("done", "unopened"), label });
    assert.deepEqual(
      later.list().map((result) => later.isListed(result)),
      [true, false],
    );
  });

  it("leaves out what is no result of ours", () => {
    const { model, summary } = begun();
    model.update({ ...summary("done", "two"), label: "no label" });
    assert.equal(model.find("two"), undefined);
  });

  it("takes note of the one that a page shows, and of none that is not there", () => {
    const { model } = begun();
    model.begin("two", origin, controls);
    const activated: string[] = [];
    model.onDidActivate((resultId) => activated.push(resultId));
    model.setShown("one");
    model.setShown("nobody");
    assert.equal(model.activeId, "one");
    assert.deepEqual(activated, []);
  });

  it("looks at the last one when the active one is closed", () => {
    const { model } = begun();
    model.begin("two", origin, controls);
    model.begin("three", origin, controls);
    model.close("three");
    assert.equal(model.activeId, "two");
  });
});

describe("the tab of a statement", () => {
  const file = "file:///queries.sqllike";
  /** A list with results that are complete, by id and changes of their origin. */
  function listOf(...results: readonly (readonly [string, object])[]) {
    const model = new ResultListModel(() => 1000);
    for (const [id, changes] of results) {
      model.begin(id, { ...origin, file, connectionId: "local", ...changes }, controls);
      end(model, id);
    }
    return model;
  }
  function end(model: ResultListModel, id: string, state: ResultSummary["state"] = "done", isPinned = false) {
    const known = model.find(id);
    assert.ok(known);
    model.update({ ...known.summary, state, isPinned, rowCount: 3 });
  }
  const runAgain = (model: ResultListModel, changes = {}) => {
    model.begin("again", { ...origin, file, connectionId: "local", ...changes }, controls);
    return model.find("again")?.replacedIds;
  };
  const ids = (model: ResultListModel) => model.list().map(({ summary }) => summary.resultId);

  it("is taken by the next run, which stands in its place and closes it once it is complete", () => {
    const model = listOf(["one", {}], ["other", { query: "SELECT c() FROM b" }]);
    assert.deepEqual(runAgain(model), ["one"]);
    assert.deepEqual(ids(model), ["again", "one", "other"]);
    assert.deepEqual(model.replacedBy("again"), [], "it still runs");
    end(model, "again");
    assert.deepEqual(model.replacedBy("again"), ["one"]);
  });

  it("is left alone by a run that fails", () => {
    const model = listOf(["one", {}]);
    runAgain(model);
    model.fail("again", "failed", "no service");
    assert.deepEqual(model.replacedBy("again"), []);
    model.begin("third", { ...origin, file, connectionId: "local" }, controls);
    assert.deepEqual(model.find("third")?.replacedIds, ["again", "one"], "the next run that succeeds takes both");
  });

  it("is left alone when its result was worked on, renamed or pinned, or is still coming", () => {
    for (const work of [
      (model: ResultListModel) => model.touch("one"),
      (model: ResultListModel) => model.rename("one", "Mine"),
      (model: ResultListModel) => end(model, "one", "done", true),
    ]) {
      const model = listOf(["one", {}]);
      work(model);
      assert.equal(runAgain(model), undefined);
    }
    const loading = new ResultListModel(() => 1000);
    loading.begin("one", { ...origin, file, connectionId: "local" }, controls);
    assert.equal(runAgain(loading), undefined);
  });

  it("is left alone by another statement, place or file, and by notebooks", () => {
    for (const changes of [
      { query: "SELECT c() FROM b" },
      { title: "Leavers" },
      { tenant: "north" },
      { project: "Headcount" },
      { connectionId: "production" },
      { file: "file:///other.sqllike" },
      { isInNotebook: true },
      { isComparison: true },
    ]) {
      assert.equal(runAgain(listOf(["one", {}]), changes), undefined, JSON.stringify(changes));
    }
  });

  it("is found by a run without a tenant when the tenant of the sign-in is known", () => {
    const model = listOf(["one", {}]);
    model.setTenant("one", "ACME");
    assert.deepEqual(runAgain(model), ["one"]);
    assert.equal(runAgain(listOf(["one", { tenant: "ACME" }])), undefined);
  });

  it("keeps its place, its title and that it was worked on through a reload", () => {
    const before = listOf(["one", {}], ["two", { title: "Second" }], ["three", { title: "Third" }]);
    before.rename("three", "Mine");
    const summaries = before.list().map(({ summary }) => summary);
    const after = new ResultListModel(() => 1000, {
      times: {},
      openedIds: [],
      order: ["three", "one", "two"],
      touchedIds: ["one", "three"],
      titles: { three: "Mine" },
    });
    for (const summary of summaries) {
      after.update(summary);
    }
    assert.deepEqual(ids(after), ["three", "one", "two"]);
    assert.equal(after.find("three")?.origin.title, "Mine");
    assert.equal(runAgain(after), undefined);
    after.begin("second", { ...origin, title: "Second", file, connectionId: "local" }, controls);
    assert.deepEqual(after.find("second")?.replacedIds, ["two"]);
  });
});
