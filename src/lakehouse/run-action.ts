import { longestTimerMs } from "../base/clock.ts";
import { matchColumns } from "../base/match-columns.ts";
import type { DryRunStep, DryRunWrite } from "../client/sql/dry-run-report.ts";
import type { SparkSession } from "../spark-connect/spark-session.ts";
import type { CheckedStatement } from "./check-statement.ts";
import { LakehouseError } from "./lakehouse-error.ts";
import { isSameName, type RehearsedAction } from "./plan-rehearsal.ts";
import type { RehearsedTables } from "./rehearsed-tables.ts";
import { atPlaces, placeTarget, wrapQuery } from "./sent-statement.ts";
import { type ComparedColumns, compareColumns, replaceRows, upsertRows } from "./source-rows.ts";

/** Dependencies of the actions of a rehearsed job. */
interface ActionParts {
  readonly session: SparkSession;
  readonly tables: RehearsedTables;
  /** Names in SQL of the inputs. */
  readonly inputs: readonly string[];
}

type Write<Run extends RehearsedAction["run"]> = Extract<RehearsedAction, { readonly run: Run }>;
type Counted = Omit<DryRunWrite, "kind" | "action" | "table">;

/** The step of an action that was not run. */
export function unreachedStep(action: RehearsedAction): DryRunStep {
  const { index, kind } = action;
  switch (action.run) {
    case "query":
      return { kind: "rows", index, rows: undefined, output: action.output, assertion: undefined };
    case "left":
    case "noted":
      return { kind: action.run, index, action: kind };
    default: {
      const counts = { before: undefined, after: undefined, added: undefined, changed: undefined, removed: undefined };
      return { kind: "write", index, action: writeName(action), table: action.target, ...counts, isUpperBound: false };
    }
  }
}

/** Runs an action on the branches. Throws LakehouseError if the job would fail there, and SparkFailure if Spark is gone. */
export async function runAction(action: RehearsedAction, parts: ActionParts, signal: AbortSignal): Promise<DryRunStep> {
  const startedMs = performance.now();
  const duration = () => ({ durationMs: Math.round(performance.now() - startedMs) });
  const step = unreachedStep(action);
  switch (action.run) {
    case "query": {
      const rows = await withTimeout(action.timeoutMs, signal, (limited) =>
        countRows(action.statement, parts, limited),
      );
      const assertion = action.mustHaveRows ? (rows > 0 ? "passed" : "failed") : undefined;
      return { kind: "rows", index: action.index, rows, output: action.output, assertion, ...duration() };
    }
    case "left":
    case "noted":
      return step;
    default: {
      const counted = await withTimeout("timeoutMs" in action ? action.timeoutMs : undefined, signal, (limited) =>
        runWrite(action, parts, limited),
      );
      return { ...(step as Extract<DryRunStep, { kind: "write" }>), ...counted, ...duration() };
    }
  }
}

async function withTimeout<Value>(
  timeoutMs: number | undefined,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  if (timeoutMs === undefined) {
    return await work(signal);
  }
  const timeout = AbortSignal.timeout(Math.min(timeoutMs, longestTimerMs));
  try {
    return await work(AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (timeout.aborted && !signal.aborted) {
      throw new LakehouseError(`the action took longer than its timeoutSeconds of ${timeoutMs / 1000}.`, {
        cause: error,
      });
    }
    throw error;
  }
}

async function countRows(statement: CheckedStatement, { session }: ActionParts, signal: AbortSignal): Promise<number> {
  const sent = wrapQuery(statement.text, "SELECT count(*) FROM (", ") AS rehearsed");
  const { rows } = await atPlaces(sent, (sql) => session.query(sql, signal));
  return Number(rows[0]?.[0] ?? 0);
}

async function runWrite(
  action: Exclude<RehearsedAction, { readonly run: "query" | "left" | "noted" }>,
  parts: ActionParts,
  signal: AbortSignal,
): Promise<Counted> {
  switch (action.run) {
    case "write":
      return await runStatement(action, parts, signal);
    case "upsert":
      return await upsert(action, parts, signal);
    case "replace":
      return await replace(action, parts, signal);
    case "reset": {
      const before = await parts.tables.countRows(action.target, signal);
      await parts.tables.reset(action.target, action.asOfMs, signal);
      const after = await parts.tables.countRows(action.target, signal);
      return { before, after, added: undefined, changed: undefined, removed: undefined, isUpperBound: false };
    }
  }
}

async function runStatement(
  { statement, target }: Write<"write">,
  parts: ActionParts,
  signal: AbortSignal,
): Promise<Counted> {
  const sent = placeTarget(statement, target, parts.tables.writePath(target), parts.tables.columnsOf(target));
  const counts = await parts.tables.countChanges(target, signal, () =>
    atPlaces(sent, (sql) => parts.session.command(sql, signal)),
  );
  return { ...counts, isUpperBound: counts.changed > 0 };
}

async function upsert(
  { source, target, keys }: Write<"upsert">,
  parts: ActionParts,
  signal: AbortSignal,
): Promise<Counted> {
  const columns = await compareColumns(parts.session, source, target, signal);
  const counts = await parts.tables.countChanges(target, signal, () =>
    upsertRows(parts.session, columns, parts.tables.writePath(target), keys, signal),
  );
  return { ...counts, isUpperBound: counts.changed > 0, ...findMismatch(columns, parts, keys) };
}

async function replace(
  { source, target }: Write<"replace">,
  parts: ActionParts,
  signal: AbortSignal,
): Promise<Counted> {
  const columns = await compareColumns(parts.session, source, target, signal);
  const [writePath, rowsPath] = [parts.tables.writePath(target), parts.tables.rowsPath(target)];
  const counts = await parts.tables.countChanges(target, signal, () =>
    replaceRows(parts.session, columns, writePath, rowsPath, signal),
  );
  return { ...counts, isUpperBound: false, ...findMismatch(columns, parts, []) };
}

/** Describes how the columns of an input differ from those of the table that it is written to. Empty if they match. */
function findMismatch(
  { source, sourceNames, columns }: ComparedColumns,
  { inputs }: ActionParts,
  keys: readonly string[],
): Pick<DryRunWrite, "mismatch"> {
  if (!inputs.some((input) => isSameName(input, source))) {
    return {};
  }
  const table = columns.map(({ name, type }) => ({ name, dataType: type }));
  const { findings } = matchColumns(sourceNames, table, keys);
  return findings.length > 0 ? { mismatch: { input: source, findings } } : {};
}

function writeName(action: Exclude<RehearsedAction, { readonly run: "query" | "left" | "noted" }>): string {
  return action.run === "write" ? action.statement.kind.toUpperCase() : action.run;
}
