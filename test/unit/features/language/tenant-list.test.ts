import assert from "node:assert/strict";
import { TenantList } from "../../../../src/features/language/tenant-list.ts";

const north = { code: "WFF_north", displayName: "North" };

/** A list whose connection, clock and answers the test changes. */
function createList() {
  const pendingAnswer: string[] = [];
  const warnings: string[] = [];
  const state = { connectionId: "one", nowMs: 0, failure: undefined as Error | undefined };
  const list = new TenantList({
    currentTarget: () => ({ connectionId: state.connectionId }),
    tenants: async (connectionId) => {
      pendingAnswer.push(connectionId);
      if (state.failure) {
        throw state.failure;
      }
      return [north];
    },
    log: { ...console, warn: (message: string) => warnings.push(message) },
    now: () => state.nowMs,
  });
  return { list, pendingAnswer, warnings, state };
}

suite("The tenants that the language server is given", () => {
  test("are asked for once for each connection, and again after a while", async () => {
    const { list, pendingAnswer, state } = createList();
    assert.deepEqual(await Promise.all([list.list(), list.list()]), [{ tenants: [north] }, { tenants: [north] }]);
    state.connectionId = "two";
    await list.list();
    state.connectionId = "one";
    await list.list();
    assert.deepEqual(pendingAnswer, ["one", "two"]);
    state.nowMs = 300_000;
    await list.list();
    assert.deepEqual(pendingAnswer, ["one", "two", "one"]);
  });

  test("are none when the connection cannot be asked, which is tried again soon", async () => {
    const { list, pendingAnswer, warnings, state } = createList();
    state.failure = new Error("Sign in first.");
    assert.deepEqual(await list.list(), { tenants: [] });
    assert.deepEqual(await list.list(), { tenants: [] });
    assert.deepEqual([pendingAnswer.length, warnings], [1, ["The tenants could not be listed: Sign in first."]]);
    state.failure = undefined;
    state.nowMs = 15_000;
    assert.deepEqual(await list.list(), { tenants: [north] });
  });
});
