import type { BodyFormat } from "../protocol/data-worker.ts";
import { JsonStage } from "./ingest-json.ts";
import { ParquetStage } from "./ingest-parquet.ts";
import type { Stage } from "./ingest-stage.ts";

/** Undefined for a body that is read while it comes. `folder` does not exist yet and is of the stage alone. */
export function stageOf(format: BodyFormat, folder: string): Stage | undefined {
  switch (format) {
    case "parquet":
      return new ParquetStage(folder);
    case "json":
      return new JsonStage(folder);
    default:
      return undefined;
  }
}
