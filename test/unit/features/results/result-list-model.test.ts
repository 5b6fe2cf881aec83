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
