import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { withExclusiveFile } from "../../../../src/features/connections/exclusive-file.ts";
import { ManualClock } from "../../client/manual-clock.ts";

describe("an exclusive file", () => {
  let folder = "";
  let file = "";
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "workforce-exclusive-"));
    file = path.join(folder, "below", "lock");
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("lets the next one in only when the first is done, and is gone then", async () => {
    const clock = new ManualClock();
    const steps: string[] = [];
    let started: () => void = () => undefined;
    const hasStarted = new Promise<void>((resolve) => {
      started = resolve;
    });
    let finish: () => void = () => undefined;
    const first = withExclusiveFile(file, clock, async () => {
      steps.push("first begins");
      const finished = new Promise<void>((resolve) => {
        finish = resolve;
      });
      started();
      await finished;
      steps.push("first ends");
    });
    await hasStarted;
    const second = withExclusiveFile(file, clock, async () => steps.push("second"));
    await clock.untilAsleep(100);
    assert.deepEqual(steps, ["first begins"]);
    finish();
    await first;
    clock.advance(100);
    await second;
    assert.deepEqual(steps, ["first begins", "first ends", "second"]);
    assert.equal(existsSync(file), false);
  });

  it("is given back when the work fails", async () => {
    const clock = new ManualClock();
    const failure = new Error("no");
    await assert.rejects(
      withExclusiveFile(file, clock, () => Promise.reject(failure)),
      failure,
    );
    assert.equal(await withExclusiveFile(file, clock, async () => 7), 7);
  });

  it("is taken over from a process that is gone", async () => {
    const clock = new ManualClock();
    file = path.join(folder, "lock");
    await writeFile(file, "");
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(file, longAgo, longAgo);
    const work = withExclusiveFile(file, clock, async () => 7);
    await clock.untilAsleep(100);
    clock.advance(100);
    assert.equal(await work, 7);
  });
});
