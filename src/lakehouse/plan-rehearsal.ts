import type { SqlAction, SqlJobRequest } from "../contract/sql-job-schemas.ts";
import { type CheckedStatement, checkStatement } from "./check-statement.ts";
import { LakehouseError } from "./lakehouse-error.ts";

/** An action of a job, as a rehearsal runs it. `index` is its position in the job. */
export type RehearsedAction = { readonly index: number; readonly kind: string } & (
  | {
      readonly run: "query";
      readonly statement: CheckedStatement;
      readonly output: string | undefined;
      readonly mustHaveRows: boolean;
      readonly timeoutMs: number | undefined;
    }
  | {
      readonly run: "write";
      readonly statement: CheckedStatement;
      readonly target: string;
      readonly timeoutMs: number | undefined;
    }
  | { readonly run: "upsert"; readonly source: string; readonly target: string; readonly keys: readonly string[] }
  | { readonly run: "replace"; readonly source: string; readonly target: string }
  | { readonly run: "reset"; readonly target: string; readonly asOfMs: number }
  | { readonly run: "left" | "noted" }
);

/** Planned steps of a rehearsal, which it made without sending a request. */
export interface RehearsalPlan {
  readonly actions: readonly RehearsedAction[];
  readonly inputs: readonly PlannedInput[];
  /** Names of tables, each once, that are read and that are written. Inputs are not among them. */
  readonly read: readonly string[];
  readonly written: readonly string[];
}

export interface PlannedInput {
  /** Its name in SQL. */
  readonly id: string;
  readonly filenames: readonly string[];
  readonly hasHeader: boolean;
}

/** Plans the rehearsal of a job. Throws LakehouseError that names what cannot be rehearsed, with its action. */
export function planRehearsal(job: SqlJobRequest): RehearsalPlan {
  const { tenants = [], preconditions = [] } = job;
  if (tenants.length > 1) {
    throw new LakehouseError("A job of several tenants is not rehearsed: a rehearsal has the tables of one namespace.");
  }
  if (preconditions.length > 0) {
    throw new LakehouseError(
      "Preconditions are not rehearsed: the service has the metadata that they ask for, not the catalog.",
    );
  }
  const inputs = (job.inputs ?? []).map(planInput);
  const actions: RehearsedAction[] = [];
  let hasEnded = false;
  for (const [index, action] of (job.actions ?? []).entries()) {
    const kind = Object.keys(action)[0] ?? "action";
    const planned = hasEnded ? ({ run: "left" } as const) : inAction(index, kind, () => planAction(action));
    actions.push({ index, kind, ...planned });
    hasEnded ||= action.commit !== undefined || action.rollback !== undefined;
  }
  const isInput = (name: string) => inputs.some(({ id }) => isSameName(id, name));
  const [read, written] = [new Map<string, string>(), new Map<string, string>()];
  for (const action of actions) {
    const target = targetOf(action);
    if (target !== undefined && isInput(target)) {
      throw new LakehouseError(`Action ${action.index + 1} (${action.kind}) writes ${target}, which is an input.`);
    }
    if (target !== undefined) {
      written.set(target.toLowerCase(), written.get(target.toLowerCase()) ?? target);
    }
    for (const name of readsOf(action).filter((one) => !isInput(one))) {
      read.set(name.toLowerCase(), read.get(name.toLowerCase()) ?? name);
    }
  }
  return { actions, inputs, read: [...read.values()], written: [...written.values()] };
}

/** Adds the action to the message of an error. */
function inAction<Value>(index: number, kind: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw error instanceof LakehouseError
      ? new LakehouseError(`Action ${index + 1} (${kind}): ${error.message}`, { cause: error })
      : error;
  }
}

type Planned = RehearsedAction extends infer One ? (One extends unknown ? Omit<One, "index" | "kind"> : never) : never;

function planAction({ query, upsert, replace, reset, setMetadata }: SqlAction): Planned {
  if (query) {
    const statement = checkStatement(query.query ?? "");
    const { timeoutSeconds, output, rollbackOnEmpty = false } = query;
    const timeoutMs = timeoutSeconds === undefined ? undefined : timeoutSeconds * 1000;
    return statement.target
      ? { run: "write", statement, target: statement.target.path[0] ?? "", timeoutMs }
      : { run: "query", statement, output: output?.filename, mustHaveRows: rollbackOnEmpty, timeoutMs };
  }
  if (upsert) {
    const { keys = [] } = upsert;
    if (keys.length === 0) {
      throw new LakehouseError("keys is missing or empty; name the columns that identify a row.");
    }
    return { run: "upsert", source: nameIn(upsert.source), target: nameIn(upsert.target), keys };
  }
  if (replace) {
    return { run: "replace", source: nameIn(replace.source), target: nameIn(replace.target) };
  }
  if (reset) {
    const asOfMs = Date.parse(reset.asOfTimestamp ?? "");
    if (Number.isNaN(asOfMs)) {
      throw new LakehouseError("asOfTimestamp is missing, or no instant such as 2026-01-31T12:00:00Z.");
    }
    return { run: "reset", target: nameIn(reset.table), asOfMs };
  }
  return { run: setMetadata ? "noted" : "left" };
}

/** A name that stands alone in a job is held against the same rules as one in SQL. */
function nameIn(name = ""): string {
  const [only] = checkStatement(`SELECT 1 FROM \`${name.replaceAll("`", "``")}\``).reads;
  return only ?? name;
}

function planInput({
  id,
  filename,
  filenames = [],
  format,
  tenantCodeColumn,
  prependAdminTenantCode,
  inputDistributionMode = "NO_DISTRIBUTION",
  fileContainerName,
}: NonNullable<SqlJobRequest["inputs"]>[number]): PlannedInput {
  const all = filename === undefined ? filenames : [filename];
  const name = id ?? (all[0]?.split("/").at(-1) ?? "").replace(/(?<=.)\.[^.]*$/, "");
  const refused = format?.parquet
    ? "it is Parquet; a rehearsal takes CSV"
    : fileContainerName !== undefined
      ? "it is in a container of files"
      : tenantCodeColumn !== undefined || prependAdminTenantCode === true || inputDistributionMode !== "NO_DISTRIBUTION"
        ? "its rows are distributed over tenants"
        : all.length === 0
          ? "it names no file"
          : undefined;
  if (refused !== undefined) {
    throw new LakehouseError(`The input ${name} is not rehearsed: ${refused}.`);
  }
  return { id: nameIn(name), filenames: all, hasHeader: format?.csv?.header ?? false };
}

function targetOf(action: RehearsedAction): string | undefined {
  return "target" in action ? action.target : undefined;
}

function readsOf(action: RehearsedAction): readonly string[] {
  if (action.run === "query" || action.run === "write") {
    return action.statement.reads;
  }
  return action.run === "upsert" || action.run === "replace" ? [action.source] : [];
}

export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
