import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../../../../src/duckdb/database.ts";
import { openDatabase } from "../../../../src/service/store/open-database.ts";
import { PlatformDatabase } from "../../../../src/service/store/platform-database.ts";
import { damages, withStorageVersion } from "../../../support/damaged-database.ts";
import { mountSmallDisk } from "../../../support/small-disk.ts";

suite("a database file of the data folder", () => {
  let folder: string;
  let path: string;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-open-"));
    path = join(folder, "platform.duckdb");
    const database = await Database.open(path);
    await database.use(async (connection) => {
      await connection.run("CREATE TABLE t (x INTEGER)");
      await connection.run("CHECKPOINT");
    });
    database.close();
  });
  teardown(() => rm(folder, { recursive: true, force: true }));

  async function assertRefused(words: RegExp, kind = "unusable") {
    await assert.rejects(PlatformDatabase.open(folder), (error: Error & { kind?: string }) => {
      assert.deepEqual([error.name, error.kind], ["StoreError", kind], error.message);
      assert.match(error.message, words);
      assert.ok(error.message.includes(path), error.message);
      return true;
    });
  }

  for (const [what, damage] of Object.entries(damages)) {
    test(`that is ${what} is called damaged, and the way out is a backup`, async () => {
      await writeFile(path, damage(await readFile(path)));
      await assertRefused(/it is damaged or no database\. Restore the data folder from a backup/);
    });
  }

  test("that another version wrote is not called damaged", async () => {
    await writeFile(path, withStorageVersion(await readFile(path), 9999n));
    await assertRefused(/another version of the database wrote it\. Start the version/);
  });

  test("that another process holds is in use", async () => {
    const script = `require("@duckdb/node-api").DuckDBInstance.create(${JSON.stringify(path)}).then(() => {
      console.log("open"); process.stdin.resume(); });`;
    const holder = spawn(process.execPath, ["-e", script], { cwd: process.cwd(), stdio: ["pipe", "pipe", "inherit"] });
    try {
      await new Promise((resolve) => holder.stdout.once("data", resolve));
      await assertRefused(/is in use by another process\. Stop the other process/, "inUse");
    } finally {
      const ended = new Promise((resolve) => holder.once("exit", resolve));
      holder.kill("SIGKILL");
      await ended;
    }
  });

  test("in a folder that nobody may write to is not called damaged", async function () {
    const disk = mountSmallDisk(this, 16);
    try {
      await copyFile(path, join(disk.folder, "platform.duckdb"));
      disk.makeReadOnly();
      path = join(disk.folder, "platform.duckdb");
      await assert.rejects(
        openDatabase(path, {}),
        /cannot be opened for writing: it or its folder is read-only.*Make the folder and its files writable/,
      );
    } finally {
      disk.dispose();
    }
  });

  test("that is gone, while tenants have data, is not made anew", async () => {
    await rm(path);
    await mkdir(join(folder, "tenants"));
    await writeFile(join(folder, "tenants", "WFF_demo.duckdb"), "data");
    await assertRefused(/is missing, but there is data of tenants\. Restore the data folder from a backup/);
    assert.ok(!existsSync(path));
  });

  suite("with a log", () => {
    let log: Buffer;
    setup(async () => {
      // What a process that is killed leaves: the file as it was, and its log.
      const before = await readFile(path);
      const database = await Database.open(path);
      await database.use(async (connection) => {
        for (const value of [1, 2, 3]) {
          await connection.run("INSERT INTO t VALUES (?)", [value]);
        }
        await copyFile(`${path}.wal`, `${path}.kept`);
      });
      database.close();
      log = await readFile(`${path}.kept`);
      await writeFile(path, before);
    });

    /** Rows that are there after the log was replayed, and what was warned of. */
    async function openWith(bytes: Buffer) {
      await writeFile(`${path}.wal`, bytes);
      const warnings: string[] = [];
      const database = await openDatabase(path, { onWarning: (message) => warnings.push(message) });
      try {
        const [row] = await database.use((connection) => connection.rows("SELECT count(*) AS n FROM t"));
        return { rows: Number(row?.n), warnings };
      } finally {
        database.close();
      }
    }

    test("that is whole is taken up without a word", async () => {
      assert.deepEqual(await openWith(log), { rows: 3, warnings: [] });
    });

    for (const [what, change] of Object.entries({
      "is garbage": () => Buffer.from("garbage ".repeat(100)),
      "is zeroed": (whole: Buffer) => Buffer.alloc(whole.length),
      "has a changed first byte": (whole: Buffer) => Buffer.concat([Buffer.from([0]), whole.subarray(1)]),
      "has a changed byte in an entry": (whole: Buffer) => {
        const bytes = Buffer.from(whole);
        bytes[60] = (bytes[60] ?? 0) ^ 0xff;
        return bytes;
      },
    })) {
      test(`that ${what} is refused, since what was in it would be lost`, async () => {
        await writeFile(`${path}.wal`, change(log));
        await assertRefused(/platform\.duckdb\.wal cannot be opened: it is damaged.*or remove the log to continue/);
      });
    }

    test("that was cut while it was written keeps what is whole, and the rest is told of", async () => {
      const { rows, warnings } = await openWith(log.subarray(0, log.length - 5));
      assert.equal(rows, 2);
      assert.match(
        warnings.join(),
        /The last \d+ bytes of .*platform\.duckdb\.wal are not a whole change and are ignored/,
      );
    });

    test("with a length that leads past its end is told of", async () => {
      const bytes = Buffer.from(log);
      bytes[10] = 0xff;
      const { warnings } = await openWith(bytes);
      assert.equal(warnings.length, 1);
    });
  });
});
