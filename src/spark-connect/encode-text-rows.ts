import { Table, tableToIPC, Utf8, vectorFromArray } from "apache-arrow";

/** Encodes rows of texts in Arrow's streaming format, for `SparkSession.createView`. Column names must differ. */
export function encodeTextRows(columns: readonly string[], rows: readonly (readonly (string | null)[])[]): Uint8Array {
  const vectors = columns.map((name, index) => [
    name,
    vectorFromArray(
      rows.map((row) => row[index] ?? null),
      new Utf8(),
    ),
  ]);
  return tableToIPC(new Table(Object.fromEntries(vectors)), "stream");
}
