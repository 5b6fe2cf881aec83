import assert from "node:assert/strict";
import { TableWriters } from "../../../../src/service/table-data/table-writers.ts";

suite("writing rows and changing columns", () => {
  const hold = () => {
    let release = () => {};
    const held = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    return { work: () => held, release };
  };

  test("changes no columns while any statement writes", async () => {
    const writers = new TableWriters();
    const [first, second] = [hold(), hold()];
    const writing = [writers.write("badge", first.work), writers.write("badge", second.work)];
    const change = () => writers.change("badge", async () => undefined);
    assert.deepEqual(await change(), { kind: "written" });
    first.release();
    await writing[0];
    assert.deepEqual(await change(), { kind: "written" });
    assert.equal(await writers.change("site", async () => undefined), undefined);
    second.release();
    await writing[1];
    assert.equal(await change(), undefined);
  });

  test("writes once all changes of the columns have ended, also those that fail", async () => {
    const writers = new TableWriters();
    const order: string[] = [];
    const { work, release } = hold();
    const failing = writers.change("badge", async () => {
      await work();
      order.push("fails");
      throw new Error("The disk is full.");
    });
    const changing = writers.change("badge", async () => {
      order.push("changes");
      return undefined;
    });
    const writing = writers.write("badge", async () => order.push("writes"));
    await writers.write("site", async () => order.push("other table"));
    release();
    await assert.rejects(failing, /disk/);
    await Promise.all([changing, writing]);
    assert.deepEqual(order, ["other table", "fails", "changes", "writes"]);
  });
});
