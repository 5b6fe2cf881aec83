import assert from "node:assert/strict";
import { StoredTransactions } from "../../../../src/features/transactions/stored-transactions-model.ts";
import { MemoryNoteStore, transactionTime } from "../../../support/fake-transactions.ts";

function notes(store = new MemoryNoteStore()) {
  let now = transactionTime;
  return { store, stored: new StoredTransactions(store, () => now++) };
}

const place = { connectionId: "c", tenant: "WFF_demo", transactionId: "t1" };

suite("noted transactions", () => {
  test("add what is noted to what was noted before", async () => {
    const { stored } = notes();
    await stored.save({ ...place, tables: ["badges"], label: "Load" });
    await stored.save({ ...place, inputs: ["a.csv"] });
    await stored.save({ ...place, inputs: ["b.csv", "a.csv"], job: { jobId: "j1", label: "Job" } });
    const [one, ...others] = stored.list();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [one?.tables, one?.label, one?.inputs, one?.jobIds],
      [["badges"], "Load", ["a.csv", "b.csv"], ["j1"]],
    );
  });

  test("keep nothing but ids, a time and an end where other machines read it", async () => {
    const { stored, store } = notes();
    const request = { actions: [{ query: { query: "SELECT 'Ada'" } }] };
    const key = await stored.save({ ...place, tables: ["badges"], inputs: ["a.csv"], job: { jobId: "j1", request } });
    await stored.saveEnd(key, "committed");
    assert.deepEqual(store.ids, [{ ...place, jobIds: ["j1"], storedAt: transactionTime, end: "committed" }]);
  });

  test("are found without their details on another machine", async () => {
    const { stored, store } = notes();
    await stored.save({ ...place, tables: ["badges"], label: "Load" });
    const elsewhere = new MemoryNoteStore();
    elsewhere.ids = store.ids;
    const [found] = notes(elsewhere).stored.list();
    assert.deepEqual([found?.transactionId, found?.tables, found?.label], ["t1", [], undefined]);
  });

  test("that another window noted meanwhile stay", async () => {
    const store = new MemoryNoteStore();
    const [here, there] = [notes(store).stored, notes(store).stored];
    await here.save(place);
    await there.save({ ...place, transactionId: "t2" });
    await here.save({ ...place, transactionId: "t3" });
    assert.deepEqual(
      here
        .list()
        .map(({ transactionId }) => transactionId)
        .toSorted(),
      ["t1", "t2", "t3"],
    );
  });

  test("of one id in two tenants are two", async () => {
    const { stored } = notes();
    await stored.save(place);
    await stored.save({ connectionId: "c", transactionId: "t1" });
    assert.equal(stored.list().length, 2);
  });

  test("are forgotten with their details when asked", async () => {
    const { stored, store } = notes();
    const key = await stored.save({ ...place, tables: ["badges"] });
    await stored.forget([key]);
    assert.deepEqual([stored.list(), store.details], [[], {}]);
  });

  test("that have ended are kept up to the newest twenty; none that is open goes", async () => {
    const { stored, store } = notes();
    await stored.save({ ...place, transactionId: "open" });
    for (let index = 0; index < 25; index++) {
      await stored.saveEnd(await stored.save({ ...place, transactionId: `t${index}` }), "rolledBack");
    }
    const ids = stored.list().map(({ transactionId }) => transactionId);
    assert.deepEqual([ids.length, ids[0], ids.at(-2), ids.at(-1)], [21, "t24", "t5", "open"]);
    assert.equal(Object.keys(store.details as object).length, 21);
  });

  test("leave out what is damaged", () => {
    const store = new MemoryNoteStore();
    store.ids = [null, 7, { connectionId: "c" }, { connectionId: "c", transactionId: "t", jobIds: [1], storedAt: 0 }];
    store.details = "no object";
    assert.deepEqual(notes(store).stored.list(), []);
  });

  test("tell of each change", async () => {
    const { stored } = notes();
    let changes = 0;
    stored.onDidChange(() => changes++);
    const key = await stored.save(place);
    await stored.saveEnd(key, "gone");
    await stored.saveEnd(key, "gone");
    await stored.saveExtension(key, true);
    assert.deepEqual([changes, stored.find(key)?.end, stored.find(key)?.isExtended], [3, "gone", true]);
  });
});
