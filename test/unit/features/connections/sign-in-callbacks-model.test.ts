import assert from "node:assert/strict";
import { CallbackTimeoutError, SignInCallbacks } from "../../../../src/features/connections/sign-in-callbacks-model.ts";
import { MovableClock } from "../../../support/movable-clock.ts";

const never = new AbortController().signal;

describe("the callbacks of sign-ins", () => {
  it("reach the sign-in that was sent out with their state", async () => {
    const callbacks = new SignInCallbacks(new MovableClock(0));
    const one = callbacks.expect("one", 1000, never);
    const two = callbacks.expect("two", 1000, never);
    assert.equal(callbacks.receive("code=b&state=two"), true);
    assert.equal(callbacks.receive("state=one&error=access_denied"), true);
    assert.deepEqual(await Promise.all([one, two]), ["state=one&error=access_denied", "code=b&state=two"]);
  });

  it("are nobody's with an unknown state, without one, and a second time", async () => {
    const callbacks = new SignInCallbacks(new MovableClock(0));
    const one = callbacks.expect("one", 1000, never);
    assert.equal(callbacks.receive("code=a&state=other"), false);
    assert.equal(callbacks.receive("code=a"), false);
    assert.equal(callbacks.receive("code=a&state=one"), true);
    await one;
    assert.equal(callbacks.receive("code=a&state=one"), false);
  });

  it("are no longer waited for when the time is over", async () => {
    const clock = new MovableClock(0);
    const callbacks = new SignInCallbacks(clock);
    const one = assert.rejects(callbacks.expect("one", 1000, never), CallbackTimeoutError);
    await clock.advance(1000);
    await one;
    assert.equal(callbacks.receive("code=a&state=one"), false);
  });

  it("are no longer waited for when the user cancels", async () => {
    const callbacks = new SignInCallbacks(new MovableClock(0));
    const cancelling = new AbortController();
    const reason = new Error("enough");
    const one = assert.rejects(callbacks.expect("one", 1000, cancelling.signal), reason);
    cancelling.abort(reason);
    await one;
    assert.equal(callbacks.receive("code=a&state=one"), false);
  });
});
