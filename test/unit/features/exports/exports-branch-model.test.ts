import assert from "node:assert/strict";
import type { DataVersionExport } from "../../../../src/contract/data-version-exports.ts";
import { ExportsBranchModel } from "../../../../src/features/exports/exports-branch-model.ts";
import { type ExportsEntry, toVersionExport } from "../../../../src/features/exports/exports-entry.ts";

const target = { connectionId: "one", tenant: "WFF_a" };
const { signal } = new AbortController();
const root: ExportsEntry = { kind: "exports", name: "exports" };

function modelOf(dataVersionExports: DataVersionExport[], missing: readonly string[] = []): ExportsBranchModel {
  return new ExportsBranchModel({
    missingOperations: () => new Set(missing),
    loginTenant: async () => target.tenant,
    clientFor: async () => ({ listDataVersionExports: async () => ({ dataVersionExports }) }),
  } as unknown as ConstructorParameters<typeof ExportsBranchModel>[0]);
}

async function groupOf(model: ExportsBranchModel): Promise<ExportsEntry> {
  const { entries } = await model.children(root, target, 0, signal);
  assert.ok(entries[0]);
  return entries[0];
}

describe("the branch of exports", () => {
  const listed = (uuid: string, timestamp: string): DataVersionExport => ({
    uuid,
    timestamp,
    dataVersionNumber: "14",
    tables: [
      {
        name: "Employee",
        commonColumns: {
          columns: [],
          files: [{ fileId: 1, filename: "Employee.common.1.csv.gz", rows: 3, sizeBytes: 9 }],
        },
        newColumns: { columns: [], files: [{ fileId: 2 }] },
      },
    ],
  });

  it("has the exports, the newest first, with the files of all tables", async () => {
    const model = modelOf([listed("e-1", "2026-01-01T00:00:00Z"), listed("e-2", "2026-02-01T00:00:00Z")]);
    const { entries } = await model.children(await groupOf(model), target, 0, signal);
    assert.deepEqual(
      entries.map(({ name }) => name),
      ["e-2", "e-1"],
    );
    const files = await model.children(entries[0] as ExportsEntry, target, 0, signal);
    assert.deepEqual(
      files.entries.map(({ name }) => name),
      ["Employee.common.1.csv.gz", "2.csv.gz"],
    );
  });

  it("says that there is no export, and that one has no file", async () => {
    const model = modelOf([]);
    const { entries } = await model.children(await groupOf(model), target, 0, signal);
    assert.deepEqual(entries, [{ kind: "empty", group: "versionExports", name: "empty" }]);
    const found = toVersionExport({ uuid: "e-1" });
    const none = await model.children({ kind: "versionExport", found, name: "e-1" }, target, 0, signal);
    assert.deepEqual(none.entries, [{ kind: "noFiles", name: "noFiles" }]);
  });

  it("has a page of a hundred files, and the next one", async () => {
    const files = Array.from({ length: 150 }, (_, index) => ({ fileId: index + 1 }));
    const found = toVersionExport({ uuid: "e-1", tables: [{ name: "Employee", commonColumns: { files } }] });
    const entry: ExportsEntry = { kind: "versionExport", found, name: "e-1" };
    const model = modelOf([]);
    const [first, second] = [
      await model.children(entry, target, 0, signal),
      await model.children(entry, target, 1, signal),
    ];
    assert.deepEqual([first.entries.length, first.next, second.entries.length, second.next], [100, 1, 50, undefined]);
  });

  it("leaves a group out that the service does not list", async () => {
    const { entries } = await modelOf([], ["listDataVersionExports", "listExportCredentials"]).children(
      root,
      target,
      0,
      signal,
    );
    assert.deepEqual(
      entries.map(({ name }) => name),
      ["exportConnectors"],
    );
  });
});
