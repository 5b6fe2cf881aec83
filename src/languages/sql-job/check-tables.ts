import type { Node } from "jsonc-parser";
import { matchColumns } from "../../base/match-columns.ts";
import { addField, addItem, removeChild, replaceString } from "../core/json/json-edits.ts";
import { fieldsOf, itemsOf, type Located, spanOf, textOf, valueAt } from "../core/json/json-tree.ts";
import type { TableColumn, TableEntry } from "../core/model/table-model.ts";
import { didYouMean, listNames, nearestNames } from "../core/text/find-name.ts";
import { type FixableProblem, withFixes } from "../core/text/fix.ts";
import { freeName } from "../core/text/free-name.ts";
import type { Span, TextEdit } from "../core/text/span.ts";
import { createProblem } from "./diagnostics.ts";
import { inputColumns } from "./input-views.ts";
import type { JobScope } from "./job-scope.ts";
import { findInput, type JobInput, type ReadJob } from "./read-job.ts";
import {
  type ActionSql,
  findTables,
  type KnownTables,
  readActionsSql,
  sourcesOf,
  type TableUse,
  tableUses,
} from "./table-names.ts";

/**
 * Checks the tables and inputs that a job names, the keys of `upsert`, and the tables that the job writes
 * (sql-like-language 13.2).
 */
export async function checkTables(job: ReadJob, scope: JobScope): Promise<FixableProblem[]> {
  const uses = tableUses(job);
  const texts = await readActionsSql(job, scope);
  const inputNames = job.inputs.flatMap(({ name }) => name?.text ?? []);
  const names = [...uses, ...texts.flatMap(({ summary }) => summary.written.map(({ name }) => ({ text: name })))];
  const isMissing = ({ text, role }: TableUse, { find, isComplete }: Pick<KnownTables, "find" | "isComplete">) =>
    isComplete && !find(text) && !(role !== "lock" && findInput(job, text));
  const known = await findTables(
    [...names.map(({ text }) => text), ...inputNames],
    (found) => uses.some((use) => use.role !== "id" && isMissing(use, found)),
    scope,
  );
  return [
    ...checkInputs(job, (name) => known.find(name)),
    ...uses.flatMap((use) => (use.role === "id" ? checkId(use, known) : checkName(job, use, known))),
    ...checkWrites(job, uses, texts, known),
    ...(await checkKeys(job, known, scope)),
    ...(await checkSources(job, known, scope)),
    ...texts.flatMap(checkStatements),
  ];
}

function checkName(job: ReadJob, use: TableUse, known: KnownTables): FixableProblem[] {
  const input = use.role !== "lock" ? findInput(job, use.text) : undefined;
  if (input && use.role !== "source") {
    return known.find(use.text) ? [] : [createProblem("SJ204", use, { name: use.text })];
  }
  if (input || known.find(use.text) || !known.isComplete) {
    return [];
  }
  const byId = known.others.find(({ id }) => id === use.text);
  if (byId) {
    const { objectName } = byId;
    const problem = createProblem("SJ206", use, { id: use.text, name: objectName });
    return use.role === "lock" ? [] : [withFixes(problem, replaceString(use, [objectName]))];
  }
  const inputs = use.role === "source" ? job.inputs.flatMap(({ name }) => name?.text ?? []) : [];
  const near = nearestNames([...inputs, ...known.others.map(({ objectName }) => objectName)], use.text);
  const values = { input: use.role === "source" ? " or input" : "", name: use.text, suggestion: didYouMean(near) };
  return [withFixes(createProblem("SJ202", use, values), replaceString(use, near))];
}

/**
 * Reports a table's SQL name in a field that requires its unique id. An unknown id is not reported, because it may
 * exist.
 */
function checkId(use: TableUse, known: KnownTables): FixableProblem[] {
  const table = known.find(use.text);
  if (!table || table.id === use.text) {
    return [];
  }
  return [withFixes(createProblem("SJ205", use, { name: use.text }), replaceString(use, table.id ? [table.id] : []))];
}

