import assert from "node:assert/strict";
import { readTable } from "../../../../src/lakehouse/iceberg-table.ts";
import { changesOfStatement, differenceBetween } from "../../../../src/service/spark-tables/snapshot-changes.ts";

const insert = (rows: number) => ({ "added-data-files": "1", "added-records": String(rows) });
const deletion = (rows: number, replaced = 0) => ({
  "added-delete-files": "1",
  "added-dvs": "1",
  "added-position-deletes": String(rows + replaced),
  "total-delete-files": "1",
  ...(replaced > 0 && {
    "removed-delete-files": "1",
    "removed-dvs": "1",
    "removed-position-deletes": String(replaced),
  }),
});
const update = (rows: number) => ({ ...insert(rows), ...deletion(rows) });

/** Snapshots 1, 2, ... of one line by what their summaries say, beside one that branches off from the first. */
function snapshotsOf(...summaries: readonly object[]) {
  const snapshots = summaries.map((summary, index) => ({
    "snapshot-id": index + 1,
    ...(index > 0 && { "parent-snapshot-id": index }),
    summary,
  }));
  const other = { "snapshot-id": 100, "parent-snapshot-id": 1, summary: insert(1) };
  return readTable("person", { snapshots: [...snapshots, other] }).snapshots;
}

function changesOf(summary: object, kind: "update" | "other" = "other") {
  const snapshot = snapshotsOf(summary).get("1");
  return snapshot && changesOfStatement(snapshot, kind);
}

suite("changes by the summaries of snapshots", () => {
  test("are those of a statement that adds, removes or updates rows", () => {
    assert.deepEqual(changesOf(insert(3)), { added: 3, changed: 0, removed: 0 });
    assert.deepEqual(changesOf(deletion(2, 5)), { added: 0, changed: 0, removed: 2 });
    assert.deepEqual(changesOf(update(4), "update"), { added: 0, changed: 4, removed: 0 });
    assert.deepEqual(changesOf({ "deleted-data-files": "1", "deleted-records": "7" }), {
      added: 0,
      changed: 0,
      removed: 7,
    });
    assert.deepEqual(changesOf({}), { added: 0, changed: 0, removed: 0 });
  });

  test("are not told by those of a MERGE, of rewritten files and of other files with deletes than deletion vectors", () => {
    assert.equal(changesOf(update(4)), undefined);
    assert.equal(changesOf({ ...insert(4), "deleted-data-files": "1", "deleted-records": "4" }), undefined);
    assert.equal(changesOf({ ...insert(4), operation: "replace" }), undefined);
    assert.equal(changesOf({ ...deletion(4), "added-dvs": "0" }), undefined);
    const vectorsStay = { "deleted-data-files": "1", "deleted-records": "7", "total-delete-files": "1" };
    assert.equal(changesOf(vectorsStay), undefined);
  });

  test("are added up between two snapshots of one line, in both directions and from an empty table", () => {
    const snapshots = snapshotsOf(insert(10), deletion(2), update(3), insert(5));
    assert.deepEqual(differenceBetween(snapshots, "1", "4"), { added: 8, removed: 5 });
    assert.deepEqual(differenceBetween(snapshots, "4", "1"), { added: 5, removed: 8 });
    assert.deepEqual(differenceBetween(snapshots, "3", "3"), { added: 0, removed: 0 });
    assert.deepEqual(differenceBetween(snapshots, undefined, "1"), { added: 10, removed: 0 });
  });

  test("are not told where rows may have been added and removed between, beside the line and of expired snapshots", () => {
    const snapshots = snapshotsOf(insert(10), insert(5), deletion(2));
    assert.equal(differenceBetween(snapshots, "1", "3"), undefined);
    assert.equal(differenceBetween(snapshots, "2", "100"), undefined);
    assert.equal(differenceBetween(new Map([...snapshots].slice(1)), undefined, "3"), undefined);
  });
});
