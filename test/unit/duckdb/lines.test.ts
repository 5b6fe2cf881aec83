import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../../../src/duckdb/database.ts";

/** A database that spills to a folder of its own, both gone afterwards. */
async function withDatabase(work: (database: Database, folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "lines-test-"));
  const database = await Database.open(":memory:", { temporaryFolder: folder, threads: 2 });
  try {
    await work(database, folder);
  } finally {
    database.close();
    assert.deepEqual(await readdir(folder), []);
    await rm(folder, { recursive: true });
  }
}

async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

suite("lines of a query", () => {
  test("every row is a line, its text untouched", async () => {
    await withDatabase((database) =>
      database.use(async (connection) => {
        const texts = ['a "quoted", text', "tab\tand 'single'", "", "né\u{1F600}"];
        const pieces: Uint8Array[] = [];
        for await (const piece of connection.lines("SELECT unnest([$1, $2, $3, $4])", texts)) {
          pieces.push(piece);
        }
        assert.equal(Buffer.concat(pieces).toString(), texts.map((text) => `${text}\n`).join(""));
      }),
    );
  });

  test("no rows are no lines", async () => {
    await withDatabase((database) =>
      database.use(async (connection) => {
        assert.equal((await connection.lines("SELECT 'a' WHERE 1 = 2").next()).done, true);
      }),
    );
  });

  test("the file is gone when the reading ends early, and the connection works on", async () => {
    await withDatabase((database, folder) =>
      database.use(async (connection) => {
        for await (const piece of connection.lines("SELECT repeat('x', 1000) FROM range(300000)")) {
          assert.ok(piece.length > 0);
          break;
        }
        assert.deepEqual(await filesIn(folder), []);
        assert.deepEqual(await connection.rows("SELECT 1 AS one"), [{ one: 1 }]);
      }),
    );
  });

  test("a failure while rows are written is thrown and leaves no file", async () => {
    await withDatabase((database, folder) =>
      database.use(async (connection) => {
        const lines = connection.lines(
          "SELECT CASE WHEN range = 99999 THEN error('broken') ELSE 'x' END FROM range(100000)",
        );
        await assert.rejects(async () => {
          for await (const piece of lines) {
            assert.ok(piece.length > 0);
          }
        }, /broken/);
        assert.deepEqual(await filesIn(folder), []);
      }),
    );
  });

  test("an aborted reading ends at once with the signal's reason", async () => {
    await withDatabase((database, folder) =>
      database.use(async (connection) => {
        const controller = new AbortController();
        const lines = connection.lines(
          "SELECT sum(a.range * b.range)::VARCHAR FROM range(1000000) a, range(1000000) b",
          [],
          controller.signal,
        );
        const reading = lines.next();
        const aborted = new Promise<number>((resolve) => {
          setImmediate(() => {
            controller.abort(new Error("enough"));
            resolve(performance.now());
          });
        });
        await assert.rejects(reading, /enough/);
        assert.ok(performance.now() - (await aborted) < 500);
        assert.deepEqual(await filesIn(folder), []);
      }),
    );
  });
});
