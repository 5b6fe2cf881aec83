import assert from "node:assert/strict";
import type { Session } from "../../../../src/client/session.ts";
import { QueryRunner, type RunOutcome, type RunPlace } from "../../../../src/features/queries/query-runner.ts";
import { statementsOf } from "../../../../src/features/queries/query-text-model.ts";
import type { ResultOrigin, ResultSink, RunControls } from "../../../../src/features/queries/result-sink.ts";

const [statement] = statementsOf("-- Heads\nSELECT a() FROM b");
assert.ok(statement);
const options = { rowLimit: 0, timeoutMs: 1000 };

const unexpected = (error: unknown) => assert.fail(String(error));

/** Keeps what a run shows, in the order in which it is shown. */
class RecordingSink implements ResultSink {
  readonly events: string[] = [];
  controls: RunControls | undefined;
  origin: ResultOrigin | undefined;

  async begin(origin: ResultOrigin, controls: RunControls) {
    this.origin = origin;
    this.controls = controls;
    this.events.push("begin");
    return {
      setTenant: (tenant: string) => void this.events.push(`tenant ${tenant}`),
      write: async () => void this.events.push("write"),
      fail: async (message: string) => void this.events.push(`fail ${message}`),
      cancelled: async () => void this.events.push("cancelled"),
    };
  }
}

function placeOf(session: () => Promise<Session>, loginTenant: string | undefined = undefined): RunPlace {
  const where = { connectionId: "one", connection: "Acme", tenant: undefined, project: undefined };
  return { ...where, session, loginTenant: async () => loginTenant };
}

describe("a run", () => {
  it("shows its result before there is a session, and a session that fails in it", async () => {
    const sink = new RecordingSink();
    const outcomes: RunOutcome[] = [];
    const place = placeOf(() => Promise.reject(new Error("The service could not be started.")));
    await new QueryRunner(sink, unexpected).run(statement, place, options, (outcome) => outcomes.push(outcome));
    assert.deepEqual(sink.events, ["begin", "fail The service could not be started."]);
    assert.equal(sink.origin?.connection, "Acme");
    assert.deepEqual(outcomes, [{ kind: "failed", message: "The service could not be started." }]);
  });

  it("is cancelled at once while the session is still on its way", async () => {
    const sink = new RecordingSink();
    const runner = new QueryRunner(sink, unexpected);
    const place = placeOf(() => new Promise(() => undefined));
    const running = runner.run(statement, place, options, () => undefined);
    await Promise.resolve();
    runner.cancelAll();
    await running;
    assert.deepEqual(sink.events, ["begin", "cancelled"]);
  });

  it("says when something runs and when nothing does", async () => {
    const runner = new QueryRunner(new RecordingSink(), unexpected);
    const heard: boolean[] = [];
    runner.onDidChangeRunning((isRunning) => heard.push(isRunning));
    await runner.run(
      statement,
      placeOf(() => Promise.reject(new Error("no"))),
      options,
      () => undefined,
    );
    assert.deepEqual(heard, [true, false]);
  });

  it("runs again in the same place", async () => {
    const sink = new RecordingSink();
    let sessions = 0;
    const place = placeOf(() => {
      sessions++;
      return Promise.reject(new Error("no"));
    });
    const ended: (() => void)[] = [];
    const report = () => ended.shift()?.();
    const runner = new QueryRunner(sink, unexpected);
    await runner.run(statement, place, options, report);
    const again = new Promise<void>((resolve) => ended.push(resolve));
    sink.controls?.rerun();
    await again;
    assert.equal(sessions, 2);
    assert.equal(sink.events.filter((event) => event === "begin").length, 2);
  });
});
