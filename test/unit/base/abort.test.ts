import assert from "node:assert/strict";
import { abortError, rejectOnAbort } from "../../../src/base/abort.ts";

describe("rejectOnAbort", () => {
  it("gives what the work gives, and its failure", async () => {
    const { signal } = new AbortController();
    assert.equal(await rejectOnAbort(Promise.resolve(7), signal), 7);
    assert.equal(await rejectOnAbort(Promise.resolve(7), undefined), 7);
    await assert.rejects(rejectOnAbort(Promise.reject(new Error("no")), signal), { message: "no" });
  });

  it("rejects with the reason at once, also when the signal was aborted before, and lets the work go on", async () => {
    const stop = new AbortController();
    let resolve = (_value: number) => {};
    const promise = new Promise<number>((settle) => {
      resolve = settle;
    });
    const waiting = rejectOnAbort(promise, stop.signal);
    stop.abort(abortError("The query was cancelled."));
    const expected = { name: "AbortError", message: "The query was cancelled." };
    await assert.rejects(waiting, expected);
    await assert.rejects(rejectOnAbort(promise, stop.signal), expected);
    resolve(7);
    assert.equal(await promise, 7);
  });

  it("does not let a later failure of the work go unhandled", async () => {
    const stop = new AbortController();
    let reject = (_error: Error) => {};
    const promise = new Promise<number>((_, settle) => {
      reject = settle;
    });
    const waiting = rejectOnAbort(promise, stop.signal);
    stop.abort(abortError("Stopped."));
    await assert.rejects(waiting, { message: "Stopped." });
    reject(new Error("late"));
    await new Promise((resolve) => setImmediate(resolve));
  });
});
