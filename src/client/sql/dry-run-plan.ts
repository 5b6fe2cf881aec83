import { quoteSparkName } from "../../base/sql-quote.ts";
import type { SqlAction, SqlJobRequest } from "../../contract/sql-job-schemas.ts";
import { findTopLevelKeyword, maskCommentsAndStrings, readSqlStatements, type SqlStatement } from "./sql-statement.ts";

/** Name of the output file with the result of a counting query in a dry run. */
export type CountOutputName = string;

/** An action of the original job, with the counting queries that the dry run adds for it. */
export type PlannedStep = {
  /** Index of the action in the job. */
  readonly index: number;
} & (
  | {
      readonly kind: "rows";
      readonly rows: CountOutputName;
      readonly output: string | undefined;
      readonly mustHaveRows: boolean;
    }
  | PlannedWrite
  /**
   * `left`: left out, because it ends the transaction or starts other work. `noted`: run, but with nothing to count.
   */
  | { readonly kind: "left" | "noted"; readonly action: string }
);

/** An action that writes a table, with the counting queries for it. */
export interface PlannedWrite {
  readonly kind: "write";
  readonly action: string;
  readonly table: string;
  readonly before: CountOutputName;
  readonly after: CountOutputName;
  /** Query that counts the rows that are written in place. Those that are written as they were do not change. */
  readonly changed: CountOutputName | undefined;
  /** Effects that this kind of action cannot have. */
  readonly never: readonly ("added" | "removed")[];
  /** Whether the action removes all existing rows of the table. */
  readonly removesAll: boolean;
  /** Queries that return the columns of an input and of its table, for comparing them. */
  readonly columns?: ColumnOutputs;
}

/** Outputs without rows, whose headers name the columns of an input and of the table that it is written to. */
interface ColumnOutputs {
  /** Name of the input in SQL. */
  readonly input: string;
  readonly keys: readonly string[];
  readonly inputHeader: string;
  readonly tableHeader: string;
}

/**
 * Job for a dry run. It has the actions of the original job, except commit and rollback, and counting queries between
 * them.
 */
export interface DryRunPlan {
  readonly job: SqlJobRequest;
  readonly steps: readonly PlannedStep[];
  /** Original action of each action in `job`. */
  readonly origins: readonly ActionOrigin[];
}

/** The action of the original job that an action of the dry run belongs to. */
interface ActionOrigin {
  /** Position in the job, from 0. */
  readonly index: number;
  /** Number of lines that the dry run adds before the text of the original action. */
  readonly linesBefore: number;
}

/**
 * Plans the dry run of a SQL job. The planned job must run in a transaction for the same tables that is then rolled
 * back.
 */
export function planDryRun(job: SqlJobRequest): DryRunPlan {
  const actions: SqlAction[] = [];
  const origins: ActionOrigin[] = [];
  const steps: PlannedStep[] = [];
  for (const [index, action] of (job.actions ?? []).entries()) {
    const add = (added: SqlAction, linesBefore = 0) => {
      actions.push(added);
      origins.push({ index, linesBefore });
    };
    const count = (sql: string, linesBefore = 0): CountOutputName => {
      const filename = `dry-run-${actions.length + 1}.csv`;
      add({ query: { query: sql, output: { format: { csv: { header: true } }, filename } } }, linesBefore);
      return filename;
    };
    const inputs = (job.inputs ?? []).flatMap(
      ({ id, filename, filenames = [] }) => id ?? inputName(filename ?? filenames[0]),
    );
    steps.push({ index, ...planAction(action, add, count, inputs) });
    if (action.commit || action.rollback) {
      // The actions that follow could start processing jobs, which a rollback does not undo.
      steps.push(...(job.actions ?? []).slice(index + 1).map((left, more) => planLeftOut(left, index + 1 + more)));
      break;
    }
  }
  const { preconditions: _, ...rest } = job;
  return { job: { ...rest, actions, keepTransactionOpenOnError: true }, steps, origins };
}

type Add = (action: SqlAction) => void;
type Count = (sql: string, linesBefore?: number) => CountOutputName;
type Planned = PlannedStep extends infer Step ? (Step extends unknown ? Omit<Step, "index"> : never) : never;

