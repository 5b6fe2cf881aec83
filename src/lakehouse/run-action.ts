import { type ColumnDifference, matchColumns } from "../base/match-columns.ts";
import { quoteSparkName } from "../base/sql-quote.ts";
import type { DryRunStep, DryRunWrite } from "../client/sql/dry-run-report.ts";
import { SparkFailure } from "../spark-connect/spark-failure.ts";
import type { SparkSession } from "../spark-connect/spark-session.ts";
import type { CheckedStatement } from "./check-statement.ts";
import { isSameName, type RehearsedAction } from "./plan-rehearsal.ts";
import { RehearsalError } from "./rehearsal-error.ts";
import type { RehearsedTables } from "./rehearsed-tables.ts";

/** What actions run with. */
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

/** Runs an action on the branches. Throws RehearsalError if the job would fail there, and SparkFailure if Spark is gone. */
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
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await work(AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (timeout.aborted && !signal.aborted) {
      throw new RehearsalError(`the action took longer than its timeoutSeconds of ${timeoutMs / 1000}.`, {
        cause: error,
      });
    }
    throw error;
  }
}

async function countRows(statement: CheckedStatement, { session }: ActionParts, signal: AbortSignal): Promise<number> {
  const before = "SELECT count(*) FROM (\n";
  const { rows } = await atPlaces({ line: 1, from: 0, shift: 0 }, () =>
    session.query(`${before}${statement.text}\n) AS rehearsed`, signal),
  );
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
  const { text, kind } = statement;
  const { start = 0, end = 0, alias } = statement.target ?? {};
  // A qualified name of a column still begins with the table's own name.
  const written = `${parts.tables.writePath(target)}${kind === "insert" || alias !== undefined ? "" : ` AS ${quoteSparkName(target)}`}`;
  const sent = `${text.slice(0, start)}${written}${text.slice(end)}`;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const place = {
    line: 0,
    from: start - lineStart,
    shift: written.length - (end - start),
    on: countLines(text, start),
  };
  const counts = await parts.tables.countChanges(target, signal, () =>
    atPlaces(place, () => parts.session.command(sent, signal)),
  );
  return { ...counts, isUpperBound: false };
}

/** Rows whose keys are in the table are changed, the others are added; columns that the source lacks become NULL. */
async function upsert(
  { source, target, keys }: Write<"upsert">,
  parts: ActionParts,
  signal: AbortSignal,
): Promise<Counted> {
  const { columns, given, mismatch } = await compareColumns(source, target, keys, parts, signal);
  for (const key of keys) {
    for (const [side, names] of [
      [target, columns],
      [source, given],
    ] as const) {
      if (!names.some(({ name }) => isSameName(name, key))) {
        throw new RehearsalError(`upsert into ${target}: ${side} has no key column "${key}".`);
      }
    }
  }
  const quotedKeys = keys.map(quoteSparkName);
  const duplicates = await parts.session.query(
    `SELECT count(*) FROM (SELECT 1 FROM ${castSource(source, given)} WHERE ${quotedKeys.map((key) => `${key} IS NOT NULL`).join(" AND ")} GROUP BY ${quotedKeys.join(", ")} HAVING count(*) > 1)`,
    signal,
  );
  const count = Number(duplicates.rows[0]?.[0] ?? 0);
  if (count > 0) {
    throw new RehearsalError(
      `upsert into ${target}: the source ${source} has more than one row for ${count} of its keys; make the keys unique first.`,
    );
  }
  const valueIn = (name: string) =>
    given.some((one) => isSameName(one.name, name)) ? `s.${quoteSparkName(name)}` : "NULL";
  const names = columns.map(({ name }) => name);
  const sql = [
    `MERGE INTO ${parts.tables.writePath(target)} AS t USING ${castSource(source, given)} AS s`,
    `ON ${quotedKeys.map((key) => `t.${key} = s.${key}`).join(" AND ")}`,
    `WHEN MATCHED THEN UPDATE SET ${names.map((name) => `t.${quoteSparkName(name)} = ${valueIn(name)}`).join(", ")}`,
    `WHEN NOT MATCHED THEN INSERT (${names.map(quoteSparkName).join(", ")}) VALUES (${names.map(valueIn).join(", ")})`,
  ].join(" ");
  const counts = await parts.tables.countChanges(target, signal, () => parts.session.command(sql, signal));
  return { ...counts, isUpperBound: false, ...(mismatch && { mismatch }) };
}

