import { quoteSparkName } from "../base/sql-quote.ts";
import type { DryRunReport, DryRunStep } from "../client/sql/dry-run-report.ts";
import type { SqlJobRequest } from "../contract/sql-job-schemas.ts";
import { SparkFailure, sessionLostText } from "../spark-connect/spark-failure.ts";
import { parseSparkRemote, type SparkRemote } from "../spark-connect/spark-remote.ts";
import { SparkSession } from "../spark-connect/spark-session.ts";
import { IcebergCatalog } from "./iceberg-catalog.ts";
import type { IcebergTable } from "./iceberg-table.ts";
import { LakehouseError } from "./lakehouse-error.ts";
import {
  isSameName,
  type PlannedInput,
  planRehearsal,
  type RehearsalPlan,
  type RehearsedAction,
} from "./plan-rehearsal.ts";
import { type InputFile, readInput } from "./read-input.ts";
import { dropLeftovers, RehearsalBranches } from "./rehearsal-branches.ts";
import { RehearsedTables } from "./rehearsed-tables.ts";
import { runAction, unreachedStep } from "./run-action.ts";
import { isSameSession, openSession, type SparkCluster, sessionMarker } from "./spark-cluster.ts";

export interface RehearsalRequest {
  readonly cluster: SparkCluster;
  readonly job: SqlJobRequest;
  /** Local files by the name under which the job has them. */
  readonly files: readonly InputFile[];
  /** Folder on this machine in which branches are noted while they are there. */
  readonly journalFolder: string;
}

/** Called before an action runs. */
export type OnAction = (action: Pick<RehearsedAction, "index" | "kind">, count: number) => void;

/**
 * Runs a job on a cluster, on a branch of each table that it writes, and drops the branches whatever happens. Reports
 * what it would do; a job that would fail is reported, not thrown. Throws LakehouseError for what cannot be rehearsed and
 * SparkFailure for a cluster that cannot be used, before anything has run or in the middle.
 */
export async function rehearse(
  request: RehearsalRequest,
  onAction: OnAction,
  signal: AbortSignal,
): Promise<DryRunReport> {
  const { cluster, job, files, journalFolder } = request;
  const remote = readRemote(cluster);
  const plan = planRehearsal(job);
  const inputs = await Promise.all(plan.inputs.map((input) => readPlannedInput(input, files)));
  const catalog = await IcebergCatalog.open(cluster.catalog, signal);
  await dropLeftovers(catalog, cluster.catalog, journalFolder, signal);
  const tables = await loadTables(catalog, plan, signal);
  const session = new SparkSession(remote);
  const written = [...tables.values()].filter(({ name }) => includesName(plan.written, name));
  let branches: RehearsalBranches | undefined;
  let kept: readonly string[] = [];
  try {
    await openSession(session, signal);
    const names = written.map(({ name }) => name);
    branches = await RehearsalBranches.note(catalog, cluster.catalog, names, journalFolder);
    await session.configure({ [sessionMarker]: branches.name }, signal);
    const rehearsed = new RehearsedTables(catalog, session, branches.name);
    for (const table of tables.values()) {
      const path = [cluster.catalogName, ...cluster.catalog.namespace, table.name].map(quoteSparkName).join(".");
      await (names.includes(table.name)
        ? rehearsed.addWritten(table, path, signal)
        : rehearsed.addRead(table, path, signal));
    }
    for (const input of inputs) {
      await createInputView(session, input, signal);
    }
    const parts = { session, tables: rehearsed, inputs: plan.inputs.map(({ id }) => id) };
    const outcome = await runActions(plan, parts, branches.name, onAction, signal);
    const { read, written: writes } = plan;
    return { preconditions: [], tenants: [outcome], read, written: writes, isGood: isGood(outcome) };
  } finally {
    await session.close();
    kept = (await branches?.drop()) ?? [];
    if (kept.length > 0) {
      // biome-ignore lint/correctness/noUnsafeFinally: that a branch is still there is more than why.
      throw new LakehouseError(
        `The catalog did not drop the branch ${branches?.name} of ${kept.join(", ")}. Their main branches are as they were; the next rehearsal drops it.`,
      );
    }
  }
}

