import type { ResultFacts } from "../facts/result-facts.ts";
import { CellSetStage } from "./ingest-cell-sets.ts";
import { JsonStage } from "./ingest-json.ts";
import { ParquetStage } from "./ingest-parquet.ts";
import type { Stage } from "./ingest-stage.ts";

/** Undefined for a body that is read while it comes. `folder` does not exist yet and is of the stage alone. */
export function stageOf(
  { format, smallGroups, cellSets }: Pick<ResultFacts, "format" | "smallGroups" | "cellSets">,
  folder: string,
): Stage | undefined {
  if (cellSets) {
    return new CellSetStage(folder, cellSets, smallGroups);
  }
  switch (format) {
    case "parquet":
      return new ParquetStage(folder);
    case "json":
      return new JsonStage(folder, smallGroups);
    default:
      return undefined;
  }
}
