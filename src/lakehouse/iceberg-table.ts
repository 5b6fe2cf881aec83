import { fieldsOf } from "../base/guards.ts";

/** A column of a table. `id` stays the same when the column is renamed, and is never used again. */
export interface IcebergField {
  readonly id: number;
  readonly name: string;
  /** Iceberg's name of a type, such as `long` or `decimal(38, 18)`. Nested types are `nested`. */
  readonly type: string;
}

/** Numbers of rows that one state of a table has and another has not. */
export interface RowDifference {
  readonly added: number;
  readonly removed: number;
}

/** A state of a table. */
export interface IcebergSnapshot {
  readonly id: string;
  readonly parentId: string | undefined;
  /**
   * Differences of its rows from its parent's, if its summary has exact counts. A changed row counts as added and as
   * removed.
   */
  readonly difference: RowDifference | undefined;
  /** Size of the data files and of the files with deletes, in bytes. */
  readonly sizeBytes: number;
  readonly fields: readonly IcebergField[];
}

/** A table as its catalog describes it. Snapshot ids are 64-bit, and so texts. */
export interface IcebergTable {
  readonly name: string;
  readonly formatVersion: number;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly fields: readonly IcebergField[];
  readonly lastColumnId: number;
  readonly mainSnapshotId: string | undefined;
  /** Whether each row of the main branch has a lineage: format 3, and written since it became one. */
  readonly hasRowLineage: boolean;
  readonly nextRowId: string;
  readonly lastSequenceNumber: string;
  /** Newest snapshots by the name of their branch. */
  readonly branches: ReadonlyMap<string, string>;
  readonly snapshots: ReadonlyMap<string, IcebergSnapshot>;
  /** Snapshots that the main branch had, the oldest first. */
  readonly history: readonly { readonly id: string; readonly timestampMs: number }[];
}

/** Reads the metadata of a table, in which numbers of 16 and more digits are texts. */
export function readTable(name: string, metadata: Readonly<Record<string, unknown>>): IcebergTable {
  const schemas = new Map(
    asArray(metadata.schemas)
      .map(fieldsOf)
      .map((schema) => [Number(schema["schema-id"]), readFields(schema)]),
  );
  const fields = schemas.get(Number(metadata["current-schema-id"])) ?? readFields(fieldsOf(metadata.schema));
  const snapshots = new Map<string, IcebergSnapshot>();
  const withLineage = new Set<string>();
  for (const snapshot of asArray(metadata.snapshots).map(fieldsOf)) {
    const id = String(snapshot["snapshot-id"]);
    const summary = fieldsOf(snapshot.summary);
    snapshots.set(id, {
      id,
      parentId: snapshot["parent-snapshot-id"] === undefined ? undefined : String(snapshot["parent-snapshot-id"]),
      difference: readDifference(summary),
      sizeBytes: Number(summary["total-files-size"] ?? 0),
      fields: schemas.get(Number(snapshot["schema-id"])) ?? fields,
    });
    if (snapshot["first-row-id"] !== undefined) {
      withLineage.add(id);
    }
  }
  const branches = new Map(
    Object.entries(fieldsOf(metadata.refs)).map(([branch, ref]) => [branch, String(fieldsOf(ref)["snapshot-id"])]),
  );
  const main = branches.get("main");
  const formatVersion = Number(metadata["format-version"] ?? 1);
  return {
    name,
    formatVersion,
    properties: fieldsOf(metadata.properties),
    fields,
    lastColumnId: Number(metadata["last-column-id"] ?? 0),
    mainSnapshotId: main,
    hasRowLineage: formatVersion >= 3 && (main === undefined || withLineage.has(main)),
    nextRowId: String(metadata["next-row-id"] ?? 0),
    lastSequenceNumber: String(metadata["last-sequence-number"] ?? 0),
    branches,
    snapshots,
    history: asArray(metadata["snapshot-log"])
      .map(fieldsOf)
      .map((entry) => ({ id: String(entry["snapshot-id"]), timestampMs: Number(entry["timestamp-ms"]) })),
  };
}

/** Reads the rows that a snapshot added and removed. Undefined where rows may only have moved to other files. */
function readDifference(summary: Readonly<Record<string, unknown>>): RowDifference | undefined {
  const count = (name: string) => Number(summary[name] ?? 0);
  const deletes = count("added-position-deletes") - count("removed-position-deletes");
  const hasDeletes = count("added-delete-files") + count("removed-delete-files") + count("total-delete-files") > 0;
  const removesFiles = count("deleted-data-files") > 0;
  const movesRows = removesFiles && (count("added-data-files") > 0 || hasDeletes);
  // Other files with deletes than deletion vectors may name a row twice.
  const isCountable =
    count("added-delete-files") === count("added-dvs") && count("removed-delete-files") === count("removed-dvs");
  return summary.operation === "replace" || movesRows || !isCountable
    ? undefined
    : { added: count("added-records"), removed: count("deleted-records") + deletes };
}

function readFields(schema: Readonly<Record<string, unknown>>): readonly IcebergField[] {
  return asArray(schema.fields)
    .map(fieldsOf)
    .map(({ id, name, type }) => ({
      id: Number(id),
      name: String(name),
      type: typeof type === "string" ? type : "nested",
    }));
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
