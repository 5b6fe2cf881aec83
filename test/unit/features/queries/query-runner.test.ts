import assert from "node:assert/strict";
import type { ResultAdditivity } from "../../../../src/base/additivity.ts";
import type { Session } from "../../../../src/client/call/client.ts";
import {
  QueryRunner,
  type RunnerServices,
  type RunOutcome,
  type RunTarget,
  type TargetGuard,
} from "../../../../src/features/queries/query-runner.ts";
import { statementsOf } from "../../../../src/features/queries/query-text-model.ts";
import type { ResultAnswer, ResultOrigin, ResultSink, RunControls } from "../../../../src/protocol/result-sink.ts";
import { ManualClock } from "../../client/manual-clock.ts";

const [statement] = statementsOf("-- Heads\nSELECT a() FROM b");
assert.ok(statement);
const options = { rowLimit: 0, timeoutMs: 1000 };

/** Keeps what a run shows, in the order in which it is shown. */
class RecordingSink implements ResultSink {
  readonly events: string[] = [];
  controls: RunControls | undefined;
  origin: ResultOrigin | undefined;
  kinds: ResultAnswer["kinds"] | undefined;
  additivity: ResultAdditivity | undefined;
  dataVersion: string | undefined;
  isAggregate: boolean | undefined;
  onBegin: () => void = () => undefined;

  async begin(origin: ResultOrigin, controls: RunControls) {
    this.origin = origin;
    this.controls = controls;
    this.events.push("begin");
    this.onBegin();
    return {
      setTenant: (tenant: string) => void this.events.push(`tenant ${tenant}`),
      write: async ({ body, kinds, format, isAggregate, dataVersion, findAdditivity }: ResultAnswer) => {
        this.dataVersion = dataVersion;
        this.kinds = kinds;
        this.isAggregate = isAggregate;
        this.events.push(`write ${format}`);
        for await (const bytes of body) {
          this.events.push(new TextDecoder().decode(bytes));
        }
        this.additivity = await findAdditivity?.();
      },
      cut: async (message: string) => void this.events.push(`cut ${message}`),
      fail: async (message: string) => void this.events.push(`fail ${message}`),
      cancelled: async () => void this.events.push("cancelled"),
    };
  }
}

function placeOf(
  session: () => Promise<Session>,
  loginTenant: string | undefined = undefined,
  guard: TargetGuard | undefined = undefined,
): RunTarget {
  const where = { connectionId: "one", connection: "Acme", tenant: undefined, project: undefined };
  return { ...where, session, loginTenant: async () => loginTenant, smallGroups: async () => guard };
}

function runnerOf(sink: ResultSink, services: Partial<RunnerServices> = {}): QueryRunner {
  return new QueryRunner({
    sink,
    clock: new ManualClock(),
    kindsOf: async () => ({}),
    additivityOf: async () => undefined,
    lower: async () => assert.fail("nothing is guarded"),
    recordsQuery: async () => assert.fail("no cell was chosen"),
    memberNamesOf: async () => ({}),
    onDataVersion: () => undefined,
    runRecords: async () => assert.fail("no cell was chosen"),
    describeCut: (rowLimit) => `first ${rowLimit}`,
    chooseRowLimit: async () => assert.fail("no limit was to be asked for"),
    onFailure: (error) => assert.fail(String(error)),
    ...services,
  });
}

