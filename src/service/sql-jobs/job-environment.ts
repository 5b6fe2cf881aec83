import type { Clock } from "../../base/clock.ts";
import type { JobRunner } from "../jobs/job-runner.ts";
import type { DataCategory } from "../store/data-version-store.ts";
import type { OwnedFiles } from "../store/owned-files.ts";
import type { ProductionVersionStore } from "../store/production-version-store.ts";
import type { ProjectStore } from "../store/project-store.ts";
import type { TableMappingStore } from "../store/table-mapping-store.ts";
import type { TableSourceStore } from "../store/table-source-store.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import type { TableData } from "../table-data/table-data.ts";

/** Stores and services that SQL jobs use. */
export interface JobEnvironment {
  readonly clock: Clock;
  readonly tableData: TableData;
  readonly tableSources: TableSourceStore;
  readonly tableMappings: TableMappingStore;
  /** Returns the data categories of a tenant. */
  readonly categories: (tenant: string) => Promise<readonly DataCategory[]>;
  readonly tenants: TenantStore;
  readonly projects: ProjectStore;
  readonly productionVersions: ProductionVersionStore;
  readonly jobRunner: JobRunner;
  readonly files: OwnedFiles;
  /** Called with unexpected errors, whose messages may contain data. */
  readonly onFailure: (error: unknown) => void;
}
