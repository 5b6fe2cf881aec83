import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { wholeResult } from "../../../src/protocol/row-view.ts";
import type { OpenExportFile } from "../../../src/results/export-file.ts";
import { exportResult } from "../../../src/results/export-result.ts";
import { ResultStore } from "../../../src/results/result-store.ts";
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
      const { facts, loader } = await store.begin(opened);
      const firstRows = new Promise<void>((resolve) => {
        onLoaded = resolve;
      });
      loader?.accept(Buffer.from('["A"]\n["1"]\n'));
      await firstRows;
      isFull = true;
      loader?.accept(Buffer.from('["2"]\n'));
      loader?.end();
      await loader?.finished;
      assert.deepEqual([facts.state, facts.rowCount], ["failed", 1]);
      assert.match(facts.message ?? "", /disk is full. Free some space.*rows before are kept/);
      await store.end();
    });
  });

  test("ends an export with a clear message and leaves nothing", async () => {
    await withFolder(async (folder) => {
      const store = await ResultStore.open({ folder }, () => undefined);
      const result = await store.begin(opened);
      result.loader?.accept(Buffer.from('["A"]\n["1"]\n'));
      result.loader?.end();
      await result.loader?.finished;
      const openFull: OpenExportFile = async () => ({
        write: () => Promise.reject(diskFull()),
        close: async () => undefined,
      });
      const request = {
        format: "csv",
        path: `${folder}/out.csv`,
        columns: [0],
        view: wholeResult,
        hasHeaders: true,
        neutralisesFormulas: true,
        about: [],
      } as const;
      const exporting = store.use("Exporting", (connection) =>
        exportResult(connection, result, request, "", () => undefined, new AbortController().signal, openFull),
      );
      await assert.rejects(exporting, /Exporting: the disk is full/);
      await store.end();
    });
  });
});
