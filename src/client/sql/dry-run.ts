import type { SqlJobRequest, SqlJobResponse } from "../../contract/sql-job-schemas.ts";
import type { Client } from "../call/client.ts";
import { items } from "../call/paging.ts";
import type { ChildJob } from "../jobs/job-state.ts";
import { readCounts, stepsOf } from "./dry-run-counts.ts";
import { type DryRunPlan, planDryRun } from "./dry-run-plan.ts";
import type { DryRunPrecondition, DryRunReport, DryRunTenant } from "./dry-run-report.ts";
import type { SqlJobFile } from "./job-file.ts";
import { type JobFileRun, prepareTransaction, tenantsOf } from "./run-job-file.ts";
import { readSqlStatements } from "./sql-statement.ts";
import type { SqlTransaction } from "./sql-transaction.ts";

/** Why a dry run came to no end, in the numbers of the job that it stands for. */
export interface DryRunFailure {
  readonly message: string;
  /** Position of the action in the job, from 0; `undefined` where the service names none. */
  readonly step: number | undefined;
}

/** A dry run keeps its transaction open to read the counts, and then rolls it back: it is not open for the one who reads this. */
const keptOpen = / The transaction is still open\.$/;
const place = /^Action (\d+)\b([^:]*: )?(?:line (\d+)\b)?/;

/** Reads the message of a failed dry run: the service counts the actions and lines that it was given, people those of their file. */
export function readFailure(message: string, { origins }: Pick<DryRunPlan, "origins">): DryRunFailure {
  const own = message.replace(keptOpen, "");
  const [whole = "", action, label = "", line] = place.exec(own) ?? [];
  const origin = origins[Number(action) - 1];
  if (!origin) {
    return { message: own, step: undefined };
  }
  const { index, linesBefore } = origin;
  const named = line === undefined ? "" : `line ${Math.max(1, Number(line) - linesBefore)}`;
  return { message: `Action ${index + 1}${label}${named}${own.slice(whole.length)}`, step: index };
}

/**
 * Runs a job but for its end in a transaction that is rolled back, and counts the rows of what it writes before and after each
 * action. Uses nothing but the service's own operations. Throws what a run throws, but for a job that fails: the report says why.
 */
export async function dryRunSqlJobFile(run: Omit<JobFileRun, "onPlace">): Promise<DryRunReport> {
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
      onAway: () => onStep({ kind: "away" }),
    });
    const children = tenantsOf(state);
    const tenants: DryRunTenant[] = [];
    for (const child of children) {
      tenants.push(await readTenant(transaction, child, plan, children.length > 1, signal));
    }
    const written = access?.write ?? [];
    const read = (access?.read ?? []).filter((name) => !includesName(written, name) || isReadByItself(file, name));
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
  isOfMany: boolean,
  signal: AbortSignal,
): Promise<DryRunTenant> {
  const counts = await readCounts(transaction, plan.steps, isOfMany ? tenant : undefined, signal);
  const failure = phase === "failed" ? readFailure(message ?? "The service did not say why.", plan) : undefined;
  return { tenant, steps: stepsOf(plan.steps, counts), failure: failure?.message, failedStep: failure?.step };
}

function isGood({ failure, steps }: DryRunTenant): boolean {
  return failure === undefined && steps.every((step) => step.kind !== "rows" || step.assertion !== "failed");
}

/** The metadata that a job wants to find, compared before anything is sent; in the tenant of the calls. */
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
  for await (const { uuid, objectName } of items(client.listTableSources, {}, options)) {
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

/** The counting reads every table that is written; whether the job itself reads it, too, its own texts tell. */
function isReadByItself({ job }: SqlJobFile, table: string): boolean {
  const name = new RegExp(`(?<![\\w.])${table.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?!\\w)`, "gi");
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
