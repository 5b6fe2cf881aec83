import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Database } from "../../../src/duckdb/database.ts";
import { defaultRowView } from "../../../src/protocol/row-view.ts";
import { exportResult } from "../../../src/results/export/export-result.ts";
import { describeStorageFailure } from "../../../src/results/model/result-error.ts";
import { ResultStore } from "../../../src/results/store/result-store.ts";
import { withFolder } from "./worker-process.ts";

function diskFull(): NodeJS.ErrnoException {
  return Object.assign(new Error("no space left on device, write"), { code: "ENOSPC" });
}

const opened = { resultId: "r", format: "jsonLines", kinds: {}, label: "" } as const;

suite("A full disk", function () {
  this.timeout(30_000);

  test("ends a load with a clear message and keeps the rows before", async () => {
    await withFolder(async (folder) => {
      let isFull = false;
      const write = async (path: string, bytes: Uint8Array) => {
        if (isFull) {
          throw diskFull();
        }
        await writeFile(path, bytes);
      };
      let onLoaded = () => {};
      const store = await ResultStore.open({ folder, writeFile: write }, () => onLoaded());
      const { metadata, loader } = await store.begin(opened);
      const firstRows = new Promise<void>((resolve) => {
        onLoaded = resolve;
      });
      loader?.accept(Buffer.from('["A"]\n["1"]\n'));
      await firstRows;
      isFull = true;
      loader?.accept(Buffer.from('["2"]\n'));
      loader?.end();
      await loader?.finished;
      assert.deepEqual([metadata.state, metadata.rowCount], ["failed", 1]);
      assert.match(metadata.message ?? "", /disk is full. Free some space.*rows before are kept/);
      await store.end();
    });
  });

  test("is what an export calls DuckDB's own failure there", async function () {
    if (!existsSync("/dev/full")) {
      this.skip();
    }
    const database = await Database.open(":memory:");
    try {
      const copying = database.use((connection) =>
        connection.run("COPY (SELECT range FROM range(10)) TO '/dev/full' (FORMAT csv, USE_TMP_FILE false)"),
      );
      const error: unknown = await copying.catch((failure: unknown) => failure);
      const { code, message } = describeStorageFailure("Exporting", error);
      assert.deepEqual([code, message], ["diskFull", "Exporting: the disk is full. Free some space, then try again."]);
    } finally {
      database.close();
    }
  });

  test("or a folder that is not there ends an export with a clear message, and nothing is left", async () => {
    await withFolder(async (folder) => {
      const store = await ResultStore.open({ folder }, () => undefined);
      const result = await store.begin(opened);
      result.loader?.accept(Buffer.from('["A"]\n["1"]\n'));
      result.loader?.end();
      await result.loader?.finished;
      const request = {
        format: "csv",
        path: join(folder, "gone", "out.csv"),
        columns: [0],
        view: defaultRowView,
        hasHeaders: true,
        neutralisesFormulas: true,
        about: [],
      } as const;
      const exporting = exportResult(store, result, request, () => undefined, new AbortController().signal);
      await assert.rejects(exporting, /Exporting: the file cannot be written \(ENOENT\). Choose another folder/);
      assert.deepEqual(await readdir(join(folder, "temporary")), []);
      await store.end();
    });
  });
});