/** Name in SQL of an input without an id (sql-like-language 13.3). */
function inputName(filename = ""): string {
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
    // Includes the text before the statement, so that line numbers in messages match the original text.
    const written = (query.query ?? "").slice(0, statement.end);
    const rows = count(`SELECT count(*) AS n FROM (\n${written}\n) AS checked`, 1);
    return { kind: "rows", rows, output: query.output?.filename, mustHaveRows: query.rollbackOnEmpty ?? false };
  }
  if (upsert) {
    const { source = "", target = "", keys = [] } = upsert;
    const matches = keys.map((key) => `t.${quoteSparkName(key)} = s.${quoteSparkName(key)}`).join(" AND ");
    const changed = `SELECT count(*) AS n FROM ${quoteSparkName(target)} AS t LEFT SEMI JOIN ${quoteSparkName(source)} AS s ON ${matches}`;
    const columns = planColumns(source, target, keys, count, inputs);
    return { ...planWrite("upsert", target, count, () => add(action), { changed, never: ["removed"] }), ...columns };
  }
  if (replace) {
    const { source = "", target = "" } = replace;
    const columns = planColumns(source, target, [], count, inputs);
    return { ...planWrite("replace", target, count, () => add(action), {}), ...columns };
  }
  if (reset) {
    return planWrite("reset", reset.table ?? "", count, () => add(action), {});
  }
  if (setMetadata) {
    add(action);
    return { kind: "noted", action: "setMetadata" };
  }
  return { kind: "left", action: actionName(action) };
}

/** Compares the columns of an input with those of the table. Not needed for a query, whose author chose the columns. */
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
  const noRows = (name: string) => count(`SELECT * FROM ${quoteSparkName(name)} WHERE false`);
  return { columns: { input, keys, inputHeader: noRows(source), tableHeader: noRows(target) } };
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
      return planWrite("INSERT", target, count, run, {
        never: isOverwrite ? [] : ["removed"],
        removesAll: isOverwrite,
      });
    case "delete":
      return planWrite("DELETE", target, count, run, { never: ["added"] });
    case "update":
      return planWrite("UPDATE", target, count, run, { ...changedByUpdate(statement), never: ["added", "removed"] });
    default:
      return planWrite("MERGE", target, count, run, changedByMerge(statement));
  }
}

type WriteEffects = Partial<Pick<PlannedWrite, "never" | "removesAll">> & {
  readonly changed?: string | undefined;
};

function planWrite(
  action: string,
  table: string,
  count: Count,
  run: () => void,
  { changed, never = [], removesAll = false }: WriteEffects,
): Planned {
  const all = `SELECT count(*) AS n FROM ${quoteSparkName(table)}`;
  const before = count(all);
  const changedRows = changed === undefined ? undefined : count(changed);
  run();
  return {
    kind: "write",
    action,
    table,
    before,
    changed: changedRows,
    after: count(all),
    never,
    removesAll,
  };
}

/** Counts the rows of `t AS a WHERE c`, which `UPDATE t AS a SET ... WHERE c` writes. */
function changedByUpdate({ text }: SqlStatement): WriteEffects {
  const masked = maskCommentsAndStrings(text);
  const update = findTopLevelKeyword(masked, ["UPDATE"]);
  const set = findTopLevelKeyword(masked, ["SET"]);
  const where = findTopLevelKeyword(masked, ["WHERE"]);
  if (update !== 0 || set < 0) {
    return {};
  }
  const condition = where < 0 ? "" : text.slice(where);
  return { changed: `SELECT count(*) AS n FROM ${text.slice("UPDATE".length, set).trim()} ${condition}`.trim() };
}

/** Counts the rows of `t` that match a row of `s`; `MERGE INTO t USING s ON c WHEN ...` changes at most these. */
function changedByMerge({ text }: SqlStatement): WriteEffects {
  const masked = maskCommentsAndStrings(text);
  const into = findTopLevelKeyword(masked, ["INTO"]);
  const using = findTopLevelKeyword(masked, ["USING"]);
  const on = findTopLevelKeyword(masked, ["ON"], using);
  const when = findTopLevelKeyword(masked, ["WHEN"], on);
  if (findTopLevelKeyword(masked, ["MERGE"]) !== 0 || [into, using, on, when].includes(-1)) {
    return {};
  }
  const target = text.slice(into + "INTO".length, using).trim();
  const source = text.slice(using + "USING".length, on).trim();
  const branches = masked.slice(when);
  const mayRemove = /\bTHEN\s+DELETE\b/i.test(branches);
  return {
    ...(/\bTHEN\s+UPDATE\b/i.test(branches) && {
      changed: `SELECT count(*) AS n FROM ${target} LEFT SEMI JOIN ${source} ${text.slice(on, when).trim()}`,
    }),
    never: mayRemove ? (/\bINSERT\b/i.test(branches) ? [] : ["added"]) : ["removed"],
  };
}

function planLeftOut(action: SqlAction, index: number): PlannedStep {
  return { index, kind: "left", action: actionName(action) };
}

function actionName(action: SqlAction): string {
  return Object.keys(action)[0] ?? "action";
}
