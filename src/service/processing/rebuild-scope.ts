import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";
import type { TableSchema, VersionSources, VersionTarget } from "../data-versions/build-version.ts";
import { receivedRowsSql } from "../model/received-rows.ts";
import type { StoredObject, TenantModel } from "../model/tenant-model.ts";

/** A received file as processing reads it: the checked rows of `upload-store.ts`. */
interface RebuildFile {
  /** Name of the load schema. */
  readonly schema: string;
  /** Columns of the load schema that the file has. */
  readonly columns: readonly string[];
  /** Absolute path of the Parquet file. */
  readonly path: string;
  /** Name of the original, for messages. */
  readonly name: string;
}

/** Sources and target of a rebuild. */
export interface RebuildScope {
  readonly connection: Connection;
  readonly model: TenantModel;
  /** Ids of the objects of the data category. Others are read only. */
  readonly objects: readonly string[];
  /** All files that the new version consists of, in the order in which they apply. */
  readonly files: readonly RebuildFile[];
  /** Number of the first files that `base` already contains. */
  readonly contained: number;
  /** `baseline` has no upload. Records of `base` stay where no new file changes them. `newest` knows all numbers given. */
  readonly sources: VersionSources;
  /** Exclusive end of the data in `base`. */
  readonly formerEnd: Date;
  /** Exclusive end of the data in the new version. */
  readonly dataEnd: Date;
  /** Returns the quoted schema in which to create the tables of an object or, with `memberLists`, those of member lists. */
  readonly targetOf: (object: string) => Promise<string>;
  /** Changes a copy of the table that an object has in `base` (see `VersionTarget.changeCopy`). */
  readonly changeCopy: VersionTarget["changeCopy"];
  /** Number of states of an object from which on a copy of its table is changed rather than the table written anew. */
  readonly copiedStates: number;
  /** Receives what is being done. */
  readonly report?: (text: string) => void;
  readonly signal?: AbortSignal;
}

/** Name of the table with the `$key`s of the members of an object that its baseline does not have. */
export function keyTableNameOf(object: string): string {
  return `$keys:${object}`;
}

/** Name of the table with the ordinals of the members of a list that its baseline does not have. */
export function ordinalTableNameOf(membersOf: string): string {
  return `$ordinals:${membersOf}`;
}

export function qualify({ catalog, schema }: TableSchema, table: string): string {
  return [catalog, schema, table].map(quoteName).join(".");
}

export async function hasTable(connection: Connection, { catalog, schema }: TableSchema, table: string) {
  const rows = await connection.rows(
    "SELECT 1 FROM information_schema.tables WHERE table_catalog = ? AND table_schema = ? AND table_name = ?",
    [catalog, schema, table],
  );
  return rows.length > 0;
}

/** Number of rows of a table, 0 if there is none. */
export async function countRows({ connection }: RebuildScope, schema: TableSchema, table: string): Promise<number> {
  if (!(await hasTable(connection, schema, table))) {
    return 0;
  }
  const [row] = await connection.rows(`SELECT count(*) AS rows FROM ${qualify(schema, table)}`);
  return Number(row?.rows);
}

export function findObject(model: TenantModel, id: string): StoredObject {
  const object = model.objects.find((candidate) => candidate.id === id);
  if (!object) {
    throw new Error(`The model has no object "${id}".`);
  }
  return object;
}

/** Bits of a position that hold the line; the others hold the file. */
const lineBits = 36;

/** The position of the first row of a file, by which rows are ordered: by file, then by line. */
export function firstPositionOf(file: number): bigint {
  return BigInt(file) << BigInt(lineBits);
}

/** Files of one load schema that have the same columns, so that one SELECT reads them. */
export interface FileGroup {
  readonly columns: readonly string[];
  /** FROM item named `r` with the columns of the files and `$position`. */
  readonly from: string;
}

/** Returns the files of a load schema with numbers from `first` to below `end`, grouped by their columns. */
export function groupFiles(
  scope: RebuildScope,
  schema: string,
  first = 0,
  end = scope.files.length,
): readonly FileGroup[] {
  const groups = new Map<string, { columns: readonly string[]; indexes: number[] }>();
  for (const [index, file] of scope.files.entries()) {
    if (file.schema === schema && index >= first && index < end) {
      const columns = [...file.columns].sort();
      const key = JSON.stringify(columns);
      const group = groups.get(key) ?? { columns, indexes: [] };
      group.indexes.push(index);
      groups.set(key, group);
    }
  }
  return [...groups.values()].map(({ columns, indexes }) => ({ columns, from: readFilesSql(scope, indexes) }));
}

function readFilesSql({ files }: RebuildScope, indexes: readonly number[]): string {
  const paths = indexes.map((index) => files[index]?.path ?? "");
  const [only, second] = indexes;
  const bases = indexes.map(firstPositionOf);
  const base =
    second === undefined && only !== undefined
      ? `${firstPositionOf(only)}`
      : `list_extract([${bases.join(", ")}]::BIGINT[], list_position([${paths.map(quoteText).join(", ")}], "$file"))`;
  return `(SELECT *, ${base} + "$line" AS "$position" FROM ${receivedRowsSql(paths)}) AS r`;
}

/** Returns "line 3 of pay.csv" for a position. */
export function describePosition({ files }: RebuildScope, position: bigint): string {
  const file = Number(position >> BigInt(lineBits));
  const line = position & ((1n << BigInt(lineBits)) - 1n);
  return `line ${line} of ${files[file]?.name ?? "a file"}`;
}

/** SQL literal of an instant. */
export function instantSql(instant: Date): string {
  return `TIMESTAMP '${instant.toISOString().slice(0, 19).replace("T", " ")}'`;
}

/** Creates a temporary table, replacing one of that name. */
export async function createTemporary(scope: RebuildScope, table: string, select: string): Promise<void> {
  await scope.connection.run(`CREATE OR REPLACE TEMP TABLE ${quoteName(table)} AS ${select}`, [], scope.signal);
}
