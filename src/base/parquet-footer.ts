import { readThriftStruct, type ThriftStruct, type ThriftValue } from "./thrift-compact.ts";

export interface ParquetMetadata {
  readonly columns: readonly ParquetColumn[];
  readonly rows: number;
}

interface ParquetColumn {
  /** Name of the column as written in the Parquet file. */
  readonly name: string;
  /** Data type of a table column that can store the Parquet column's values. */
  readonly dataType: string;
  /** Number of null values in the column; undefined if the file does not contain it. */
  readonly nulls: number | undefined;
}

/**
 * Maximum length of a Parquet footer, in bytes. Longer footers would need thousands of row groups and are not read into
 * memory.
 */
const maxFooterBytes = 64 * 1024 * 1024;

/**
 * Reads the metadata of a Parquet file. Only the footer at the end of the file is read, through `readAt`, which returns
 * bytes from a position. Throws RangeError if the file is not Parquet, and any error of `readAt`.
 */
export async function readParquetMetadata(
  size: number,
  readAt: (position: number, length: number) => Promise<Uint8Array>,
): Promise<ParquetMetadata> {
  if (size < 8) {
    throw new RangeError("The file is too short.");
  }
  const end = await readAt(size - 8, 8);
  const length = new DataView(end.buffer, end.byteOffset).getUint32(0, true);
  if (new TextDecoder().decode(end.subarray(4)) !== "PAR1" || length > Math.min(size - 8, maxFooterBytes)) {
    throw new RangeError("The file has no footer.");
  }
  return readParquetFooter(await readAt(size - 8 - length, length));
}

/**
 * Parses the columns in a Parquet footer, by the field numbers in `parquet.thrift` (FileMetaData). Nested and repeated
 * columns get the type JSON. Throws RangeError if the footer is invalid. Reason for not using a library:
 * docs/decisions/parquet-footer.md.
 */
function readParquetFooter(footer: Uint8Array): ParquetMetadata {
  const file = readThriftStruct(footer);
  const elements = structsOf(file.get(2));
  // Indexed by name once per group, because files with hundreds of columns and groups are common.
  const groups = structsOf(file.get(4)).map(nullCountsOf);
  const columns: ParquetColumn[] = [];
  for (let at = 1; at < elements.length; ) {
    const element = elements[at] ?? new Map();
    const name = textOf(element.get(4));
    const isNested = numberOf(element.get(5)) > 0 || element.get(3) === repeatedField;
    columns.push({ name, dataType: isNested ? "JSON" : dataTypeOf(element), nulls: countNulls(groups, name) });
    at = indexAfter(elements, at);
  }
  return { columns, rows: numberOf(file.get(3)) };
}

const repeatedField = 2;
const [boolean, int32, int64, int96, float, double] = [0, 1, 2, 3, 4, 5];

/** Returns the index of the next schema element after the given one and its descendants. */
function indexAfter(elements: readonly ThriftStruct[], at: number): number {
  let next = at + 1;
  for (let children = numberOf(elements[at]?.get(5)); children > 0 && next < elements.length; children--) {
    next = indexAfter(elements, next);
  }
  return next;
}

/**
 * Returns the data type of a Parquet column by its logical type, else by its older converted type, else by its physical
 * type.
 */
function dataTypeOf(element: ThriftStruct): string {
  const [logical] = structOf(element.get(10))?.keys() ?? [];
  const named = logicalTypes[logical ?? 0] ?? convertedTypes[numberOf(element.get(6), -1)];
  if (named !== undefined) {
    return named;
  }
  switch (element.get(1)) {
    case boolean:
      return "BOOLEAN";
    case int32:
      return "INTEGER";
    case int64:
      return "LONG";
    case int96:
      return "DATE_TIME";
    case float:
    case double:
      return "DOUBLE";
    default:
      return "BINARY";
  }
}

const logicalTypes: Readonly<Record<number, string>> = {
  1: "STRING",
  4: "STRING",
  5: "DECIMAL",
  6: "DATE",
  8: "DATE_TIME",
  12: "JSON",
  14: "STRING",
};

/**
 * Data types for unsigned Parquet types. Each is the next larger signed type, because the values may need one more bit.
 */
const convertedTypes: Readonly<Record<number, string>> = {
  0: "STRING",
  4: "STRING",
  5: "DECIMAL",
  6: "DATE",
  9: "DATE_TIME",
  10: "DATE_TIME",
  13: "LONG",
  14: "DECIMAL",
  19: "JSON",
};

/** Returns the null counts of a row group by column, omitting nested columns. */
function nullCountsOf(group: ThriftStruct): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const chunk of structsOf(group.get(1))) {
    const metadata = structOf(chunk.get(3));
    const column = pathOf(metadata);
    const count = structOf(metadata?.get(12))?.get(3);
    if (column !== undefined && count !== undefined) {
      counts.set(column, numberOf(count));
    }
  }
  return counts;
}

/** Returns the number of nulls in a column over all row groups; undefined if a row group does not contain its count. */
function countNulls(groups: readonly ReadonlyMap<string, number>[], column: string): number | undefined {
  let nulls = 0;
  for (const counts of groups) {
    const count = counts.get(column);
    if (count === undefined) {
      return undefined;
    }
    nulls += count;
  }
  return nulls;
}

function pathOf(metadata: ThriftStruct | undefined): string | undefined {
  const path = metadata?.get(3);
  return Array.isArray(path) && path.length === 1 ? textOf(path[0]) : undefined;
}

function structsOf(value: ThriftValue | undefined): readonly ThriftStruct[] {
  return Array.isArray(value) ? value.flatMap((one: ThriftValue) => structOf(one) ?? []) : [];
}

function structOf(value: ThriftValue | undefined): ThriftStruct | undefined {
  return value instanceof Map ? value : undefined;
}

function numberOf(value: ThriftValue | undefined, fallback = 0): number {
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : fallback;
}

function textOf(value: ThriftValue | undefined): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : "";
}
