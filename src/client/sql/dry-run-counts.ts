import { StatusError } from "../errors.ts";
import { csvOutputRows } from "./csv-output.ts";
import type { CountOutput, PlannedStep, PlannedWrite } from "./dry-run-plan.ts";
import type { DryRunStep, DryRunWrite } from "./dry-run-report.ts";
import type { SqlTransaction } from "./sql-transaction.ts";

export type Counts = ReadonlyMap<CountOutput, number>;

/** Asked for together. */
const batchSize = 8;

/** What the queries of a dry run counted; without those that the job did not come to. */
export async function readCounts(
  transaction: SqlTransaction,
  steps: readonly PlannedStep[],
  tenant: string | undefined,
  signal: AbortSignal,
): Promise<Counts> {
  const outputs = steps.flatMap((step) =>
    step.kind === "rows"
      ? [step.rows]
      : step.kind === "write"
        ? [step.before, step.after, ...(step.changed === undefined ? [] : [step.changed])]
        : [],
  );
  const counts = new Map<CountOutput, number>();
  for (let first = 0; first < outputs.length; first += batchSize) {
    await Promise.all(
      outputs.slice(first, first + batchSize).map(async (output) => {
        const count = await readCount(transaction, output, tenant, signal);
        if (count !== undefined) {
          counts.set(output, count);
        }
      }),
    );
  }
  return counts;
}

async function readCount(
  transaction: SqlTransaction,
  output: CountOutput,
  tenant: string | undefined,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    const { body } = await transaction.output(output, signal, tenant);
    const rows: (readonly (string | null)[])[] = [];
    for await (const row of csvOutputRows(body)) {
      rows.push(row);
    }
    const count = Number(rows[1]?.[0] ?? Number.NaN);
    return Number.isNaN(count) ? undefined : count;
  } catch (error) {
    if (error instanceof StatusError && error.status === 404) {
      return undefined;
    }
    throw error;
  }
}

/** The steps of a plan with their counts. */
export function stepsOf(steps: readonly PlannedStep[], counts: Counts): readonly DryRunStep[] {
  return steps.map((step): DryRunStep => {
    if (step.kind === "write") {
      return { index: step.index, ...writeOf(step, counts) };
    }
    if (step.kind !== "rows") {
      return { index: step.index, kind: step.kind, action: step.action };
    }
    const rows = counts.get(step.rows);
    const assertion = step.mustHaveRows && rows !== undefined ? (rows > 0 ? "passed" : "failed") : undefined;
    return { index: step.index, kind: "rows", rows, output: step.output, assertion };
  });
}

function writeOf(step: PlannedWrite, counts: Counts): DryRunWrite {
  const { action, table, isUpTo, never, removesAll } = step;
  const before = counts.get(step.before);
  const after = counts.get(step.after);
  const counted = step.changed === undefined ? undefined : counts.get(step.changed);
  const facts = { kind: "write", action, table, before, after, isUpTo } as const;
  if (before === undefined || after === undefined) {
    return { ...facts, added: undefined, changed: undefined, removed: undefined };
  }
  if (removesAll) {
    return { ...facts, added: after, changed: 0, removed: before };
  }
  const canTell = never.length > 0;
  return {
    ...facts,
    added: never.includes("added") ? 0 : canTell ? after - before : undefined,
    removed: never.includes("removed") ? 0 : canTell ? before - after : undefined,
    changed: counted ?? (canTell && step.changed === undefined && isPlainWrite(step) ? 0 : undefined),
  };
}

/** What only adds, or only removes. */
function isPlainWrite({ action, never }: PlannedWrite): boolean {
  return never.length > 0 && (action === "INSERT" || action === "DELETE" || action === "MERGE");
}
