import { join, resolve } from "node:path";
import type { Clock } from "../../base/clock.ts";
import type { DatabaseOptions } from "../../duckdb/database.ts";
import type { SparkCluster } from "../../lakehouse/spark-cluster.ts";
import { SparkTables } from "../spark-tables/spark-tables.ts";
import type { DiskGuard } from "../store/disk-space.ts";
import type { PlatformDatabase } from "../store/platform-database.ts";
import type { TableData } from "../table-data/table-data.ts";
import { VersionedTables } from "../table-data/versioned-tables.ts";

interface TableDataParts {
  readonly clock: Clock;
  readonly platform: PlatformDatabase;
  readonly database: Omit<DatabaseOptions, "temporaryFolder">;
  readonly disk: DiskGuard;
  /** Folder for what DuckDB spills. */
  readonly scratchFolder: string;
  /** Folder of the inputs and outputs of transactions. */
  readonly fileFolder: string;
  readonly onFailure: (error: unknown) => void;
}

/** The rows of table sources, and how tables get their first rows. */
interface OpenedTableData {
  readonly tableData: TableData;
  /** Fills tables that never had rows. Undefined on Spark, whose tables are filled by jobs only. */
  readonly loadTables: VersionedTables["load"] | undefined;
}

/** Opens the rows of table sources: on a Spark cluster if there is one, else in a file of the data folder. */
export async function openTableData(
  dataFolder: string,
  cluster: SparkCluster | undefined,
  { clock, platform, disk, scratchFolder, fileFolder, onFailure, ...parts }: TableDataParts,
): Promise<OpenedTableData> {
  const database = { ...parts.database, temporaryFolder: join(scratchFolder, "table-data") };
  // DuckDB allows SQL access to one folder only, and only under this exact path.
  const fileFolders = [resolve(fileFolder)];
  if (cluster) {
    const tableData = await SparkTables.open({ clock, cluster, platform, database, fileFolders, onFailure });
    return { tableData, loadTables: undefined };
  }
  const path = join(dataFolder, "table-data.duckdb");
  const tableData = await VersionedTables.open(path, { clock, database, disk, fileFolders });
  return { tableData, loadTables: (tables, signal) => tableData.load(tables, signal) };
}
