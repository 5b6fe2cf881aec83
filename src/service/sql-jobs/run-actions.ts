import { JobFailure, ServiceStopping } from "../jobs/job-failure.ts";
import { createProcessingOrder } from "../jobs/processing-order.ts";
import { mappedObjectOf } from "../store/table-mapping-store.ts";
import { type AccessibleJobTable, findTableByName } from "./accessible-tables.ts";
import { describeJobFailure } from "./describe-job-failure.ts";
import type { JobEnvironment } from "./job-environment.ts";
import { describeRowChanges, EmptyResultFailure, runQueryAction } from "./query-action.ts";
import { commitInTenant, rollBackInTenant } from "./resolve-tenant.ts";
import type { JobAction, ProcessAction } from "./sql-job.ts";
import { checkTableIsWritable, findTableByUuid, type PreparedJob, type TenantJob } from "./tenant-job.ts";
import { isClosedInTenant } from "./transaction-record.ts";

/** Result of a job's actions in one tenant. */
export interface ActionsResult {
  /** Description of what the actions did, or of the failure. */
  readonly message: string;
  readonly processingJobIds: readonly string[];
  readonly failure: "none" | "failed" | "failedAndRollBack" | "processingFailed";
}

/** Runs the actions of a job in order until one fails. Throws unexpected errors only. */
export async function runActions(job: PreparedJob, environment: JobEnvironment): Promise<ActionsResult> {
  const messages: string[] = [];
  const processingJobIds: string[] = [];
  for (const [index, action] of job.job.actions.entries()) {
    const label = `Action ${index + 1} (${action.kind})`;
    try {
      job.signal.throwIfAborted();
      const { message, processingJobIds: started = [] } = await runAction(action, job, environment);
      messages.push(...(message === undefined ? [] : [`${label}: ${message}.`]));
      processingJobIds.push(...started);
    } catch (error) {
      if (error instanceof ServiceStopping) {
        throw error;
      }
      const message = describeJobFailure(error, action.kind === "query" ? action.text : undefined);
      if (message === undefined) {
        throw new JobFailure(`${label}: the service failed, and its log has the reason.`, { cause: error });
      }
      const tenant = job.transaction.tenant(job.tenant);
      const isAfterEnd = action.kind === "process" && tenant !== undefined && isClosedInTenant(tenant);
      return {
        message: `${label}: ${message}`,
        processingJobIds,
        failure: error instanceof EmptyResultFailure ? "failedAndRollBack" : isAfterEnd ? "processingFailed" : "failed",
      };
    }
  }
  return { message: messages.join(" "), processingJobIds, failure: "none" };
}

interface ActionResult {
  readonly message?: string;
  readonly processingJobIds?: readonly string[];
}

async function runAction(action: JobAction, job: PreparedJob, environment: JobEnvironment): Promise<ActionResult> {
  const { session, signal, transaction, tenant, tables } = job;
  switch (action.kind) {
    case "query":
      return { message: await runQueryAction(action, job, environment) };
    case "upsert": {
      const { source, target, keys } = action;
      checkTableIsWritable(job, target);
      return { message: describeRowChanges(target, await session.upsert(source, target, keys, signal)) };
    }
    case "replace": {
      const { source, target } = action;
      checkTableIsWritable(job, target);
      return { message: describeRowChanges(target, await session.replace(source, target, signal)) };
    }
    case "reset":
      checkTableIsWritable(job, action.table);
      return { message: describeRowChanges(action.table, await session.reset(action.table, action.asOf, signal)) };
    case "setMetadata":
      await storeMetadata(action, job);
      return {};
    case "commit":
      await commitInTenant(transaction, tenant, environment);
      return { message: "committed" };
    case "rollback":
      await rollBackInTenant(transaction, tenant, environment);
      return { message: "rolled back" };
    case "process": {
      const processingJobIds = await startProcessing(action, job, tables, environment);
      return processingJobIds.length === 0
        ? {
            message:
              "no processing job was started, because no object is filled from a locked table that takes part in automatic processing",
          }
        : { processingJobIds };
    }
  }
}

/** Stores metadata in the transaction; the commit sets it (sql-like-language 13.2). */
async function storeMetadata(
  { table, metadata, appliesUnmodified }: Extract<JobAction, { kind: "setMetadata" }>,
  { tables, tenant, transaction }: PreparedJob,
): Promise<void> {
  const { table: found, name, isReadonly } = findTableByUuid(tables, table, tenant, "setMetadata");
  if (isReadonly) {
    throw new JobFailure(
      `${tenant} inherits the rows of ${name} and can only read them; set metadata in ${found.tenant}.`,
    );
  }
  const record = transaction.tenant(tenant);
  if (record) {
    const pending = [...record.metadata, { source: found.source, metadata, appliesUnmodified }];
    await transaction.change({ tenants: [{ ...record, metadata: pending }] });
  }
}

/**
 * Starts a processing job for each data category and returns their ids: those of the action, else those with an object
 * that is mapped from a locked table, unless the table is excluded from automatic processing (sql-like-language 13.2).
 */
async function startProcessing(
  action: ProcessAction,
  { transaction, tenant, userId }: TenantJob,
  tables: readonly AccessibleJobTable[],
  { categories: readCategories, jobRunner, productionVersions, projects, tableMappings }: JobEnvironment,
): Promise<readonly string[]> {
  const { project, version, notAfter } = action;
  if (project !== undefined && !(await projects.find(tenant, userId, project))) {
    throw new JobFailure(
      `${tenant} has no project "${project}" that is visible to the caller; leave projectId out for production.`,
    );
  }
  if (version !== undefined && !(await productionVersions.find(tenant, version))) {
    throw new JobFailure(`${tenant} has no version "${version}"; leave versionId out for the latest.`);
  }
  const locked = transaction.record.tablesToModify
    .flatMap((name) => findTableByName(tables, name) ?? [])
    .filter((table) => action.categories || !table.excludesFromAutoProcessing)
    .map(({ table }) => table.source);
  const mappings = await tableMappings.ofTables(tenant, locked, project);
  const known = await readCategories(tenant);
  const ids: string[] = [];
  const withMapped = known.filter(({ objects }) =>
    mappings.some((mapping) => objects.includes(mappedObjectOf(mapping))),
  );
  for (const category of action.categories ?? withMapped.map(({ id }) => id)) {
    const { id, objects = [] } = known.find((one) => one.id === category || one.name === category) ?? { id: category };
    const mapped = mappings.filter((mapping) => objects.includes(mappedObjectOf(mapping))).map(({ source }) => source);
    const request = {
      category: id,
      // Without a project, it is the production version that the data is for.
      publish: project === undefined,
      project,
      version,
      ...(mapped.length > 0 && { tables: [...new Set(mapped)] }),
    };
    ids.push(await jobRunner.start(createProcessingOrder(tenant, request, { notBefore: notAfter })));
  }
  return ids;
}
