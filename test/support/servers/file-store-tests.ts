import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFileStore } from "../../../src/service/drivers/drivers.ts";
import type { FileStore, LocalFile } from "../../../src/service/drivers/file-store.ts";
import type { FileConnection } from "../../../src/service/drivers/providers.ts";
import { createDriverContext } from "./driver-context.ts";

interface StartedStore {
  readonly connection: FileConnection;
  readonly allowedFolders?: readonly string[];
  stop(): Promise<void>;
}

/** Declares what must hold of the files of every provider, with the server that `start` starts. */
export function declareFileStoreTests(name: string, start: () => Promise<StartedStore>): void {
  suite(`files of ${name}`, () => {
    let started: StartedStore;
    let folder: string;
    let store: FileStore;
    suiteSetup(async () => {
      started = await start();
      folder = await mkdtemp(join(tmpdir(), "workforce-files-"));
      store = await openFileStore(started.connection, createDriverContext(started));
    });
    suiteTeardown(async () => {
      await store?.close();
      await started?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    async function fileOf(bytes: Uint8Array): Promise<LocalFile> {
      const path = join(folder, "source");
      await writeFile(path, bytes);
      return { path, bytes: bytes.length };
    }

    async function contentOf(path: string): Promise<string> {
      const target = join(folder, "target");
      await rm(target, { force: true });
      await store.download(path, target);
      return digestOf(await readFile(target));
    }

    async function paths(): Promise<readonly string[]> {
      const found: string[] = [];
      for await (const { path } of store.list()) {
        found.push(path);
      }
      return found.sort();
    }

    for (const bytes of [0, 1, 100_000, 33 * 1024 * 1024]) {
      test(`a file of ${bytes} bytes comes back as it was`, async () => {
        const content = randomBytes(bytes);
        const path = `rows ${bytes} ü+&.csv`;
        await store.replace(path, await fileOf(content));
        assert.equal(await contentOf(path), digestOf(content));
        const listed = [];
        for await (const file of store.list()) {
          listed.push(file);
        }
        const entry = listed.find((file) => file.path === path);
        assert.equal(entry?.bytes, bytes);
        assert.ok(entry?.modified === undefined || entry.modified > Date.UTC(2026, 0));
        await store.remove(path);
        assert.ok(!(await paths()).includes(path));
      }).timeout(60_000);
    }

    test("a file takes the place of the former one, and of more than one page there is a list", async () => {
      const names = ["a.csv", "b.csv", "c.csv", "d.csv", "e.csv"];
      for (const name of names) {
        await store.replace(name, await fileOf(Buffer.from("former")));
        await store.replace(name, await fileOf(Buffer.from(name)));
      }
      assert.deepEqual(await paths(), names);
      assert.equal(await contentOf("c.csv"), digestOf(Buffer.from("c.csv")));
      for (const name of names) {
        await store.remove(name);
      }
      // Again: there is nothing to remove.
      await store.remove("a.csv");
    });

    test("a transfer that is stopped leaves the former file and nothing else", async () => {
      await store.replace("kept.csv", await fileOf(Buffer.from("former")));
      const stopping = new AbortController();
      const stopped = await openFileStore(
        started.connection,
        createDriverContext({ ...started, signal: stopping.signal }),
      );
      const file = await fileOf(randomBytes(40 * 1024 * 1024));
      const writing = stopped.replace("kept.csv", file);
      setImmediate(() => stopping.abort(new Error("stopped by the test")));
      await assert.rejects(writing, /stopped by the test/);
      assert.equal(await contentOf("kept.csv"), digestOf(Buffer.from("former")));
      // The next one removes what the stopped one left.
      await store.replace("kept.csv", file);
      assert.deepEqual(await paths(), ["kept.csv"]);
      await store.remove("kept.csv");
    }).timeout(60_000);

    test("a file that is not there is named", async () => {
      await assert.rejects(store.download("missing.csv", join(folder, "missing")), (error: Error) => {
        assert.ok(["DriverError", "EgressRefused"].includes(error.name));
        assert.match(error.message, /missing\.csv/);
        return true;
      });
      await assert.rejects(stat(join(folder, "missing")).then(({ size }) => assert.ok(size > 0)));
    });
  });
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
