import type { DiskGuard } from "../store/disk-space.ts";
import type { JobStore } from "../store/job-store.ts";
import type { PlatformDatabase } from "../store/platform-database.ts";
import { SqlTransactionStore } from "../store/sql-transaction-store.ts";
import type { JobSurroundings } from "./job-surroundings.ts";
import { ProcessingJobs } from "./processing-jobs.ts";
import { SqlJobs } from "./sql-jobs.ts";
import { TransactionFiles } from "./transaction-files.ts";

/** Opens the SQL jobs of a data folder; `folder` is where their files lie. */
export async function openSqlJobs(
  platform: PlatformDatabase,
  folder: string,
  disk: DiskGuard,
  parts: Omit<JobSurroundings, "processing" | "files"> & { readonly jobs: JobStore },
): Promise<SqlJobs> {
  const { jobs, ...surroundings } = parts;
  return SqlJobs.open(await SqlTransactionStore.open(platform), {
    ...surroundings,
    processing: new ProcessingJobs(parts.clock, jobs, parts.onFailure),
    files: new TransactionFiles(folder, disk),
  });
}
