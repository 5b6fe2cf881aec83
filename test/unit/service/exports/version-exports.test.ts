import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { VersionExports } from "../../../../src/service/exports/version-exports.ts";
import type { JobContext, JobFunction } from "../../../../src/service/jobs/job-runner.ts";
import { PlatformDatabase } from "../../../../src/service/store/platform-database.ts";
import { eventually } from "../../../support/eventually.ts";
import { MovableClock } from "../../../support/movable-clock.ts";

const availableMs = 14 * 24 * 60 * 60 * 1000;
const content = { tables: [], newTables: [], deletedTables: [] };

suite("the expiry of exports", () => {
  let folder: string;
  let platform: PlatformDatabase;
  let clock: MovableClock;
  let exports: VersionExports;
  let run: JobFunction;
  let failures: unknown[];
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-exports-"));
    platform = await PlatformDatabase.open(folder);
    clock = new MovableClock(0);
    failures = [];
    await add("first", 0);
    exports = await VersionExports.open({
      clock,
      platform,
      dataFolder: folder,
      disk: { guard: async () => content },
      jobRunner: {
        register(_kind: string, given: JobFunction) {
          run = given;
        },
      },
      onFailure: (error: unknown) => failures.push(error),
    } as unknown as Parameters<typeof VersionExports.open>[0]);
  });
  teardown(async () => {
    await exports.close();
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Adds an ordered export, completed at a time if one is given, and returns its id. */
  async function add(job: string, completed?: number): Promise<string> {
    const id = randomUUID();
    await platform.use((connection) =>
      connection.run("INSERT INTO version_exports VALUES (?, 'WFF_demo', ?, 5000130, NULL, ?, ?, ?)", [
        id,
        job,
        BigInt(clock.now()),
        completed === undefined ? null : BigInt(completed),
        completed === undefined ? null : JSON.stringify(content),
      ]),
    );
    return id;
  }
  const isRemoved = async (job: string) => {
    const found = await platform.transaction((connection) =>
      connection.rows("SELECT id FROM version_exports WHERE job = ?", [job]),
    );
    return found.length === 0 || undefined;
  };

  test("is tried again every five seconds while the file cannot be written", async () => {
    const write = platform.transaction;
    platform.transaction = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      throw new Error("The disk is full.");
    };
    await clock.advance(availableMs);
    await eventually(async () => clock.hasSleeper(5000) || undefined);
    assert.equal(failures.length, 1);
    await clock.advance(5000);
    await eventually(async () => clock.hasSleeper(5000) || undefined);
    assert.equal(failures.length, 2);
    platform.transaction = write;
    await clock.advance(5000);
    await eventually(() => isRemoved("first"));
    assert.equal(failures.length, 2);
  });

  test("also comes for one that completes while others are removed", async () => {
    await clock.advance(availableMs - 1);
    const id = await add("second");
    let completed: Promise<void> | undefined;
    const complete = () => {
      completed ??= run({ export: id, version: 5_000_130 }, {} as JobContext).then(({ inTransaction }) =>
        platform.transaction(async (connection) => void (await inTransaction?.(connection))),
      );
      return completed;
    };
    const use = platform.use.bind(platform);
    platform.use = async (work) => {
      const read = await use(work);
      await complete();
      return read;
    };
    await clock.advance(1);
    // The longest sleep: nothing is known to expire.
    await eventually(async () => clock.hasSleeper(3_600_000) || undefined);
    await complete();
    platform.use = use;
    assert.deepEqual([await isRemoved("first"), await isRemoved("second")], [true, undefined]);
    await clock.advance(availableMs);
    await eventually(() => isRemoved("second"));
  });
});