async function createInputView(
  session: SparkSession,
  { id, columns, rows }: Awaited<ReturnType<typeof readPlannedInput>>,
  signal: AbortSignal,
): Promise<void> {
  const sent = columns.map((name, index) => {
    const values = rows.map((row) => row[index] ?? null);
    return { name, type: "string" as const, values };
  });
  const query = await session.sendRows(sent, signal);
  await session.command(`CREATE OR REPLACE TEMPORARY VIEW ${quoteSparkName(id)} AS ${query}`, signal);
}

function readRemote({ remote, token }: SparkCluster): SparkRemote {
  try {
    return parseSparkRemote(remote, token);
  } catch (error) {
    throw error instanceof Error ? new LakehouseError(error.message, { cause: error }) : error;
  }
}

type Outcome = DryRunReport["tenants"][number];

async function runActions(
  { actions }: RehearsalPlan,
  parts: Parameters<typeof runAction>[1],
  branch: string,
  onAction: OnAction,
  signal: AbortSignal,
): Promise<Outcome> {
  const steps: DryRunStep[] = [];
  let failure: { readonly index: number; readonly message: string } | undefined;
  for (const action of actions) {
    const { index, kind } = action;
    if (failure) {
      steps.push(unreachedStep(action));
      continue;
    }
    signal.throwIfAborted();
    onAction({ index, kind }, actions.length);
    try {
      if (!(await isSameSession(parts.session, branch, signal))) {
        throw new SparkFailure("sessionLost", sessionLostText);
      }
      steps.push(await runAction(action, parts, signal));
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof LakehouseError) && !(error instanceof SparkFailure && error.kind === "statement")) {
        throw error;
      }
      failure = { index, message: `Action ${index + 1} (${kind}): ${error.message}` };
      steps.push(unreachedStep(action));
    }
  }
  return { tenant: undefined, steps, failure: failure?.message, failedStep: failure?.index };
}

function isGood({ failure, steps }: Outcome): boolean {
  return failure === undefined && steps.every((step) => step.kind !== "rows" || step.assertion !== "failed");
}

async function readPlannedInput({ id, filenames, hasHeader }: PlannedInput, files: readonly InputFile[]) {
  const found = filenames.map((name) => {
    const file = files.find((one) => one.name === name);
    if (!file) {
      throw new LakehouseError(`The input ${id} needs ${name}, which is not among the job file's uploads.`);
    }
    return file;
  });
  return { id, ...(await readInput(id, found, hasHeader)) };
}

/** Looks up every table before anything runs. Throws LakehouseError for one that is missing or cannot be counted. */
async function loadTables(
  catalog: IcebergCatalog,
  { read, written }: RehearsalPlan,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, IcebergTable>> {
  const tables = new Map<string, IcebergTable>();
  for (const name of [...written, ...read]) {
    if (!tables.has(name.toLowerCase())) {
      const table = await catalog.loadTable(name, signal);
      if (!table) {
        throw new LakehouseError(
          `The namespace has no table ${name}. Load it there, correct its name, or correct workforce.spark.namespace.`,
        );
      }
      if (includesName(written, name) && !table.hasRowLineage) {
        throw new LakehouseError(
          table.formatVersion < 3
            ? `${name} is a table of format ${table.formatVersion}, whose rows have no lineage to count changes by, so that the job is not rehearsed. ALTER TABLE ... SET TBLPROPERTIES ('format-version'='3') upgrades it.`
            : `${name} was last written before it became a table of format 3, so that its rows have no lineage to count changes by. Write to it once, and rehearse then.`,
        );
      }
      tables.set(name.toLowerCase(), table);
    }
  }
  return tables;
}

function includesName(names: readonly string[], name: string): boolean {
  return names.some((one) => isSameName(one, name));
}