/** A session whose service gives this body to every query, and what it was asked. */
function answering(body: string, contentType = "application/jsonlines", headers: Record<string, string> = {}) {
  const limits: unknown[] = [];
  const querySqlLike = async (call: { body: { listQueryOptions: { limit?: number } } }) => {
    limits.push(call.body.listQueryOptions.limit);
    return { contentType, headers, body: bytesOf(body) };
  };
  const session = { connectionId: "one", client: { querySqlLike } } as unknown as Session;
  return { limits, place: placeOf(async () => session) };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

describe("a run", () => {
  it("shows its result before there is a session, and a session that fails in it", async () => {
    const sink = new RecordingSink();
    const outcomes: RunOutcome[] = [];
    const place = placeOf(() => Promise.reject(new Error("The service could not be started.")));
    await runnerOf(sink).run(statement, place, options, (outcome) => outcomes.push(outcome));
    assert.deepEqual(sink.events, ["begin", "fail The service could not be started."]);
    assert.equal(sink.origin?.connection, "Acme");
    assert.deepEqual(outcomes, [{ kind: "failed", message: "The service could not be started." }]);
  });

  it("gives the data versions that the service says with the answer", async () => {
    const sink = new RecordingSink();
    const { place } = answering("{}", "application/jsonlines", { "data-version": "5000132,5000118" });
    const told: string[] = [];
    const onDataVersion = (version: string) => void told.push(version);
    await runnerOf(sink, { onDataVersion }).run(statement, place, options, () => undefined);
    assert.deepEqual([sink.dataVersion, told], ["5000132, 5000118", ["5000132, 5000118"]]);
  });

  it("is cancelled at once while the session is still on its way", async () => {
    const sink = new RecordingSink();
    const runner = runnerOf(sink);
    const place = placeOf(() => new Promise(() => undefined));
    const running = runner.run(statement, place, options, () => undefined);
    await Promise.resolve();
    runner.cancelAll();
    await running;
    assert.deepEqual(sink.events, ["begin", "cancelled"]);
  });

  it("prepares itself while its result is being shown, and asks for nothing more once it is cancelled", async () => {
    const sink = new RecordingSink();
    let give: (session: Session) => void = () => assert.fail("no session was asked for");
    const session = new Promise<Session>((resolve) => {
      give = resolve;
    });
    let sessions = 0;
    const place = placeOf(() => {
      sessions++;
      return session;
    });
    let sessionsAtBegin = 0;
    sink.onBegin = () => {
      sessionsAtBegin = sessions;
    };
    const runner = runnerOf(sink, { kindsOf: async () => assert.fail("the run was over") });
    const running = runner.run(statement, place, options, () => undefined);
    runner.cancelAll();
    give({ connectionId: "one", client: {} } as unknown as Session);
    await running;
    assert.equal(sessionsAtBegin, 1);
    assert.deepEqual(sink.events, ["begin", "cancelled"]);
  });

  it("sends nothing that it cannot read where small groups are guarded", async () => {
    const sink = new RecordingSink();
    const session = { connectionId: "one", client: {} } as unknown as Session;
    const guarded = { guard: { mode: "hide", threshold: 5 }, timeColumn: "When" } as const;
    const asked: unknown[] = [];
    const runner = runnerOf(sink, {
      lower: async (_statement, _session, timeColumn) => {
        asked.push(timeColumn);
        return { kind: "problem", message: "line 2, column 8: no such name." };
      },
    });
    await runner.run(
      statement,
      placeOf(async () => session, "T", guarded),
      options,
      () => undefined,
    );
    const details = "Small groups are guarded on this connection, so nothing was sent. line 2, column 8: no such name.";
    assert.deepEqual(sink.events, ["begin", "tenant T", `fail ${details}`]);
    assert.deepEqual(asked, ["When"]);
  });

  it("looks at the guard anew when it runs again", async () => {
    const sink = new RecordingSink();
    const { place } = answering('["A"]\n');
    let looks = 0;
    const changing = {
      ...place,
      smallGroups: async () => {
        looks++;
        return undefined;
      },
    };
    await runnerOf(sink).run(statement, changing, options, () => undefined);
    const again = new Promise<void>((resolve) => {
      sink.onBegin = resolve;
    });
    sink.controls?.rerun();
    await again;
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(looks, 2);
  });

  it("says when something runs and when nothing does", async () => {
    const runner = runnerOf(new RecordingSink());
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
    const runner = runnerOf(sink);
    await runner.run(statement, place, options, report);
    const again = new Promise<void>((resolve) => ended.push(resolve));
    sink.controls?.rerun();
    await again;
    assert.equal(sessions, 2);
    assert.equal(sink.events.filter((event) => event === "begin").length, 2);
  });

  it("asks the service for no limit when all rows are wanted, and takes them all", async () => {
    const sink = new RecordingSink();
    const { place, limits } = answering('["A"]\n["1"]\n["2"]\n');
    await runnerOf(sink).run(statement, place, options, () => undefined);
    assert.deepEqual(limits, [undefined]);
    assert.deepEqual(sink.events, ["begin", "write jsonLines", '["A"]\n["1"]\n["2"]\n']);
  });

  it("asks for one row more than it shows, and says that there are more when it came", async () => {
    const sink = new RecordingSink();
    const { place, limits } = answering('["A"]\n["1"]\n["2"]\n["3"]\n');
    const outcomes: RunOutcome[] = [];
    await runnerOf(sink).run(statement, place, { ...options, rowLimit: 2 }, (outcome) => outcomes.push(outcome));
    assert.deepEqual(limits, [3]);
    assert.deepEqual(sink.events, ["begin", "write jsonLines", '["A"]\n["1"]\n["2"]\n', "cut first 2"]);
    assert.deepEqual(outcomes, [{ kind: "done", rows: 2, tookMs: 0, isCut: true }]);
  });

  it("says nothing of an answer that has as many rows as the limit", async () => {
    const sink = new RecordingSink();
    const { place } = answering('{"header":{"0":"A"},"rows":[{"0":"1"},{"0":"2"}]}', "application/json;charset=utf-8");
    await runnerOf(sink).run(statement, place, { ...options, rowLimit: 2 }, () => undefined);
    assert.deepEqual(sink.events.slice(0, 2), ["begin", "write jsonTable"]);
    assert.equal(sink.events.length, 3);
  });

  it("that was cut asks how many rows to take when it runs again", async () => {
    const sink = new RecordingSink();
    const { place, limits } = answering('["A"]\n["1"]\n["2"]\n');
    const asked: number[] = [];
    const ended: (() => void)[] = [];
    const chooseRowLimit = async (rowLimit: number) => {
      asked.push(rowLimit);
      return 0;
    };
    const runner = runnerOf(sink, { chooseRowLimit });
    await runner.run(statement, place, { ...options, rowLimit: 1 }, () => ended.shift()?.());
    const again = new Promise<void>((resolve) => ended.push(resolve));
    sink.controls?.rerun();
    await again;
    assert.deepEqual(asked, [1]);
    assert.deepEqual(limits, [2, undefined]);
    assert.deepEqual(sink.events.slice(-2), ["write jsonLines", '["A"]\n["1"]\n["2"]\n']);
  });

  it("hands over what its columns hold", async () => {
    const sink = new RecordingSink();
    const { place } = answering('["A"]\n');
    await runnerOf(sink, { kindsOf: async () => ({ A: "date" }) }).run(statement, place, options, () => undefined);
    assert.deepEqual(sink.kinds, { A: "date" });
  });

  it("tells how far metrics may be added up when the body has come", async () => {
    const known = { isAggregate: true, columns: { A: "withinPeriod" } } as const;
    const sink = new RecordingSink();
    const runner = runnerOf(sink, { additivityOf: async () => known });
    await runner.run(statement, answering('["A"]\n').place, options, () => undefined);
    assert.equal(sink.isAggregate, true);
    assert.deepEqual(sink.additivity, known);
  });

  it("lets only the numbers of lists be added up where the language server is late, fails or has another model", async () => {
    const [list] = statementsOf("SELECT Pay FROM Employee");
    assert.ok(list);
    for (const additivityOf of [
      () => new Promise<undefined>(() => undefined),
      () => Promise.reject(new Error("There is no language server.")),
      async () => undefined,
    ]) {
      for (const isAggregate of [true, false]) {
        const asked = isAggregate ? statement : list;
        const sink = new RecordingSink();
        const clock = new ManualClock();
        const { place } = answering('["A"]\n');
        const running = runnerOf(sink, { clock, additivityOf }).run(asked, place, options, () => undefined);
        const late = clock.untilAsleep(2000).then(() => clock.advance(2000));
        await Promise.race([running, late.then(() => running)]);
        assert.equal(sink.isAggregate, isAggregate);
        assert.deepEqual(sink.additivity, { isAggregate, columns: {} });
      }
    }
  });

  it("lets no numbers be added up where rows of totals stand among them", async () => {
    const sink = new RecordingSink();
    const text = '-- aggregateQueryOptions: {"axesOverallValueMode": "AGGREGATE"}\nSELECT a(), B FROM C';
    const [withOverall] = statementsOf(text);
    assert.ok(withOverall);
    const known = { isAggregate: true, columns: { a: "withinPeriod" } } as const;
    const runner = runnerOf(sink, { additivityOf: async () => known });
    await runner.run(withOverall, answering('["a"]\n').place, options, () => undefined);
    assert.deepEqual(sink.additivity, { isAggregate: true, columns: {} });
  });

  it("goes on without knowing what its columns hold when that cannot be told", async () => {
    const sink = new RecordingSink();
    const { place } = answering('["A"]\n');
    const kindsOf = () => Promise.reject(new Error("There is no language server."));
    await runnerOf(sink, { kindsOf }).run(statement, place, options, () => undefined);
    assert.deepEqual(sink.kinds, {});
    assert.deepEqual(sink.events, ["begin", "write jsonLines", '["A"]\n']);
  });

  it("does not wait long for what its columns hold once the answer is there", async () => {
    const sink = new RecordingSink();
    const { place } = answering('["A"]\n');
    const clock = new ManualClock();
    const running = runnerOf(sink, { clock, kindsOf: () => new Promise(() => undefined) }).run(
      statement,
      place,
      options,
      () => undefined,
    );
    await clock.untilAsleep(150);
    assert.deepEqual(sink.events, ["begin"]);
    clock.advance(150);
    await running;
    assert.deepEqual(sink.kinds, {});
    assert.equal(sink.events.length, 3);
  });
});
