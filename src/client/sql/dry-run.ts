import { escapePattern } from "../../base/escape-pattern.ts";
import type { SqlJobRequest, SqlJobResponse } from "../../contract/sql-job-schemas.ts";
import type { Client } from "../call/client.ts";
import { readAllItems } from "../call/paging.ts";
import type { ChildJob } from "../jobs/job-state.ts";
import { combineStepsWithCounts, readDryRunCounts } from "./dry-run-counts.ts";
import { type DryRunPlan, planDryRun } from "./dry-run-plan.ts";
import type { DryRunPrecondition, DryRunReport, DryRunTenant } from "./dry-run-report.ts";
import type { SqlJobFile } from "./job-file.ts";
import { type JobFileRun, prepareTransaction, readTenantJobs } from "./run-job-file.ts";
import { readSqlStatements } from "./sql-statement.ts";
import type { SqlTransaction } from "./sql-transaction.ts";

/** Failure of a dry run, with the action index and line numbers of the original job. */
export interface DryRunFailure {
  readonly message: string;
  /** Index of the action in the original job. Undefined if the service does not name it. */
  readonly step: number | undefined;
}

/** Removed from messages: a dry run keeps its transaction open only to read the counts, then rolls it back. */
const openTransactionNote = / The transaction is still open\.$/;
const actionPosition = /^Action (\d+)\b([^:]*: )?(?:line (\d+)\b)?/;

/** Converts the message of a failed dry run: replaces its action and line numbers by those of the original job. */
export function toOriginalFailure(message: string, { origins }: Pick<DryRunPlan, "origins">): DryRunFailure {
  const own = message.replace(openTransactionNote, "");
  const [whole = "", action, label = "", line] = actionPosition.exec(own) ?? [];
  const origin = origins[Number(action) - 1];
  if (!origin) {
    return { message: own, step: undefined };
  }
  const { index, linesBefore } = origin;
  const named = line === undefined ? "" : `line ${Math.max(1, Number(line) - linesBefore)}`;
  return { message: `Action ${index + 1}${label}${named}${own.slice(whole.length)}`, step: index };
}

/**
 * Runs a SQL job without its commit, in a transaction that is rolled back. Counts the rows of written tables before and
 * after each action. Throws the same errors as a real run, except that the report describes a failing job.
 */
export async function dryRunSqlJobFile(run: Omit<JobFileRun, "onTransaction">): Promise<DryRunReport> {
  const { client, file, signal, onStep, options } = run;
  const preconditions = await checkPreconditions(client, file.job, options.tenant, signal);
  const plan = planDryRun(file.job);
  const transaction = await prepareTransaction(run);
  try {
    let access: SqlJobResponse["tableAccess"];
    onStep({ kind: "job", state: undefined });
    const state = await transaction.run(plan.job, {
      signal,
      onStarted: (answer) => {
        access = answer.tableAccess;
      },
      onState: (seen) => onStep({ kind: "job", state: seen }),
      onUnreachable: () => onStep({ kind: "away" }),
    });
    const children = readTenantJobs(state);
    const tenants: DryRunTenant[] = [];
    for (const child of children) {
      tenants.push(await readTenant(transaction, child, plan, children.length > 1, signal));
    }
    const written = access?.write ?? [];
    const read = (access?.read ?? []).filter((name) => !includesName(written, name) || isReadByJob(file, name));
    const isMet = preconditions.every(({ unmet }) => unmet.length === 0);
    return { preconditions, tenants, read, written, isGood: isMet && tenants.length > 0 && tenants.every(isGood) };
  } finally {
    await transaction.abandon();
  }
}

async function readTenant(
  transaction: SqlTransaction,
  { tenant, phase, message }: ChildJob,
  plan: DryRunPlan,
  hasSeveralTenants: boolean,
  signal: AbortSignal,
): Promise<DryRunTenant> {
  const counts = await readDryRunCounts(transaction, plan.steps, hasSeveralTenants ? tenant : undefined, signal);
  const failure = phase === "failed" ? toOriginalFailure(message ?? "The service did not say why.", plan) : undefined;
  return {
    tenant,
    steps: combineStepsWithCounts(plan.steps, counts),
    failure: failure?.message,
    failedStep: failure?.step,
  };
}

function isGood({ failure, steps }: DryRunTenant): boolean {
  return failure === undefined && steps.every((step) => step.kind !== "rows" || step.assertion !== "failed");
}

/**
 * Compares the job's preconditions with the metadata of its tables before anything is sent, in the tenant of the calls.
 */
async function checkPreconditions(
  client: Client,
  { preconditions = [] }: SqlJobRequest,
  tenant: string | undefined,
  signal: AbortSignal,
): Promise<readonly DryRunPrecondition[]> {
  if (preconditions.length === 0) {
    return [];
  }
  const options = { signal, ...(tenant !== undefined && { tenant }) };
  const names = new Map<string, string>();
  for await (const { uuid, objectName } of readAllItems(client.listTableSources, {}, options)) {
    names.set(uuid ?? "", objectName ?? "");
  }
  const checked: DryRunPrecondition[] = [];
  for (const { table = "", metadata: wanted = {} } of preconditions) {
    const { metadata = {} } = await client.getTableSourceMetadata({ path: { tableId: table } }, options);
    const unmet = Object.entries(wanted).flatMap(([key, value]) => (metadata[key] === value ? [] : [key]));
    checked.push({ table, name: names.get(table), unmet });
  }
  return checked;
}

/** Whether the job itself reads a table, by its own SQL. The counting queries read every written table. */
function isReadByJob({ job }: SqlJobFile, table: string): boolean {
  const name = new RegExp(`(?<![\\w.])${escapePattern(table)}(?!\\w)`, "gi");
  return (job.actions ?? []).some(({ query, upsert, replace }) => {
    const source = upsert?.source ?? replace?.source;
    const isSource = source !== undefined && includesName([table], source);
    return (
      isSource ||
      readSqlStatements(query?.query ?? "").some(({ text, target }) => {
        const uses = text.match(name)?.length ?? 0;
        return uses > (target !== undefined && includesName([table], target) ? 1 : 0);
      })
    );
  });
}

function includesName(names: readonly string[], name: string): boolean {
  return names.some((other) => other.toLowerCase() === name.toLowerCase());
}
