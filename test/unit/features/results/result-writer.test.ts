import assert from "node:assert/strict";
import type { ResultAdditivity } from "../../../../src/base/additivity.ts";
import { ResultListModel } from "../../../../src/features/results/result-list-model.ts";
import { type ResultWorker, StoredResultWriter } from "../../../../src/features/results/result-writer.ts";

const additivity: ResultAdditivity = { isAggregate: true, columns: { People: "withinPeriod" } };

/** A worker that takes the body and keeps what it was asked. */
function createWorker(send: () => Promise<void>) {
  const asked: { name: string; params: Record<string, unknown> }[] = [];
  const request = async (name: string, params: Record<string, unknown>) => {
    asked.push({ name, params });
    return { ...params, columns: [], rowCount: 1, byteCount: 1, state: "done", message: undefined, label: "" };
  };
  return { asked, worker: { request, send } as unknown as ResultWorker };
}

async function write(send: () => Promise<void>, signal = new AbortController().signal) {
  const { asked, worker } = createWorker(send);
  const origin = { title: "A", query: "SELECT", connection: "Acme", tenant: undefined, project: undefined };
  const controls = { cancel: () => undefined, rerun: () => undefined };
  const writer = new StoredResultWriter(new ResultListModel(() => 0), worker, origin, controls, undefined);
  const answer = { format: "jsonLines", body: (async function* () {})(), kinds: {}, isAggregate: true } as const;
  await writer.write({ ...answer, findAdditivity: async () => additivity }, signal).catch(() => undefined);
  return asked.map(({ name, params }) => [name, params["isAggregate"] ?? params["additivity"]]);
}

describe("a result that fails", () => {
  it("says what helps when its connection is the reason, unless that is the local service", async () => {
    const { worker } = createWorker(async () => undefined);
    const remedyOn = async (connectionId: string) => {
      const list = new ResultListModel(() => 0);
      const origin = { title: "A", query: "SELECT", connectionId, connection: "C", tenant: "t", project: undefined };
      const controls = { cancel: () => undefined, rerun: () => undefined };
      const writer = new StoredResultWriter(list, worker, origin, controls, undefined);
      await writer.fail("The API key is wrong.", {
        kind: "status",
        status: 401,
        serverMessage: "The API key is wrong.",
      });
      return list.find(writer.resultId)?.remedy;
    };
    assert.deepEqual(await remedyOn("acme"), { field: "apiKey", canSignIn: false });
    assert.equal(await remedyOn("local"), undefined);
  });
});

describe("what may be added up in a result", () => {
  it("is told when its body begins, and again when the body is complete", async () => {
    assert.deepEqual(await write(async () => undefined), [
      ["open", true],
      ["finish", additivity],
    ]);
  });

  it("is told of rows that end at a limit too, but nobody waits for it after a cancel", async () => {
    const fail = () => Promise.reject(new Error("The rows end here."));
    assert.deepEqual(await write(fail), [
      ["open", true],
      ["finish", additivity],
    ]);
    assert.deepEqual(await write(fail, AbortSignal.abort()), [
      ["open", true],
      ["finish", undefined],
    ]);
  });
});

describe("the display names of a result's members", () => {
  const members = { Job: ["RnD"] };
  const names = { Job: { RnD: "Research" } };

  /** A worker whose result has these members, and which resolves `named` with the names that it is to keep. */
  function createNamingWorker() {
    let keep = (_: unknown) => {};
    const named = new Promise((resolve) => {
      keep = resolve;
    });
    const { worker } = createWorker(async () => undefined);
    const request = async (name: string, params: Record<string, unknown>) => {
      if (name === "nameMembers") {
        keep(params["names"]);
      }
      return name === "members"
        ? { members }
        : worker.request(name as "finish", params as { resultId: string; additivity: undefined });
    };
    return { named, worker: { ...worker, request } as unknown as ResultWorker };
  }

  for (const isCut of [false, true]) {
    it(`are looked up for what its rows have, ${isCut ? "also when they end at a limit" : "once they are stored"}`, async () => {
      const { named, worker } = createNamingWorker();
      const origin = { title: "A", query: "SELECT", connection: "Acme", tenant: undefined, project: undefined };
      const controls = { cancel: () => undefined, rerun: () => undefined };
      const writer = new StoredResultWriter(new ResultListModel(() => 0), worker, origin, controls, undefined);
      const asked: unknown[] = [];
      const findMemberNames = async (found: unknown) => {
        asked.push(found);
        return names;
      };
      const send = isCut ? () => Promise.reject(new Error("The rows end here.")) : worker.send;
      Object.assign(worker, { send });
      const answer = { format: "jsonLines", body: (async function* () {})(), kinds: {}, findMemberNames } as const;
      await writer.write(answer, new AbortController().signal).catch(() => writer.cut("first 10"));
      assert.deepEqual(await named, names);
      assert.deepEqual(asked, [members]);
    });
  }
});
