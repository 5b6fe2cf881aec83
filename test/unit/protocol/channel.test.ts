import assert from "node:assert/strict";
import { isRecord } from "../../../src/base/guards.ts";
import { Channel, ChannelError, type Packet } from "../../../src/protocol/channel.ts";

type Asks = {
  double: { params: { value: number }; result: number };
  wait: { params: unknown; result: undefined };
  leak: { params: unknown; result: undefined };
};
type Tells = { moved: number };
type Nothing = Record<never, never>;

class KnownError extends Error {}

function createPair() {
  const moved: number[] = [];
  const aborted: string[] = [];
  const unexpected: string[] = [];
  const crossing = (packet: Packet): unknown => JSON.parse(JSON.stringify(packet));
  const asking: Channel<Asks, Nothing, Nothing, Tells> = new Channel({
    port: { post: (packet) => queueMicrotask(() => answering.receive(crossing(packet))) },
    handlers: {},
    listeners: { moved: (value) => moved.push(value) },
  });
  const answering: Channel<Nothing, Asks, Tells> = new Channel<Nothing, Asks, Tells>({
    port: { post: (packet) => queueMicrotask(() => asking.receive(crossing(packet))) },
    handlers: {
      double: async ({ value }) => {
        if (value === 0) {
          throw Object.assign(new Error("The value is zero."), { name: "ChannelError", code: "zero" });
        }
        if (value < 0) {
          throw new KnownError("The value is negative.");
        }
        return value * 2;
      },
      wait: (_params, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => {
            aborted.push("wait");
            reject(signal.reason);
          });
        }),
      leak: async () => {
        throw new Error("row 1: secret");
      },
    },
    guards: {
      double: (params) => isRecord(params) && typeof params["value"] === "number",
      wait: () => true,
      leak: () => true,
    },
    describe: (error) => (error instanceof KnownError ? { code: "known", message: error.message } : undefined),
    onUnexpected: (name, error) => unexpected.push(`${name}: ${error instanceof Error ? error.message : ""}`),
  });
  return { asking, answering, moved, aborted, unexpected };
}

suite("A channel", () => {
  test("answers every question and hears what is told", async () => {
    const { asking, answering, moved } = createPair();
    assert.deepEqual(await Promise.all([1, 2, 3].map((value) => asking.request("double", { value }))), [2, 4, 6]);
    answering.notify("moved", 7);
    await asking.request("double", { value: 1 });
    assert.deepEqual(moved, [7]);
  });

  test("carries a known failure in its words and keeps the words of any other", async () => {
    const { asking } = createPair();
    await assert.rejects(asking.request("double", { value: -1 }), (error) => {
      assert.ok(error instanceof ChannelError);
      assert.deepEqual([error.code, error.message], ["known", "The value is negative."]);
      return true;
    });
    await assert.rejects(asking.request("leak", {}), (error) => {
      assert.ok(error instanceof ChannelError);
      assert.equal(error.code, "internal");
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
  });

  test("carries a refusal of another bundle, which has a class of its own, in its words", async () => {
    const { asking, unexpected } = createPair();
    await assert.rejects(asking.request("double", { value: 0 }), { code: "zero", message: "The value is zero." });
    assert.deepEqual(unexpected, []);
  });

  test("gives an unexpected error to its own side, and neither a known nor a cancelled one", async () => {
    const { asking, unexpected } = createPair();
    const controller = new AbortController();
    const waiting = asking.request("wait", {}, controller.signal);
    await assert.rejects(asking.request("double", { value: -1 }));
    await assert.rejects(asking.request("leak", {}));
    controller.abort();
    await assert.rejects(waiting);
    await asking.request("double", { value: 1 });
    assert.deepEqual(unexpected, ["leak: row 1: secret"]);
  });

  test("refuses a question in another form before its handler sees it", async () => {
    const { asking } = createPair();
    await assert.rejects(asking.request("double", { value: "7" } as never), {
      code: "malformed",
      message: 'The parameters of the request "double" are malformed.',
    });
    assert.equal(await asking.request("double", { value: 7 }), 14);
  });

  test("stops the other side when the signal is aborted", async () => {
    const { asking, aborted } = createPair();
    const controller = new AbortController();
    const waiting = asking.request("wait", {}, controller.signal);
    await asking.request("double", { value: 1 });
    controller.abort(new Error("enough"));
    await assert.rejects(waiting, /enough/);
    await asking.request("double", { value: 1 });
    assert.deepEqual(aborted, ["wait"]);
  });

  test("fails what waits and what comes later once it is closed", async () => {
    const { asking } = createPair();
    const waiting = asking.request("wait", {});
    asking.close({ code: "ended", message: "The process ended." });
    await assert.rejects(waiting, /process ended/);
    await assert.rejects(asking.request("double", { value: 1 }), /process ended/);
  });

  test("sends no response of a handler that was running when it was closed", async () => {
    const posted: Packet[] = [];
    let finish: (result: number) => void = () => undefined;
    const channel = new Channel<Nothing, Pick<Asks, "double">>({
      port: { post: (packet) => posted.push(packet) },
      handlers: { double: () => new Promise((resolve) => (finish = resolve)) },
    });
    channel.receive({ type: "request", id: 1, name: "double", params: { value: 1 } });
    channel.close({ code: "closed", message: "The view was closed." });
    finish(2);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(posted, []);
  });

  test("ignores what is no packet and refuses an unknown question", async () => {
    const posted: Packet[] = [];
    const channel = new Channel<Nothing, Nothing>({ port: { post: (packet) => posted.push(packet) }, handlers: {} });
    for (const message of [undefined, null, 1, "request", {}, { type: "request" }, { type: "failure", id: 1 }]) {
      channel.receive(message);
    }
    assert.deepEqual(posted, []);
    channel.receive({ type: "request", id: 4, name: "toString", params: {} });
    await Promise.resolve();
    assert.deepEqual(posted, [
      {
        type: "failure",
        id: 4,
        failure: { code: "unknownRequest", message: 'No handler is registered for the request "toString".' },
      },
    ]);
  });
});
