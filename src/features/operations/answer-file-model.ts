const extensions: Readonly<Record<string, string>> = {
  "application/json": "json",
  "application/jsonlines": "jsonl",
  "application/zip": "zip",
  "application/vnd.apache.parquet": "parquet",
  "application/pdf": "pdf",
  "text/csv": "csv",
  "text/html": "html",
  "text/plain": "txt",
};

/** Usual file extension of a content type, without a dot. */
export function extensionOf(contentType: string): string {
  return extensions[contentType] ?? "bin";
}
