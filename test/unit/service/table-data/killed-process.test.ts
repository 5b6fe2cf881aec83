import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleProgram } from "../../../support/bundled-program.ts";
import { killAfter, randomNumbers } from "../../../support/killed-program.ts";
import { StoredTables } from "../../../support/stored-tables.ts";
import { generationTables, transactionOf } from "../../../support/table-generations.ts";

const proofs = Number(process.env.WORKFORCE_PROOF_COUNT ?? 60);
const kills = Math.ceil(proofs / 20);
const longestMs = 900;

suite("rows of a process that was killed", function () {
  this.timeout(60_000 + kills * 10_000);
  let folder: string;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-killed-"));
    await bundleProgram("test/support/table-writer.ts", join(folder, "table-writer.js"));
  });
  teardown(() => rm(folder, { recursive: true, force: true }));

  test("are those of one commit, the last that was answered or the one after it", async () => {
    const random = randomNumbers(Number(process.env.SEED ?? 1));
    let committed = 0;
    let next = 1;
    for (let kill = 0; kill < kills; kill++) {
      const answered = await runUntilKilled(
        folder,
        next,
        random() * longestMs,
        kill === 0 ? /committed \d+\n/ : /^ready/,
      );
      const found = await readGeneration(join(folder, "data"));
      const last = answered.committed ?? committed;
      assert.ok(
        [last, (answered.last ?? next - 1) + 1].includes(found),
        `found ${found} after ${JSON.stringify(answered)}`,
      );
      committed = found;
      next = Math.max(found, answered.last ?? 0) + 1;
    }
    assert.ok(committed > 0);
  });
});

/** The generation that all there is agrees on; what was under way is rolled back. */
async function readGeneration(folder: string): Promise<number> {
  const tables = await StoredTables.openIn(folder);
  try {
    const before = await generationsOf(tables);
    for (const { transactionId } of tables.data.listLocks()) {
      await tables.rollback(transactionId);
    }
    assert.deepEqual(tables.data.listLocks(), []);
    assert.deepEqual(await generationsOf(tables), before);
    const [generation = 0, ...others] = new Set(before);
    assert.deepEqual(others, []);
    return generation;
  } finally {
    await tables.data.close();
  }
}

/** Of each table, of its rows and of what is kept beside them. */
async function generationsOf(tables: StoredTables): Promise<number[]> {
  const found: number[] = [];
  for (const accessible of generationTables) {
    const rows = (await tables.rowsOf(accessible)).map(
      (line) => JSON.parse(line) as { id: number; generation: number },
    );
    const state = await tables.data.readState(accessible.table);
    const [snapshot] = await tables.data.listSnapshots(accessible);
    const generation = Number(state?.metadata.generation ?? 0);
    assert.equal(rows.length, generation === 0 ? 0 : 3000);
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
    assert.equal(snapshot?.transactionId, generation === 0 ? undefined : transactionOf(generation));
    assert.equal(state?.transactionId, snapshot?.transactionId);
    found.push(generation, ...new Set(rows.map((row) => row.generation)));
  }
  return found;
}

/** What the writer had answered when it was killed. */
async function runUntilKilled(folder: string, first: number, delayMs: number, sign: RegExp) {
  const output = await killAfter([join(folder, "table-writer.js"), join(folder, "data"), String(first)], sign, delayMs);
  const numbersOf = (pattern: RegExp) => [...output.matchAll(pattern)].map(([, number]) => Number(number));
  return { committed: numbersOf(/committed (\d+)\n/g).at(-1), last: numbersOf(/(?:committed|undone) (\d+)\n/g).at(-1) };
}