/** Checks that `tablesToModify` contains every table that a job writes, by SQL name or unique id. */
function checkWrites(
  job: ReadJob,
  uses: readonly TableUse[],
  texts: readonly ActionSql[],
  known: KnownTables,
): FixableProblem[] {
  const locked = new Set(job.tablesToModify.map(({ text }) => text.toLowerCase()));
  const inSql = texts.flatMap(({ summary, outerSpan }) =>
    summary.written.map(({ name, ...span }) => ({ text: name, ...outerSpan(span) })),
  );
  const byName: readonly Located[] = uses.filter(({ role }) => role === "target" || role === "reset");
  return [...byName, ...inSql].flatMap((written) => {
    const table = known.find(written.text);
    const isLocked = locked.has(written.text.toLowerCase()) || locked.has(table?.id?.toLowerCase() ?? "");
    const isOther = !table && (known.isComplete || findInput(job, written.text));
    return isLocked || isOther ? [] : [unlocked(job, written, table?.objectName ?? written.text)];
  });
}

function unlocked({ text, root }: ReadJob, written: Located, table: string): FixableProblem {
  const edit = root && addTable(text, root, table);
  const fixes = edit ? [{ title: `Add ${table} to tablesToModify`, edits: [edit] }] : [];
  return withFixes(createProblem("SJ201", written, { table }), fixes);
}

/** Checks that the key columns of an `upsert` action exist in its source and its target, if their columns are known. */
async function checkKeys(job: ReadJob, known: KnownTables, scope: JobScope): Promise<FixableProblem[]> {
  const problems: FixableProblem[] = [];
  for (const { keys, source, target } of sourcesOf(job)) {
    const sides = await Promise.all(
      [target, source].map(
        async (side) => side && { owner: side.text, columns: await columnsOf(job, side.text, known, scope) },
      ),
    );
    for (const key of keys) {
      const side = sides.find((one) => one?.columns && !hasColumn(one.columns, key.text));
      if (side?.columns) {
        const near = nearestNames(
          side.columns.map(({ name }) => name),
          key.text,
        );
        const values = { owner: side.owner, name: key.text, suggestion: didYouMean(near) };
        problems.push(withFixes(createProblem("SJ203", key, values), replaceString(key, near)));
      }
    }
  }
  return problems;
}

/**
 * Reports columns that exist only in an input file or only in the table, for `upsert` and `replace` actions that read
 * the file directly. Sources that are queries or consist of several files are not checked.
 */
async function checkSources(job: ReadJob, known: KnownTables, scope: JobScope): Promise<FixableProblem[]> {
  const problems: FixableProblem[] = [];
  for (const { source, target, keys } of sourcesOf(job)) {
    const input = source && findInput(job, source.text);
    const table = target && known.find(target.text);
    const columns = input?.files.length === 1 ? await inputColumns(job, input, scope) : undefined;
    if (!source || !table || !columns || table.columns.length === 0) {
      continue;
    }
    const names = { table: table.objectName, input: source.text };
    const wanted = table.columns.map(({ name, type }) => ({ name, dataType: type }));
    const { findings } = matchColumns(
      columns.map(({ name }) => name),
      wanted,
      keys.map(({ text }) => text),
    );
    // A missing key is reported by the check of keys.
    const missing = findings.flatMap((one) => (one.kind === "missingColumn" && !one.isKey ? [one.column] : []));
    for (const finding of findings) {
      if (finding.kind === "unknownColumn") {
        const { column } = finding;
        const suggestion = didYouMean(nearestNames(missing, column));
        problems.push(createProblem("SJ311", source, { ...names, column, suggestion }));
      }
    }
    if (missing.length > 0) {
      problems.push(createProblem("SJ312", source, { ...names, columns: listNames(missing, "and") }));
    }
  }
  return problems;
}

async function columnsOf(
  job: ReadJob,
  name: string,
  known: Pick<KnownTables, "find">,
  scope: JobScope,
): Promise<readonly TableColumn[] | undefined> {
  const input = findInput(job, name);
  return input ? await inputColumns(job, input, scope) : known.find(name)?.columns;
}

function hasColumn(columns: readonly TableColumn[], name: string): boolean {
  const folded = name.toLowerCase();
  return columns.some((column) => column.name.toLowerCase() === folded);
}

