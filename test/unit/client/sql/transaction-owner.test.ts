import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TransactionOwner } from "../../../../src/client/sql/transaction-owner.ts";

suite("The owner of a SQL transaction", () => {
  let folder: string;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-owner-"));
  });
  teardown(() => rm(folder, { recursive: true }));

  test("is the window that took it over last, or else the one that started it", async () => {
    const windows = [1, 2, 3].map(() => new TransactionOwner(folder, "local"));
    const owning = async () =>
      await Promise.all(
        windows.map((window) =>
          window.requireOwned("../t 1").then(
            () => true,
            () => false,
          ),
        ),
      );
    const [, second, third] = windows;
    assert.deepEqual(await owning(), [true, true, true]);
    await second?.takeOver("../t 1");
    assert.deepEqual(await owning(), [false, true, false]);
    await third?.takeOver("../t 1");
    assert.deepEqual(await owning(), [false, false, true]);
  });

  test("differs by connection and transaction", async () => {
    await new TransactionOwner(folder, "local").takeOver("t-1");
    await new TransactionOwner(folder, "local").requireOwned("t-2");
    await new TransactionOwner(folder, "other").requireOwned("t-1");
    await assert.rejects(
      new TransactionOwner(folder, "local").requireOwned("t-1"),
      /Another window continues this run/,
    );
  });

  test("is forgotten after a week", async () => {
    const owner = new TransactionOwner(folder, "local");
    await owner.takeOver("t-1");
    const files = join(folder, "sql-transactions");
    const [file = ""] = await readdir(files);
    const weekAgo = new Date(Date.now() - 8 * 86_400_000);
    await utimes(join(files, file), weekAgo, weekAgo);
    await owner.takeOver("t-2");
    assert.equal((await readdir(files)).length, 1);
    assert.ok(!(await readdir(files)).includes(file));
  });
});
