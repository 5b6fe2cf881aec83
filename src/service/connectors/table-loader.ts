import type { CallTenant } from "../call/call.ts";
import { HttpError } from "../call/call.ts";
import type { IntakeFiles } from "../intake/intake-files.ts";
import { JobFailure } from "../jobs/job-failure.ts";
import { readAccessibleTables } from "../sql-jobs/accessible-tables.ts";
import type { JobAction, SqlJob } from "../sql-jobs/sql-job.ts";
import type { SqlJobs } from "../sql-jobs/sql-jobs.ts";
import type { TableSourceStore } from "../store/table-source-store.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import { type ExtractionTargets, tableTargets } from "./extraction-target.ts";
import type { TargetReading } from "./read-connector.ts";

interface TableLoaderParts {
  readonly sqlJobs: SqlJobs;
  readonly tenants: TenantStore;
  readonly tableSources: TableSourceStore;
  readonly files: IntakeFiles;
}

interface LoadOptions {
  readonly userId: string;
  readonly isProcessed: boolean;
  readonly category: string | undefined;
}

/** Loads extracted rows into table sources by a SQL job (service-api, "Extraction job request"). */
export class TableLoader {
  readonly #parts: TableLoaderParts;

  constructor(parts: TableLoaderParts) {
    this.#parts = parts;
  }

  async targets(tenant: string): Promise<ExtractionTargets> {
    return tableTargets(await readAccessibleTables(tenant, this.#parts));
  }

  /**
   * Writes the rows of all readings in one transaction, and waits until it is committed: tables that are read whole are
   * replaced, others get the rows of the window in place of those with the same keys, so that rows which are read again
   * are not there twice. Throws a JobFailure.
   */
  async load(
    tenant: CallTenant,
    loads: readonly { readonly reading: TargetReading; readonly keyColumns: readonly string[] }[],
    { userId, isProcessed, category }: LoadOptions,
    signal: AbortSignal,
  ): Promise<void> {
    const { files, sqlJobs } = this.#parts;
    const filled = loads.filter(({ reading }) => reading.files.length > 0 || !reading.isIncremental);
    if (filled.length === 0) {
      return;
    }
    try {
      const tablesToModify = filled.map(({ reading }) => reading.target.name);
      const caller = { userId, username: "extraction" };
      const transaction = await sqlJobs.start(tenant, caller, { tablesToModify });
      const inputs: SqlJob["inputs"][number][] = [];
      const actions: JobAction[] = [];
      for (const [index, { reading, keyColumns }] of filled.entries()) {
        const id = `extracted_${index}`;
        const names = reading.files.map((_, number) => `${id}-${number}.csv`);
        for (const [number, { file }] of reading.files.entries()) {
          await sqlJobs.upload(transaction, tenant.code, names[number] ?? "", files.read(file), signal);
        }
        if (names.length > 0) {
          inputs.push({ ...plainInput, id, files: names });
        }
        actions.push(createAction(reading, id, keyColumns));
      }
      actions.push({ kind: "commit" });
      if (isProcessed) {
        const categories = category === undefined ? undefined : [category];
        actions.push({ kind: "process", project: undefined, version: undefined, categories, notAfter: undefined });
      }
      const job: SqlJob = { actions, tenants: undefined, inputs, preconditions: [], keepsTransactionOpen: false };
      const { jobId } = await sqlJobs.run(transaction, job, tenant, caller);
      const problem = await sqlJobs.ended(transaction, jobId, signal);
      if (problem !== undefined) {
        throw new JobFailure(`The rows could not be written: ${problem}`);
      }
    } catch (error) {
      throw error instanceof HttpError ? new JobFailure(error.message, { cause: error }) : error;
    }
  }
}

const plainInput = {
  container: undefined,
  format: { csv: { header: true } },
  distribution: undefined,
  tenantCodeColumn: undefined,
  prependsAdmin: false,
} as const;

function createAction(
  { target, files, isIncremental }: TargetReading,
  input: string,
  keys: readonly string[],
): JobAction {
  if (files.length === 0) {
    const text = `DELETE FROM \`${target.name}\``;
    return { kind: "query", text, timeoutMs: undefined, output: undefined, rollsBackOnEmpty: false };
  }
  return isIncremental
    ? { kind: "upsert", source: input, target: target.name, keys }
    : { kind: "replace", source: input, target: target.name };
}
