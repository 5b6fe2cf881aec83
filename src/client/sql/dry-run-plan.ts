import type { SqlAction, SqlJobRequest } from "../../contract/sql-job-schemas.ts";
import { findTopWord, maskSql, quotedName, readSqlStatements, type SqlStatement } from "./sql-statement.ts";

/** Number of rows that a query of the dry run found, by the output that it wrote. */
export type CountOutput = string;

/** One action as a dry run looks at it. */
export type PlannedStep = {
  /** Position in the job, from 0. */
  readonly index: number;
} & (
  | {
      readonly kind: "rows";
      readonly rows: CountOutput;
      readonly output: string | undefined;
      readonly mustHaveRows: boolean;
    }
  | PlannedWrite
  /** Takes effect at the commit, or ends the transaction: left out, or run without anything to count. */
  | { readonly kind: "left" | "noted"; readonly action: string }
);

export interface PlannedWrite {
  readonly kind: "write";
  readonly action: string;
  readonly table: string;
  readonly before: CountOutput;
  readonly after: CountOutput;
  /** Rows of the table that are replaced in place. */
  readonly changed: CountOutput | undefined;
  /** Whether some of the rows behind `changed` may stay as they are. */
  readonly isUpTo: boolean;
  /** What the action can never do. */
  readonly never: readonly ("added" | "removed")[];
  /** Whether the rows that were there all go. */
  readonly removesAll: boolean;
  /** Of an action that takes the columns of an input as they are. */
  readonly columns?: ColumnOutputs;
}

/** Outputs without rows, whose headers name the columns of an input and of the table that it goes into. */
interface ColumnOutputs {
  /** What SQL calls the input. */
  readonly input: string;
  readonly keys: readonly string[];
  readonly ofInput: string;
  readonly ofTable: string;
}

/** A job that does what another would do but for its end, and counts on the way. */
export interface DryRunPlan {
  readonly job: SqlJobRequest;
  readonly steps: readonly PlannedStep[];
  /** What each action of `job` stands for. */
  readonly origins: readonly ActionOrigin[];
}

/** The action of the planned job that an action of its dry run stands for. */
interface ActionOrigin {
  /** Position in the job, from 0. */
  readonly index: number;
  /** Lines that stand before the first one of the action's own text. */
  readonly linesBefore: number;
}

/** Plans the dry run of a job; it needs a transaction for the same tables, which is rolled back after it. */
export function planDryRun(job: SqlJobRequest): DryRunPlan {
  const actions: SqlAction[] = [];
  const origins: ActionOrigin[] = [];
  const steps: PlannedStep[] = [];
  for (const [index, action] of (job.actions ?? []).entries()) {
    const add = (added: SqlAction, linesBefore = 0) => {
      actions.push(added);
      origins.push({ index, linesBefore });
    };
    const count = (sql: string, linesBefore = 0): CountOutput => {
      const filename = `dry-run-${actions.length + 1}.csv`;
      add({ query: { query: sql, output: { format: { csv: { header: true } }, filename } } }, linesBefore);
      return filename;
    };
    const inputs = (job.inputs ?? []).flatMap(
      ({ id, filename, filenames = [] }) => id ?? nameOfFile(filename ?? filenames[0]),
    );
    steps.push({ index, ...planAction(action, add, count, inputs) });
    if (action.commit || action.rollback) {
      // What follows, a processing job, would be started for real.
      steps.push(...(job.actions ?? []).slice(index + 1).map((left, more) => leftOut(left, index + 1 + more)));
      break;
    }
  }
  const { preconditions: _, ...rest } = job;
  return { job: { ...rest, actions, keepTransactionOpenOnError: true }, steps, origins };
}

type Add = (action: SqlAction) => void;
type Count = (sql: string, linesBefore?: number) => CountOutput;
type Planned = PlannedStep extends infer Step ? (Step extends unknown ? Omit<Step, "index"> : never) : never;

/** What SQL calls an input without an id (sql-like-language 13.3). */
function nameOfFile(filename = ""): string {
  return (filename.split("/").at(-1) ?? "").replace(/(?<=.)\.[^.]*$/, "");
}

