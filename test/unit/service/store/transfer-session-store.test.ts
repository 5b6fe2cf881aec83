import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createReceivingOrder } from "../../../../src/service/intake/receive-job.ts";
import { JobStore } from "../../../../src/service/store/job-store.ts";
import { PlatformDatabase } from "../../../../src/service/store/platform-database.ts";
import { type TransferFile, TransferSessionStore } from "../../../../src/service/store/transfer-session-store.ts";
import { MovableClock } from "../../../support/movable-clock.ts";

const clock = new MovableClock(Date.UTC(2026, 0, 15, 12));

suite("The files of transfer sessions", () => {
  let folder: string;
  let platform: PlatformDatabase;
  let jobs: JobStore;
  let sessions: TransferSessionStore;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-sessions-"));
    platform = await PlatformDatabase.open(folder);
    jobs = await JobStore.open(platform, clock);
    sessions = new TransferSessionStore(platform);
  });
  teardown(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** A completed session with a file of each tenant, whose receiving jobs are pending; the job is named as its tenant. */
  async function complete(session: string, tenants: readonly string[]): Promise<void> {
    const files = tenants.map((tenant, sequence): TransferFile => {
      const own = { session, tenant, sequence, file: `${session} ${tenant}`, name: "employee.csv" };
      return { ...own, source: "Employee", bytes: 1, rows: 1, header: [] };
    });
    await platform.transaction(async (connection) => {
      await sessions.addCompleted(connection, { id: session, tenant: "WFF_demo", job: "extraction" }, files, 0);
      await jobs.insert(
        connection,
        tenants.map((tenant) => {
          const { request, ...order } = createReceivingOrder(tenant, {
            kind: "extraction",
            origin: session,
            files: [],
          });
          const own = { id: tenant, parent: undefined, lane: undefined, notBefore: undefined };
          return { ...order, ...own, request: JSON.stringify(request) };
        }),
      );
    });
  }

  test("are kept while a job has yet to receive them, not longer, also where a service was killed in that job", async () => {
    await complete("session", ["WFF_demo", "WFF_demo~north"]);
    assert.deepEqual(new Set(await sessions.paths()), new Set(["session WFF_demo", "session WFF_demo~north"]));
    assert.ok(await jobs.begin("WFF_demo"));
    assert.equal((await sessions.paths()).length, 2);
    // As at the next start.
    await JobStore.open(platform, clock);
    assert.deepEqual(await sessions.paths(), ["session WFF_demo~north"]);
  });

  const sent = (session: string, file: string) => {
    return { session, tenant: "WFF_demo", file, source: "Employee", bytes: 1, rows: 1, header: [] };
  };

  test("are kept while the session is active, not when it is cancelled", async () => {
    const id = await sessions.start("WFF_demo", "user", 0);
    await sessions.addBatch(id, [sent(id, "sent")]);
    assert.deepEqual(await sessions.paths(), ["sent"]);
    await sessions.cancel(id);
    assert.deepEqual(await sessions.paths(), []);
  });

  test("have the number after the highest one, also of batches at the same time, and rows a name by it", async () => {
    const id = await sessions.start("WFF_demo", "user", 0);
    await sessions.addBatch(id, [sent(id, "own")], 4);
    const added = await Promise.all([
      sessions.addBatch(id, [sent(id, "one")]),
      sessions.addBatch(id, [{ ...sent(id, "other"), name: "staff.csv" }]),
    ]);
    assert.deepEqual(added, [
      { sequence: 5, replaced: [] },
      { sequence: 6, replaced: [] },
    ]);
    const files = await sessions.files(id);
    assert.deepEqual(
      files.map(({ file, sequence, name }) => [file, sequence, name]),
      [
        ["own", 4, "employee-4.csv"],
        ["one", 5, "employee-5.csv"],
        ["other", 6, "staff.csv"],
      ],
    );
    assert.deepEqual(await sessions.addBatch(id, [sent(id, "again")], 5), { sequence: 5, replaced: ["one"] });
  });
});
