import type { BodyFormat } from "../../protocol/data-worker.ts";
import { CsvReader } from "./ingest-csv.ts";
import type { IngestReader } from "./ingest-reader.ts";
import { TableShapeReader } from "./table-shape.ts";

/** Undefined for a body that is JSON Lines already. */
export function ingestReaderOf(format: BodyFormat): IngestReader | undefined {
  switch (format) {
    case "jsonTable":
      return new TableShapeReader();
    case "csv":
      return new CsvReader(true);
    case "csvWithoutHeader":
      return new CsvReader(false);
    default:
      return undefined;
  }
}
