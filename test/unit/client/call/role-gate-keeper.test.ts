import assert from "node:assert/strict";
import { RoleGateKeeper } from "../../../../src/client/call/role-gate-keeper.ts";
import type { RoleGate, RoleGateDecision } from "../../../../src/client/interface/connection.ts";
import { DeniedError } from "../../../../src/client/interface/errors.ts";
import { CallGroup } from "../../../../src/client/interface/method.ts";
import type { OperationKind } from "../../../../src/contract/operation.ts";
import { rejectionOf, withServer } from "../client-fixture.ts";
import { sendJson } from "../local-server.ts";

/** A gate that gives these answers in turn, then allows, and tells what it was asked. */
function createGate(...answers: readonly RoleGateDecision[]): { readonly gate: RoleGate; readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    gate: async (kind, operation, group) => {
      asked.push([kind, operation, ...(group === undefined ? [] : [group])].join(" "));
      return answers[asked.length - 1] ?? "allowed";
    },
  };
}

const sending = (title = "people.csv") => new CallGroup(title, ["start", "batch", "publish"]);
const row = (kind: OperationKind = "load") => ({ kind });

suite("The keeper of the gate", () => {
  test("asks once for the calls of a group, and says what it is about", async () => {
    const { gate, asked } = createGate();
    const keeper = new RoleGateKeeper(gate);
    const group = sending();
    await keeper.ask("start", row(), { group });
    for (let batch = 0; batch < 5; batch++) {
      await keeper.ask("batch", row(), { group });
    }
    assert.deepEqual(asked, ["load start people.csv"]);
  });

  test("asks for each call without a group, also of operations that a group covers", async () => {
    const { gate, asked } = createGate();
    const keeper = new RoleGateKeeper(gate);
    await keeper.ask("batch", row(), { group: sending() });
    await keeper.ask("batch", row(), {});
    await keeper.ask("batch", row(), {});
    assert.deepEqual(asked, ["load batch people.csv", "load batch", "load batch"]);
  });

  test("asks again for another group, even of the same title", async () => {
    const { gate, asked } = createGate();
    const keeper = new RoleGateKeeper(gate);
    await keeper.ask("batch", row(), { group: sending() });
    await keeper.ask("batch", row(), { group: sending() });
    assert.equal(asked.length, 2);
  });

  test("asks for an operation that the group does not name, and for what is more than loading, each time", async () => {
    const { gate, asked } = createGate();
    const keeper = new RoleGateKeeper(gate);
    const group = sending();
    await keeper.ask("start", row(), { group });
    await keeper.ask("other", row(), { group });
    await keeper.ask("publish", row("publish"), { group });
    await keeper.ask("publish", row("publish"), { group });
    assert.deepEqual(asked, ["load start people.csv", "load other", "publish publish", "publish publish"]);
  });

  test("keeps no denial, and no failure of the gate", async () => {
    const { gate, asked } = createGate("denied");
    const keeper = new RoleGateKeeper(gate);
    const group = sending();
    assert.ok((await rejectionOf(keeper.ask("start", row(), { group }))) instanceof DeniedError);
    await keeper.ask("start", row(), { group });
    await keeper.ask("batch", row(), { group });
    assert.equal(asked.length, 2);

    let isBroken = true;
    const broken = new RoleGateKeeper(async () => {
      assert.ok(!isBroken, "the window is gone");
      return "allowed";
    });
    assert.ok((await rejectionOf(broken.ask("start", row(), { group }))) instanceof DeniedError);
    isBroken = false;
    await broken.ask("start", row(), { group });
  });

  test("asks once when calls of a group come at the same time", async () => {
    const { gate, asked } = createGate("denied");
    const keeper = new RoleGateKeeper(gate);
    const group = sending();
    const outcomes = await Promise.allSettled([
      keeper.ask("batch", row(), { group }),
      keeper.ask("batch", row(), { group }),
    ]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ["rejected", "rejected"],
    );
    assert.equal(asked.length, 1);
  });

  test("stands before every call that a client sends", async () => {
    const { gate, asked } = createGate("allowed", "allowed", "denied");
    const options = {
      answer: (_: unknown, response: Parameters<typeof sendJson>[0]) => sendJson(response, {}),
      options: { gate },
    };
    await withServer(options, async ({ client, calls }) => {
      const group = new CallGroup("people.csv", ["startTransferSession"]);
      await client.startTransferSession({}, { group });
      await client.startTransferSession({}, { group });
      await client.startTransferSession({});
      assert.ok((await rejectionOf(client.startTransferSession({}))) instanceof DeniedError);
      assert.equal(calls().length, 3);
      assert.equal(asked.length, 3);
    });
  });

  test("judges processing that publishes as publishing", async () => {
    const { gate, asked } = createGate();
    const options = {
      answer: (_: unknown, response: Parameters<typeof sendJson>[0]) => sendJson(response, { jobId: "j" }),
      options: { gate },
    };
    await withServer(options, async ({ client }) => {
      await client.runProcessingJob({ body: { publishToProduction: true } });
      await client.runProcessingJob({ body: { publishToProduction: false } });
      await client.runProcessingJob({ body: {} });
    });
    assert.deepEqual(asked, ["publish runProcessingJob", "load runProcessingJob", "load runProcessingJob"]);
  });
});
