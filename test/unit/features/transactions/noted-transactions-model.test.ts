import assert from "node:assert/strict";
import { NotedTransactions } from "../../../../src/features/transactions/noted-transactions-model.ts";
import { MemoryNoteStore, transactionTime } from "../../../support/fake-transactions.ts";

function notes(store = new MemoryNoteStore()) {
  let now = transactionTime;
  return { store, noted: new NotedTransactions(store, () => now++) };
}

const place = { connectionId: "c", tenant: "WFF_demo", transactionId: "t1" };

suite("noted transactions", () => {
  test("add what is noted to what was noted before", async () => {
    const { noted } = notes();
    await noted.note({ ...place, tables: ["badges"], label: "Load" });
    await noted.note({ ...place, inputs: ["a.csv"] });
    await noted.note({ ...place, inputs: ["b.csv", "a.csv"], job: { jobId: "j1", label: "Job" } });
    const [one, ...others] = noted.list();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [one?.tables, one?.label, one?.inputs, one?.jobIds],
      [["badges"], "Load", ["a.csv", "b.csv"], ["j1"]],
    );
  });

  test("keep nothing but ids, a time and an end where other machines read it", async () => {
    const { noted, store } = notes();
    const request = { actions: [{ query: { query: "SELECT 'Ada'" } }] };
    const key = await noted.note({ ...place, tables: ["badges"], inputs: ["a.csv"], job: { jobId: "j1", request } });
    await noted.noteEnd(key, "committed");
    assert.deepEqual(store.ids, [{ ...place, jobIds: ["j1"], notedAt: transactionTime, end: "committed" }]);
  });

  test("are found without their details on another machine", async () => {
    const { noted, store } = notes();
    await noted.note({ ...place, tables: ["badges"], label: "Load" });
    const elsewhere = new MemoryNoteStore();
    elsewhere.ids = store.ids;
    const [found] = notes(elsewhere).noted.list();
    assert.deepEqual([found?.transactionId, found?.tables, found?.label], ["t1", [], undefined]);
  });

  test("that another window noted meanwhile stay", async () => {
    const store = new MemoryNoteStore();
    const [here, there] = [notes(store).noted, notes(store).noted];
    await here.note(place);
    await there.note({ ...place, transactionId: "t2" });
    await here.note({ ...place, transactionId: "t3" });
    assert.deepEqual(
      here
        .list()
        .map(({ transactionId }) => transactionId)
        .toSorted(),
      ["t1", "t2", "t3"],
    );
  });

  test("of one id in two tenants are two", async () => {
    const { noted } = notes();
    await noted.note(place);
    await noted.note({ connectionId: "c", transactionId: "t1" });
    assert.equal(noted.list().length, 2);
  });

  test("are forgotten with their details when asked", async () => {
    const { noted, store } = notes();
    const key = await noted.note({ ...place, tables: ["badges"] });
    await noted.forget([key]);
    assert.deepEqual([noted.list(), store.details], [[], {}]);
  });

  test("that have ended are kept up to the newest twenty; none that is open goes", async () => {
    const { noted, store } = notes();
    await noted.note({ ...place, transactionId: "open" });
    for (let index = 0; index < 25; index++) {
      await noted.noteEnd(await noted.note({ ...place, transactionId: `t${index}` }), "rolledBack");
    }
    const ids = noted.list().map(({ transactionId }) => transactionId);
    assert.deepEqual([ids.length, ids[0], ids.at(-2), ids.at(-1)], [21, "t24", "t5", "open"]);
    assert.equal(Object.keys(store.details as object).length, 21);
  });

  test("leave out what is damaged", () => {
    const store = new MemoryNoteStore();
    store.ids = [null, 7, { connectionId: "c" }, { connectionId: "c", transactionId: "t", jobIds: [1], notedAt: 0 }];
    store.details = "no object";
    assert.deepEqual(notes(store).noted.list(), []);
  });

  test("tell of each change", async () => {
    const { noted } = notes();
    let changes = 0;
    noted.onDidChange(() => changes++);
    const key = await noted.note(place);
    await noted.noteEnd(key, "gone");
    await noted.noteEnd(key, "gone");
    await noted.noteExtended(key, true);
    assert.deepEqual([changes, noted.find(key)?.end, noted.find(key)?.isExtended], [3, "gone", true]);
  });
});