/** The table has the rows of the source afterwards; rows that are in both stay, and count as neither added nor removed. */
async function replace(
  { source, target }: Write<"replace">,
  parts: ActionParts,
  signal: AbortSignal,
): Promise<Counted> {
  const { columns, given, mismatch } = await compareColumns(source, target, [], parts, signal);
  const names = columns.map(({ name }) => quoteSparkName(name)).join(", ");
  const values = columns.map(({ name, type }) =>
    given.some((one) => isSameName(one.name, name))
      ? quoteSparkName(name)
      : `CAST(NULL AS ${type}) AS ${quoteSparkName(name)}`,
  );
  const rows = `SELECT ${values.join(", ")} FROM ${castSource(source, given)}`;
  const table = `SELECT ${names} FROM ${quoteSparkName(target)}`;
  const before = await parts.tables.countRows(target, signal);
  const countOf = async (query: string) =>
    Number((await parts.session.query(`SELECT count(*) FROM (${query})`, signal)).rows[0]?.[0] ?? 0);
  const hasMap = columns.some(({ type }) => type.includes("map<"));
  const added = hasMap ? undefined : await countOf(`${rows} EXCEPT ALL ${table}`);
  await parts.tables.change(target, signal, () =>
    parts.session.command(`INSERT OVERWRITE ${parts.tables.writePath(target)} ${rows}`, signal),
  );
  const after = await parts.tables.countRows(target, signal);
  const removed = added === undefined ? undefined : before + added - after;
  return { before, after, added, changed: undefined, removed, isUpperBound: false, ...(mismatch && { mismatch }) };
}

interface TypedColumn {
  readonly name: string;
  readonly type: string;
  /** Type of the value in the source, where it differs. */
  readonly from?: string;
}

/**
 * Columns of a table, and those of them that a source has, cast to the table's types. Throws RehearsalError that names
 * the columns whose values do not fit.
 */
async function compareColumns(
  source: string,
  target: string,
  keys: readonly string[],
  { session, inputs }: ActionParts,
  signal: AbortSignal,
): Promise<{
  readonly columns: readonly TypedColumn[];
  readonly given: readonly TypedColumn[];
  readonly mismatch: DryRunWrite["mismatch"];
}> {
  const columnsOf = async (name: string) =>
    (await session.query(`SELECT * FROM ${quoteSparkName(name)} LIMIT 0`, signal)).columns;
  const [columns, own] = [await columnsOf(target), await columnsOf(source)];
  const given = columns.flatMap(({ name, type }): TypedColumn[] => {
    const found = own.find((one) => isSameName(one.name, name));
    return found ? [{ name, type, ...(found.type !== type && { from: found.type }) }] : [];
  });
  const tests = given.filter(({ from }) => from !== undefined);
  if (tests.length > 0) {
    const counts = tests.map(
      ({ name, type }) =>
        `count(CASE WHEN ${quoteSparkName(name)} IS NOT NULL AND CAST(${quoteSparkName(name)} AS ${type}) IS NULL THEN 1 END)`,
    );
    const { rows } = await session.query(`SELECT ${counts.join(", ")} FROM ${quoteSparkName(source)}`, signal);
    for (const [index, { name, type }] of tests.entries()) {
      const invalid = Number(rows[0]?.[index] ?? 0);
      if (invalid > 0) {
        throw new RehearsalError(`${source}, ${name}: ${invalid} values are not of the type ${type}.`);
      }
    }
  }
  const findings: readonly ColumnDifference[] = inputs.some((input) => isSameName(input, source))
    ? matchColumns(
        own.map(({ name }) => name),
        columns.map(({ name, type }) => ({ name, dataType: type })),
        keys,
      ).findings
    : [];
  return { columns, given, mismatch: findings.length > 0 ? { input: source, findings } : undefined };
}

function castSource(source: string, given: readonly TypedColumn[]): string {
  const values = given.map(({ name, type, from }) =>
    from === undefined ? quoteSparkName(name) : `CAST(${quoteSparkName(name)} AS ${type}) AS ${quoteSparkName(name)}`,
  );
  return `(SELECT ${values.join(", ")} FROM ${quoteSparkName(source)})`;
}

function writeName(action: Exclude<RehearsedAction, { readonly run: "query" | "left" | "noted" }>): string {
  return action.run === "write" ? action.statement.kind.toUpperCase() : action.run;
}

function countLines(text: string, end: number): number {
  return text.slice(0, end).split("\n").length;
}

/** How places in the text that was sent differ from those in the user's: `line` lines before it, `shift` characters on line `on`. */
interface PlaceShift {
  readonly line: number;
  readonly from: number;
  readonly shift: number;
  readonly on?: number;
}

/** Converts a failure of a statement to one at its place in the user's text. */
async function atPlaces<Value>(
  { line: linesBefore, from, shift, on }: PlaceShift,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SparkFailure) || error.kind !== "statement") {
      throw error;
    }
    const { position, reason } = error;
    const line = position && Math.max(1, position.line - linesBefore);
    const isShifted = line !== undefined && line === on && position !== undefined && position.column - 1 > from;
    const column = position && (isShifted ? Math.max(from + 1, position.column - shift) : position.column);
    throw new RehearsalError(position ? `line ${line}, column ${column}: ${reason}` : reason, { cause: error });
  }
}
