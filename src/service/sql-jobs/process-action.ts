import { JobFailure } from "./job-failure.ts";
import type { JobSurroundings } from "./job-surroundings.ts";
import { findTable, type ReachableTable } from "./reachable-tables.ts";
import type { ProcessAction } from "./sql-job.ts";
import type { TenantJob } from "./tenant-job.ts";

/**
 * Starts a processing job and gives its id; nothing when there is nothing to process: without categories these are the ones that
 * use the locked tables, and every one of these may be excluded (sql-like-language 13.2).
 */
export async function startProcessing(
  action: ProcessAction,
  { transaction, tenant, userId }: TenantJob,
  tables: readonly ReachableTable[],
  { projects, productionVersions, processing }: JobSurroundings,
): Promise<string | undefined> {
  const { project, version, categories, notAfter } = action;
  if (project !== undefined && !(await projects.find(tenant, userId, project))) {
    throw new JobFailure(
      `${tenant} has no project "${project}" that the caller sees; leave projectId out for production.`,
    );
  }
  if (version !== undefined && !(await productionVersions.find(tenant, version))) {
    throw new JobFailure(`${tenant} has no version "${version}"; leave versionId out for the latest.`);
  }
  const locked = transaction.record.tablesToModify
    .map((name) => findTable(tables, name))
    .filter((table) => table !== undefined && !table.excludesFromAutoProcessing);
  if (!categories && locked.length === 0) {
    return undefined;
  }
  return processing.start(
    {
      tenant,
      project,
      version,
      categories,
      tables: categories ? [] : locked.flatMap((table) => table?.table.source ?? []),
    },
    notAfter,
  );
}
