import assert from "node:assert/strict";
import { contract } from "../../../../src/contract/contract.ts";
import {
  addCall,
  CallHistoryStore,
  readHistory,
  type StoredCall,
} from "../../../../src/features/operations/call-history.ts";
import { formOf } from "../../../../src/features/operations/form-model.ts";
import { withoutSecretsAndFiles } from "../../../../src/protocol/form-secrets.ts";

function call(index: number, operation = "listReports", values: StoredCall["values"] = {}): StoredCall {
  return { id: `${index}`, atMs: index, operation, target: "Local", outcome: "200", values };
}

function memory() {
  const state = new Map<string, unknown>();
  return {
    state,
    get: (key: string) => state.get(key),
    update: async (key: string, value: unknown) => {
      state.set(key, JSON.parse(JSON.stringify(value)));
    },
  };
}

describe("the history of calls", () => {
  it("keeps the last twenty of each operation, the newest first", () => {
    let history: StoredCall[] = [call(0, "getReport")];
    for (let index = 1; index <= 30; index++) {
      history = addCall(history, call(index));
    }
    const ids = history.filter(({ operation }) => operation === "listReports").map(({ id }) => id);
    assert.deepEqual([ids.length, ids[0], ids.at(-1)], [20, "30", "11"]);
    assert.equal(history.filter(({ operation }) => operation === "getReport").length, 1);
  });

  it("is bounded over all operations", () => {
    let history: StoredCall[] = [];
    for (let index = 0; index < 400; index++) {
      history = addCall(history, call(index, `operation${index}`));
    }
    assert.equal(history.length, 300);
  });

  it("keeps a call with large values without them", () => {
    const [remaining] = addCall([], call(1, "listReports", { body: "x".repeat(100_000) }));
    assert.deepEqual(remaining?.values, {});
  });

  it("leaves out what is no call", () => {
    assert.deepEqual(readHistory([call(1), { id: 2 }, "x", null]), [call(1)]);
    assert.deepEqual(readHistory("damaged"), []);
  });

  it("is the same for all pages and says which operation changed", async () => {
    const remaining = memory();
    const one = new CallHistoryStore(remaining);
    const changed: string[] = [];
    one.onDidChange((operation) => changed.push(operation));
    await one.add(call(1));
    await one.add(call(2, "getReport"));
    await one.clear("listReports");
    assert.deepEqual(changed, ["listReports", "getReport", "listReports"]);
    assert.deepEqual(one.of("listReports"), []);
    assert.equal(new CallHistoryStore(remaining).of("getReport").length, 1);
  });
});

describe("values that are kept", () => {
  it("are without secrets and files, wherever they stand", () => {
    const form = formOf("requestJwt", contract.requestJwt);
    const body = {
      grant_type: "password",
      client_id: "app",
      client_secret: "hush",
      password: "hush",
      extraToken: "hush",
    };
    assert.deepEqual(withoutSecretsAndFiles(form, { body }), { body: { grant_type: "password", client_id: "app" } });
  });
});
