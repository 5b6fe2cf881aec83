/** Format of a data file. */
export type DataFileKind = "csv" | "parquet";

/** Returns the format by file extension, or undefined for other files. */
export function dataFileKind(file: string): DataFileKind | undefined {
  const [, extension] = /\.(csv|parquet)$/i.exec(file) ?? [];
  return extension?.toLowerCase() === "csv" ? "csv" : extension === undefined ? undefined : "parquet";
}
