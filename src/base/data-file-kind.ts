import path from "node:path";

/** Format of a data file. */
export type DataFileKind = "csv" | "parquet";

/** Returns the format by file extension, or undefined for other files. */
export function dataFileKind(file: string): DataFileKind | undefined {
  const end = path.extname(file).toLowerCase();
  return end === ".csv" ? "csv" : end === ".parquet" ? "parquet" : undefined;
}