function checkStatements({ summary: { statements }, outerSpan }: ActionSql): FixableProblem[] {
  const second: Span | undefined = statements[1];
  return second ? [createProblem("SJ102", outerSpan(second), { count: String(statements.length) })] : [];
}

/**
 * Returns the edit that adds a table to `transaction.tablesToModify` of a job file. Also adds missing parent fields.
 */
function addTable(text: string, root: Node, table: string): TextEdit | undefined {
  const transaction = valueAt(root, "transaction");
  const tables = valueAt(transaction, "tablesToModify");
  if (tables) {
    return tables.type === "array" ? addItem(text, tables, JSON.stringify(table)) : undefined;
  }
  if (transaction) {
    return transaction.type === "object"
      ? addField(text, transaction, "tablesToModify", JSON.stringify([table]))
      : undefined;
  }
  return addField(text, root, "transaction", JSON.stringify({ tablesToModify: [table] }));
}

/** Checks the files, SQL names and distribution of a job's inputs (sql-like-language 13.3). */
function checkInputs(job: ReadJob, tableOf: (name: string) => TableEntry | undefined): FixableProblem[] {
  return job.inputs
    .filter(({ node }) => node.type === "object")
    .flatMap((input, index) => [
      ...checkFileNames(input),
      ...checkInputName(job, index, tableOf),
      ...checkDistribution(job, input),
    ]);
}

function checkFileNames({ node }: JobInput): FixableProblem[] {
  const fields = fieldsOf(node);
  const one = fields.find(({ name }) => name === "filename");
  const several = fields.find(({ name }) => name === "filenames");
  if (!one && !several) {
    return [createProblem("SJ303", { start: node.offset, end: node.offset + 1 })];
  }
  if (!one || !several) {
    return [];
  }
  const second = one.key.offset > several.key.offset ? one : several;
  const fixes = [one, several].flatMap(({ key, name }) =>
    key.parent ? [{ title: `Remove ${name}`, edits: [removeChild(node, key.parent)] }] : [],
  );
  return [withFixes(createProblem("SJ302", spanOf(second.key)), fixes)];
}

function checkInputName(
  { inputs }: ReadJob,
  index: number,
  tableOf: (name: string) => TableEntry | undefined,
): FixableProblem[] {
  const input = inputs[index];
  const name = input?.name;
  if (!input || !name) {
    return [];
  }
  const id = name.text;
  const names = inputs.flatMap((other) => other.name?.text.toLowerCase() ?? []);
  const fixes = input.hasId ? replaceString(name, [freeName(id.replaceAll("-", "_"), names, "_")]) : [];
  const isSecond = inputs.slice(0, index).some((other) => other.name?.text.toLowerCase() === id.toLowerCase());
  return [
    ...(isSecond ? [withFixes(createProblem("SJ304", name, { id }), fixes)] : []),
    ...(tableOf(id) ? [withFixes(createProblem("SJ301", name, { id }), fixes)] : []),
  ];
}

function checkDistribution({ text, root }: ReadJob, { node }: JobInput): FixableProblem[] {
  const mode = valueAt(node, "inputDistributionMode");
  const column = valueAt(node, "tenantCodeColumn");
  const isOfRows = textOf(mode)?.text === "DISTRIBUTE_ROWS";
  const problems: FixableProblem[] = [];
  if (!mode && itemsOf(valueAt(root, "job", "tenants")).length > 1) {
    const start = node.offset;
    const fixes = ["NO_DISTRIBUTION", "DISTRIBUTE_FILES", "DISTRIBUTE_ROWS"].map((choice) => ({
      title: `Add ${choice}`,
      edits: [addField(text, node, "inputDistributionMode", JSON.stringify(choice))],
    }));
    problems.push(withFixes(createProblem("SJ305", { start, end: start + 1 }), fixes));
  }
  if (mode && isOfRows && !column) {
    problems.push(createProblem("SJ306", spanOf(mode)));
  }
  if (column && !isOfRows) {
    problems.push(createProblem("SJ307", spanOf(column)));
  }
  return problems;
}
