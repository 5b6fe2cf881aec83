import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { appendFile, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
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
    assert.deepEqual(await readdir(path.dirname(file)), []);
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

  /** A file as a process leaves it that was killed a minute ago. */
  async function leaveStale(name: string) {
    const stale = path.join(folder, name);
    await writeFile(stale, "");
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(stale, longAgo, longAgo);
  }

  for (const name of ["lock", "lock.0d1f2a3b-4c5d-4e6f-8a7b-0123456789ab"]) {
    it(`is taken over from a process that is gone and left ${name}`, async () => {
      file = path.join(folder, "lock");
      await leaveStale(name);
      assert.equal(await withExclusiveFile(file, new ManualClock(), async () => 7), 7);
      assert.deepEqual(await readdir(folder), []);
    });
  }

  /** A promise and the function that resolves it. */
  function gate() {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { open, opened };
  }

  /** Lets time pass until something is done. */
  async function advanceUntil(clock: ManualClock, work: Promise<unknown>) {
    const done = work.then(() => true);
    for (let isDone = false; !isDone; ) {
      clock.advance(100);
      isDone = await Promise.race([done, new Promise<false>((resolve) => setImmediate(() => resolve(false)))]);
    }
  }

  for (const name of ["lock", "lock.0d1f2a3b-4c5d-4e6f-8a7b-0123456789ab"]) {
    it(`is held by one of two that both saw that ${name} is left behind`, async () => {
      file = path.join(folder, "lock");
      await leaveStale(name);
      const clock = new ManualClock();
      const [seen, goOn, made, worked] = [gate(), gate(), gate(), gate()];
      const steps: string[] = [];
      const slow = withExclusiveFile(file, clock, async () => steps.push("slow"), {
        async onStale() {
          seen.open();
          await goOn.opened;
        },
        async onCreated() {
          made.open();
        },
      });
      await seen.opened;
      const quickHolds = gate();
      const quick = withExclusiveFile(file, clock, async () => {
        steps.push("quick begins");
        quickHolds.open();
        await worked.opened;
        steps.push("quick ends");
      });
      await quickHolds.opened;
      // The slow one removes what it saw, when the quick one has its own there, and gives way to that.
      goOn.open();
      await made.opened;
      while ((await readdir(folder)).length > 1) {
        assert.deepEqual(steps, ["quick begins"]);
      }
      assert.deepEqual(steps, ["quick begins"]);
      worked.open();
      await quick;
      await advanceUntil(clock, slow);
      assert.deepEqual(steps, ["quick begins", "quick ends", "slow"]);
    });
  }

  it("is held by neither of two that make their files at once, until one of them comes again", async () => {
    file = path.join(folder, "lock");
    const clock = new ManualClock();
    const made = [gate(), gate()];
    const both = gate();
    let holders = 0;
    const works = made.map(({ open }) =>
      withExclusiveFile(
        file,
        clock,
        async () => {
          assert.equal(++holders, 1);
          await new Promise((resolve) => setImmediate(resolve));
          holders--;
        },
        {
          async onCreated() {
            open();
            await both.opened;
          },
        },
      ),
    );
    await Promise.all(made.map(({ opened }) => opened));
    both.open();
    let waiting = works.length;
    for (const work of works) {
      void work.finally(() => waiting--);
    }
    // Time that passes while one looks at the files would take what is random from its pause: both would always meet again.
    while (waiting > 0) {
      if (clock.sleeperCount === waiting) {
        clock.advance(1);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(works);
  });

  it("is held by one of several processes at a time, also when the last holder was killed", async function () {
    this.timeout(60_000);
    file = path.join(folder, "lock");
    const program = path.join(folder, "program.cjs");
    await build({
      stdin: {
        contents: `
          import { appendFile } from "node:fs/promises";
          import { withExclusiveFile } from ${JSON.stringify(path.resolve("src/features/connections/exclusive-file.ts"))};
          import { systemClock } from ${JSON.stringify(path.resolve("src/base/clock.ts"))};
          const [file, log] = process.argv.slice(2);
          const run = async () => {
            for (let round = 0; round < 3; round++) {
              await withExclusiveFile(file, systemClock, async () => {
                await appendFile(log, "begin " + process.pid + "\\n");
                await appendFile(log, "end " + process.pid + "\\n");
              });
            }
          };
          run();`,
        resolveDir: process.cwd(),
        loader: "ts",
      },
      bundle: true,
      platform: "node",
      format: "cjs",
      outfile: program,
    });
    const log = path.join(folder, "log");
    await appendFile(log, "");
    await leaveStale("lock");
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const child = spawn(process.execPath, [program, file, log], { stdio: "inherit" });
        assert.equal(await new Promise((resolve) => child.once("exit", resolve)), 0);
      }),
    );
    const lines = (await readFile(log, "utf8")).trim().split("\n");
    assert.equal(lines.length, 24);
    for (let index = 0; index < lines.length; index += 2) {
      assert.equal(lines[index]?.replace("begin", "end"), lines[index + 1], `line ${index}`);
    }
  });
});
