import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SqlTransaction } from "../../../../src/service/sql-jobs/sql-transaction.ts";
import type {
  TransactionRecord,
  TransactionTenantRecord,
} from "../../../../src/service/sql-jobs/transaction-record.ts";
import { PlatformDatabase } from "../../../../src/service/store/platform-database.ts";
import { SqlTransactionStore } from "../../../../src/service/store/sql-transaction-store.ts";

const record: TransactionRecord = {
  id: "x-1",
  tenant: "WFF_demo",
  createdBy: "ada",
  createdAt: 1,
  expireAt: 100,
  startedAt: undefined,
  closedAt: undefined,
  tablesToModify: ["badge"],
  isExpired: false,
};
const tenant: TransactionTenantRecord = {
  tenant: "WFF_demo",
  state: "open",
  startedAt: 2,
  closedAt: undefined,
  metadata: [],
};

suite("what is kept of a SQL transaction", () => {
  let folder: string;
  let platform: PlatformDatabase;
  let store: SqlTransactionStore;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-sql-"));
    platform = await PlatformDatabase.open(folder);
    store = await SqlTransactionStore.open(platform);
  });
  teardown(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  const restored = async () => SqlTransaction.restore(store, await store.readAll());

  test("is restored as it was left", async () => {
    const transaction = await SqlTransaction.start(store, record);
    await transaction.change({ record: { expireAt: 200 }, tenants: [tenant] });
    await transaction.change({
      tenants: [{ ...tenant, state: "committed" }],
      inputs: [{ tenant: "WFF_demo", name: "a/b.csv", file: "f-1" }],
    });
    const found = await restored();
    assert.deepEqual(found?.record.expireAt, 200);
    assert.deepEqual(found?.tenant("WFF_demo")?.state, "committed");
    assert.deepEqual(found?.input("WFF_demo", "a/b.csv")?.file, "f-1");
    await transaction.removeFiles();
    assert.deepEqual((await restored())?.inputs(), []);
  });

  test("comes to the disk with the next change when it was only noted", async () => {
    const transaction = await SqlTransaction.start(store, record);
    transaction.changeInMemory({ tenants: [tenant] });
    assert.equal(transaction.tenant("WFF_demo")?.state, "open");
    assert.deepEqual((await restored())?.tenants(), []);
    await transaction.change({ record: { startedAt: 2 } });
    assert.equal((await restored())?.tenants().length, 1);
  });

  test("is saved in the order of the changes, however many there are at once", async () => {
    const transaction = await SqlTransaction.start(store, record);
    const times = Array.from({ length: 20 }, (_, index) => index);
    await Promise.all(times.map((expireAt) => transaction.change({ record: { expireAt } })));
    assert.equal((await restored())?.record.expireAt, 19);
  });

  test("is saved with the next change when saving it has failed", async () => {
    const transaction = await SqlTransaction.start(store, record);
    const save = store.save.bind(store);
    store.save = () => Promise.reject(new Error("The disk is full."));
    await assert.rejects(transaction.change({ tenants: [tenant] }), /disk/);
    store.save = save;
    await transaction.change({ record: { expireAt: 300 } });
    const found = await restored();
    assert.deepEqual([found?.record.expireAt, found?.tenants().length], [300, 1]);
  });
});
