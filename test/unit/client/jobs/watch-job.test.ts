import assert from "node:assert/strict";
import type { Clock } from "../../../../src/base/clock.ts";
import { NetworkError, StatusError } from "../../../../src/client/interface/errors.ts";
import type { JobState } from "../../../../src/client/jobs/job-state.ts";
import { type WatchOptions, watchJob } from "../../../../src/client/jobs/watch-job.ts";
import { childState, jobState } from "../../../support/job-states.ts";

/** Time that passes as soon as somebody waits for it. */
class PassingClock implements Clock {
  readonly slept: number[] = [];
  onSleep = () => {};

  now(): number {
    return this.slept.reduce((sum, delayMs) => sum + delayMs, 0);
  }

  async sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    this.slept.push(delayMs);
    this.onSleep();
    signal?.throwIfAborted();
  }
}

interface Watched {
  readonly phases: readonly string[];
  readonly slept: readonly number[];
  readonly error: unknown;
}

async function watch(
  looks: readonly (JobState | Error)[],
  options: Partial<WatchOptions> = {},
  clock = new PassingClock(),
): Promise<Watched> {
  const left = [...looks];
  const phases: string[] = [];
  let error: unknown;
  const look = async () => {
    const next = left.shift() ?? jobState("succeeded");
    if (next instanceof Error) {
      throw next;
    }
    return next;
  };
  try {
    for await (const { phase } of watchJob(look, { clock, random: () => 0.5, ...options })) {
      phases.push(phase);
    }
  } catch (thrown) {
    error = thrown;
  }
  return { phases, slept: clock.slept, error };
}

const lost = () => new NetworkError("getJobStatus", "gone", { host: "localhost:1", isTransient: true });
const refused = (status: number) => new StatusError("getJobStatus", status);

suite("watching a job", () => {
  test("gives each state once, from the first to the end", async () => {
    const { phases } = await watch([
      jobState("waiting"),
      jobState("running"),
      jobState("running"),
      jobState("succeeded"),
    ]);
    assert.deepEqual(phases, ["waiting", "running", "succeeded"]);
  });

  test("tells of a change of children while the phase stays", async () => {
    const children = [childState("1", "running")];
    const { phases } = await watch([jobState("running"), jobState("running", { children }), jobState("failed")]);
    assert.deepEqual(phases, ["running", "running", "failed"]);
  });

  test("waits longer while nothing changes, up to a bound, and less after a change", async () => {
    const same = Array.from({ length: 12 }, () => jobState("waiting"));
    const { slept } = await watch([...same, jobState("running"), jobState("running"), jobState("cancelled")]);
    assert.deepEqual(slept.slice(0, 4), [1000, 1500, 2250, 3375]);
    assert.equal(slept[11], 30_000);
    assert.equal(slept[12], 1000);
  });

  test("spreads its waits by a fifth to either side", async () => {
    const looks = [jobState("running"), jobState("succeeded")];
    const [early] = (await watch(looks, { random: () => 0 })).slept;
    const [late] = (await watch(looks, { random: () => 0.999_999 })).slept;
    assert.deepEqual([early, late], [800, 1200]);
  });

  test("goes on after failures that pass, but not after too many in a row", async () => {
    const some = Array.from({ length: 9 }, (_, index) => (index % 2 === 0 ? lost() : refused(503)));
    assert.deepEqual((await watch([jobState("running"), ...some, jobState("succeeded")])).phases, [
      "running",
      "succeeded",
    ]);
    const { phases, error } = await watch([jobState("running"), ...some, lost(), jobState("succeeded")]);
    assert.deepEqual(phases, ["running"]);
    assert.ok(error instanceof NetworkError);
  });

  test("tells of a look that fails, and of the state again after it", async () => {
    let away = 0;
    const looks = [jobState("running"), lost(), jobState("running"), jobState("succeeded")];
    const { phases } = await watch(looks, { onUnreachable: () => away++ });
    assert.deepEqual(phases, ["running", "running", "succeeded"]);
    assert.equal(away, 1);
  });

  test("ends at once with a refusal", async () => {
    const { slept, error } = await watch([refused(404)]);
    assert.ok(error instanceof StatusError && error.status === 404);
    assert.deepEqual(slept, []);
  });

  test("ends with the reason of its signal while it waits", async () => {
    const controller = new AbortController();
    const clock = new PassingClock();
    clock.onSleep = () => controller.abort(new Error("enough"));
    const { phases, error } = await watch([jobState("running")], { signal: controller.signal }, clock);
    assert.deepEqual(phases, ["running"]);
    assert.equal((error as Error).message, "enough");
  });
});
