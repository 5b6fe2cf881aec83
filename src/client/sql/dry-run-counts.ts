import { matchColumns } from "../../base/match-columns.ts";
import { StatusError } from "../interface/errors.ts";
import { parseCsvOutput } from "./csv-output.ts";
import type { CountOutputName, PlannedStep, PlannedWrite } from "./dry-run-plan.ts";
import type { ColumnMismatch, DryRunStep, DryRunWrite } from "./dry-run-report.ts";
import type { SqlTransaction } from "./sql-transaction.ts";

/** Contents of a dry run's outputs. Outputs of actions that did not run are missing. */
interface Counts {
  readonly rows: ReadonlyMap<CountOutputName, number>;
  /** Column names from the headers of outputs without rows, by output. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
}

/** Number of concurrent downloads. */
const batchSize = 8;

/** Downloads the output files in which a dry run has its counts. */
export async function readDryRunCounts(
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
  const headers = steps.flatMap((step) =>
    step.kind === "write" && step.columns ? [step.columns.inputHeader, step.columns.tableHeader] : [],
  );
  const rows = new Map<CountOutputName, number>();
  const columns = new Map<string, readonly string[]>();
  await inBatches([...outputs, ...headers], async (output) => {
    const [header, first] = await readRows(transaction, output, tenant, signal);
    const count = Number(first?.[0] ?? Number.NaN);
    if (header && headers.includes(output)) {
      columns.set(
        output,
        header.map((name) => name ?? ""),
      );
    } else if (!Number.isNaN(count)) {
      rows.set(output, count);
    }
  });
  return { rows, columns };
}

async function inBatches(outputs: readonly string[], read: (output: string) => Promise<void>): Promise<void> {
  for (let first = 0; first < outputs.length; first += batchSize) {
    await Promise.all(outputs.slice(first, first + batchSize).map(read));
  }
}

/** Reads an output, which has at most two rows. Returns no rows if its action did not run. */
async function readRows(
  transaction: SqlTransaction,
  output: string,
  tenant: string | undefined,
  signal: AbortSignal,
): Promise<readonly (readonly (string | null)[])[]> {
  try {
    const { body } = await transaction.output(output, signal, tenant);
    const rows: (readonly (string | null)[])[] = [];
    for await (const row of parseCsvOutput(body)) {
      rows.push(row);
    }
    return rows;
  } catch (error) {
    if (error instanceof StatusError && error.status === 404) {
      return [];
    }
    throw error;
  }
}

/** Combines the steps of a dry run's plan with their counts. */
export function combineStepsWithCounts(steps: readonly PlannedStep[], counts: Counts): readonly DryRunStep[] {
  return steps.map((step): DryRunStep => {
    if (step.kind === "write") {
      return { index: step.index, ...combineWrite(step, counts) };
    }
    if (step.kind !== "rows") {
      return { index: step.index, kind: step.kind, action: step.action };
    }
    const rows = counts.rows.get(step.rows);
    const assertion = step.mustHaveRows && rows !== undefined ? (rows > 0 ? "passed" : "failed") : undefined;
    return { index: step.index, kind: "rows", rows, output: step.output, assertion };
  });
}

function combineWrite(step: PlannedWrite, counts: Counts): DryRunWrite {
  const { action, table, never, removesAll } = step;
  const before = counts.rows.get(step.before);
  const after = counts.rows.get(step.after);
  const counted = step.changed === undefined ? undefined : counts.rows.get(step.changed);
  const mismatch = findMismatch(step, counts);
  const isUpperBound = counted !== undefined && counted > 0;
  const common = { kind: "write", action, table, before, after, isUpperBound, ...(mismatch && { mismatch }) } as const;
  if (before === undefined || after === undefined) {
    return { ...common, added: undefined, changed: undefined, removed: undefined };
  }
  if (removesAll) {
    return { ...common, added: after, changed: 0, removed: before };
  }
  const canDerive = never.length > 0;
  return {
    ...common,
    added: never.includes("added") ? 0 : canDerive ? after - before : undefined,
    removed: never.includes("removed") ? 0 : canDerive ? before - after : undefined,
    changed: counted ?? (canDerive && step.changed === undefined && isPlainWrite(step) ? 0 : undefined),
  };
}

function findMismatch({ columns }: PlannedWrite, counts: Counts): ColumnMismatch | undefined {
  const inputHeader = columns && counts.columns.get(columns.inputHeader);
  const tableHeader = columns && counts.columns.get(columns.tableHeader);
  if (!inputHeader || !tableHeader) {
    return undefined;
  }
  const table = tableHeader.map((name) => ({ name, dataType: "UNSPECIFIED" }));
  const { findings } = matchColumns(inputHeader, table, columns.keys);
  return findings.length === 0 ? undefined : { input: columns.input, findings };
}

/** Whether an action changes no rows in place: it only adds or only removes. */
function isPlainWrite({ action, never }: PlannedWrite): boolean {
  return never.length > 0 && (action === "INSERT" || action === "DELETE" || action === "MERGE");
}
