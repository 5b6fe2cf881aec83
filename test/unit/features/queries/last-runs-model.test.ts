import assert from "node:assert/strict";
import { LastRuns, targetOfRun } from "../../../../src/features/queries/last-runs-model.ts";

const done = { kind: "done", rows: 3, tookMs: 20, isCut: false } as const;

const local = { connectionId: "local", tenant: "acme", project: undefined };

suite("The last runs", () => {
  test("are those of a text in its document", () => {
    const runs = new LastRuns();
    runs.recordRun("file:///a", "SELECT 1", local, done, 5);
    assert.deepEqual(runs.find("file:///a", "SELECT 1", local), { ...done, endedAtMs: 5 });
    assert.equal(runs.find("file:///a", "SELECT 2", local), undefined);
    assert.equal(runs.find("file:///b", "SELECT 1", local), undefined);
  });

  test("are forgotten when the text runs again and fails", () => {
    const runs = new LastRuns();
    runs.recordRun("file:///a", "SELECT 1", local, done, 5);
    runs.recordRun("file:///a", "SELECT 1", local, { kind: "failed", message: "no" }, 6);
    assert.equal(runs.find("file:///a", "SELECT 1", local), undefined);
  });

  test("are those of a connection and tenant", () => {
    const runs = new LastRuns();
    runs.recordRun("file:///a", "SELECT 1", local, done, 5);
    assert.equal(runs.find("file:///a", "SELECT 1", { ...local, connectionId: "other" }), undefined);
    assert.equal(runs.find("file:///a", "SELECT 1", { ...local, tenant: "other" }), undefined);
  });

  test("are forgotten with a closed document, and with no other", () => {
    const runs = new LastRuns();
    runs.recordRun("untitled:Untitled-1", "SELECT 1", local, done, 5);
    runs.recordRun("untitled:Untitled-12", "SELECT 1", local, done, 6);
    runs.forget("untitled:Untitled-1");
    assert.equal(runs.find("untitled:Untitled-1", "SELECT 1", local), undefined);
    assert.equal(runs.find("untitled:Untitled-12", "SELECT 1", local)?.endedAtMs, 6);
  });

  test("that began before the sign-in are those of the login tenant", async () => {
    const runs = new LastRuns();
    let asked = 0;
    const early = {
      ...local,
      tenant: undefined,
      loginTenant: async () => {
        asked += 1;
        return "acme";
      },
    };
    runs.recordRun("file:///a", "SELECT 1", await targetOfRun(early, done), done, 5);
    assert.equal(runs.find("file:///a", "SELECT 1", local)?.endedAtMs, 5);
    const failed = { kind: "failed", message: "no" } as const;
    assert.equal((await targetOfRun(early, failed)).tenant, undefined);
    assert.equal(asked, 1);
    const refused = { ...early, loginTenant: () => Promise.reject(new Error("offline")) };
    assert.equal((await targetOfRun(refused, done)).tenant, undefined);
  });

  test("do not grow without end", () => {
    const runs = new LastRuns();
    for (let index = 0; index <= 1000; index++) {
      runs.recordRun("file:///a", `SELECT ${index}`, local, done, index);
    }
    assert.equal(runs.find("file:///a", "SELECT 0", local), undefined);
    assert.equal(runs.find("file:///a", "SELECT 1000", local)?.endedAtMs, 1000);
  });
});
