import assert from "node:assert/strict";
import { ConcurrencyLimit } from "../../../src/base/concurrency-limit.ts";

suite("turns", () => {
  const { signal } = new AbortController();
  /** Takes a turn and notes the name when it comes. */
  const taking = (turns: ConcurrencyLimit, name: string, came: string[], until = signal) =>
    turns.acquire(until).then((end) => {
      came.push(end ? name : `${name} left`);
      return end;
    });
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

  test("come to so many at once, and to the others in their order", async () => {
    const turns = new ConcurrencyLimit(2);
    const came: string[] = [];
    const [first, second] = await Promise.all([taking(turns, "a", came), taking(turns, "b", came)]);
    const third = taking(turns, "c", came);
    void taking(turns, "d", came);
    await settled();
    assert.deepEqual(came, ["a", "b"]);
    second?.();
    await third;
    await settled();
    assert.deepEqual(came, ["a", "b", "c"]);
    first?.();
    await settled();
    assert.deepEqual(came, ["a", "b", "c", "d"]);
  });

  test("are given at once or not at all to who does not wait", async () => {
    const turns = new ConcurrencyLimit(1);
    const end = turns.tryAcquire();
    assert.ok(end);
    assert.equal(turns.tryAcquire(), undefined);
    const came: string[] = [];
    const waiting = taking(turns, "a", came);
    end();
    await waiting;
    assert.deepEqual(came, ["a"]);
    assert.equal(turns.tryAcquire(), undefined);
  });

  test("are not kept for who no longer waits", async () => {
    const turns = new ConcurrencyLimit(1);
    const came: string[] = [];
    const first = await taking(turns, "a", came);
    const leaving = new AbortController();
    const second = taking(turns, "b", came, leaving.signal);
    const third = taking(turns, "c", came);
    leaving.abort();
    await second;
    first?.();
    await third;
    assert.deepEqual(came, ["a", "b left", "c"]);
    assert.equal(await turns.acquire(leaving.signal), undefined);
  });
});
