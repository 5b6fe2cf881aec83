import { fieldsOf } from "../base/guards.ts";

/** A column of a table. `id` stays the same when the column is renamed, and is never used again. */
export interface IcebergField {
  readonly id: number;
  readonly name: string;
  /** Iceberg's name of a type, such as `long` or `decimal(38, 18)`. Nested types are `nested`. */
  readonly type: string;
}

/** A state of a table. */
interface IcebergSnapshot {
  readonly id: string;
  readonly parentId: string | undefined;
  /** What made it: `append`, `overwrite`, `delete` or `replace`. */
  readonly operation: string;
  /** Number of rows in files that it added. */
  readonly addedRecords: number;
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
      operation: String(summary.operation ?? ""),
      addedRecords: Number(summary["added-records"] ?? 0),
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