function planAction(action: SqlAction, add: Add, count: Count, inputs: readonly string[]): Planned {
  const { query, upsert, replace, reset, setMetadata } = action;
  if (query) {
    const statement = readSqlStatements(query.query ?? "")[0];
    if (statement?.target !== undefined) {
      return planStatement({ ...statement, target: statement.target }, action, add, count);
    }
    if (statement?.verb !== "query") {
      add(action);
      return { kind: "noted", action: "query" };
    }
    // With what stands before the statement, so that a message that names a place is of the text as it was written.
    const written = (query.query ?? "").slice(0, statement.end);
    const rows = count(`SELECT count(*) AS n FROM (\n${written}\n) AS checked`, 1);
    return { kind: "rows", rows, output: query.output?.filename, mustHaveRows: query.rollbackOnEmpty ?? false };
  }
  if (upsert) {
    const { source = "", target = "", keys = [] } = upsert;
    const matches = keys.map((key) => `t.${quotedName(key)} = s.${quotedName(key)}`).join(" AND ");
    const changed = `SELECT count(*) AS n FROM ${quotedName(target)} AS t LEFT SEMI JOIN ${quotedName(source)} AS s ON ${matches}`;
    const columns = planColumns(source, target, keys, count, inputs);
    return { ...around("upsert", target, count, () => add(action), { changed, never: ["removed"] }), ...columns };
  }
  if (replace) {
    const { source = "", target = "" } = replace;
    const columns = planColumns(source, target, [], count, inputs);
    return { ...around("replace", target, count, () => add(action), {}), ...columns };
  }
  if (reset) {
    return around("reset", reset.table ?? "", count, () => add(action), {});
  }
  if (setMetadata) {
    add(action);
    return { kind: "noted", action: "setMetadata" };
  }
  return { kind: "left", action: nameOf(action) };
}

/** An input whose columns go into a table by name; of a query the author has chosen them. */
function planColumns(
  source: string,
  target: string,
  keys: readonly string[],
  count: Count,
  inputs: readonly string[],
): Pick<PlannedWrite, "columns"> {
  const input = inputs.find((name) => name.toLowerCase() === source.toLowerCase());
  if (input === undefined) {
    return {};
  }
  const noRows = (name: string) => count(`SELECT * FROM ${quotedName(name)} WHERE false`);
  return { columns: { input, keys, ofInput: noRows(source), ofTable: noRows(target) } };
}

function planStatement(
  statement: SqlStatement & { readonly target: string },
  action: SqlAction,
  add: Add,
  count: Count,
): Planned {
  const { verb, target, isOverwrite } = statement;
  const run = () => add(action);
  switch (verb) {
    case "insert":
      return around("INSERT", target, count, run, { never: isOverwrite ? [] : ["removed"], removesAll: isOverwrite });
    case "delete":
      return around("DELETE", target, count, run, { never: ["added"] });
    case "update":
      return around("UPDATE", target, count, run, { ...changedByUpdate(statement), never: ["added", "removed"] });
    default:
      return around("MERGE", target, count, run, changedByMerge(statement));
  }
}

type WriteFacts = Partial<Pick<PlannedWrite, "isUpTo" | "never" | "removesAll">> & {
  readonly changed?: string | undefined;
};

function around(
  action: string,
  table: string,
  count: Count,
  run: () => void,
  { changed, isUpTo = false, never = [], removesAll = false }: WriteFacts,
): Planned {
  const all = `SELECT count(*) AS n FROM ${quotedName(table)}`;
  const before = count(all);
  const changedRows = changed === undefined ? undefined : count(changed);
  run();
  return { kind: "write", action, table, before, changed: changedRows, after: count(all), isUpTo, never, removesAll };
}

/** `UPDATE t AS a SET ... WHERE c` changes the rows of `t AS a WHERE c`. */
function changedByUpdate({ text }: SqlStatement): WriteFacts {
  const masked = maskSql(text);
  const update = findTopWord(masked, ["UPDATE"]);
  const set = findTopWord(masked, ["SET"]);
  const where = findTopWord(masked, ["WHERE"]);
  if (update !== 0 || set < 0) {
    return {};
  }
  const condition = where < 0 ? "" : text.slice(where);
  return { changed: `SELECT count(*) AS n FROM ${text.slice("UPDATE".length, set).trim()} ${condition}`.trim() };
}

/** `MERGE INTO t USING s ON c WHEN ...` changes no more than the rows of `t` that have a partner. */
function changedByMerge({ text }: SqlStatement): WriteFacts {
  const masked = maskSql(text);
  const into = findTopWord(masked, ["INTO"]);
  const using = findTopWord(masked, ["USING"]);
  const on = findTopWord(masked, ["ON"], using);
  const when = findTopWord(masked, ["WHEN"], on);
  if (findTopWord(masked, ["MERGE"]) !== 0 || [into, using, on, when].includes(-1)) {
    return {};
  }
  const target = text.slice(into + "INTO".length, using).trim();
  const source = text.slice(using + "USING".length, on).trim();
  const branches = masked.slice(when);
  const mayRemove = /\bTHEN\s+DELETE\b/i.test(branches);
  const isPlain = !/\bMATCHED\s+AND\b/i.test(branches) && !/\bBY\s+SOURCE\b/i.test(branches);
  return {
    ...(/\bTHEN\s+UPDATE\b/i.test(branches) && {
      changed: `SELECT count(*) AS n FROM ${target} LEFT SEMI JOIN ${source} ${text.slice(on, when).trim()}`,
    }),
    isUpTo: mayRemove || !isPlain,
    never: mayRemove ? (/\bINSERT\b/i.test(branches) ? [] : ["added"]) : ["removed"],
  };
}

function leftOut(action: SqlAction, index: number): PlannedStep {
  return { index, kind: "left", action: nameOf(action) };
}

function nameOf(action: SqlAction): string {
  return Object.keys(action)[0] ?? "action";
}
