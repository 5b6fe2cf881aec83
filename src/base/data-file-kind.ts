/** Format of a data file. */
export type DataFileKind = "csv" | "parquet";

/** Returns the format of a data file by its file extension; undefined for other files. */
export function dataFileKind(file: string): DataFileKind | undefined {
  const [, extension] = /\.(csv|parquet)$/i.exec(file) ?? [];
  return extension?.toLowerCase() === "csv" ? "csv" : extension === undefined ? undefined : "parquet";
}

/** Whether a file is CSV that is compressed with gzip, by its name. */
export function isCompressedCsv(file: string): boolean {
  return /\.csv\.gz$/i.test(file);
}
