import type { Node } from "jsonc-parser";
import { matchColumns } from "../../base/match-columns.ts";
import {
  createAddFieldEdit,
  createAppendItemEdit,
  createRemoveChildEdit,
  createReplaceStringFixes,
} from "../core/json/json-edits.ts";
import {
  jsonFieldsOf,
  jsonItemsOf,
  jsonSpanOf,
  jsonValueAt,
  type LocatedText,
  locatedTextOf,
} from "../core/json/json-tree.ts";
import type { TableColumn, TableEntry } from "../core/model/table-model.ts";
import { findNearestNames, formatDidYouMean, joinNamesAsCode } from "../core/text/find-name.ts";
import { addFixes, type FixableProblem } from "../core/text/fix.ts";
import type { Span, TextEdit } from "../core/text/span.ts";
import { findUnusedName } from "../core/text/unused-name.ts";
import { createSqlJobProblem } from "./diagnostics.ts";
import { readInputColumns } from "./input-views.ts";
import type { JobScope } from "./job-scope.ts";
import { findJobInput, type JobInput, type ParsedJobFile } from "./read-job.ts";
import {
  type ActionSql,
  analyseActionSql,
  findTableUses,
  type JobTableUse,
  type LookedUpTables,
  lookUpJobTables,
  sourceUsesOf,
} from "./table-names.ts";

/**
 * Checks the tables and inputs that a job names, the keys of `upsert`, and the tables that the job writes
 * (sql-like-language 13.2).
 */
export async function checkJobTables(job: ParsedJobFile, scope: JobScope): Promise<FixableProblem[]> {
  const uses = findTableUses(job);
  const texts = await analyseActionSql(job, scope);
  const inputNames = job.inputs.flatMap(({ name }) => name?.text ?? []);
  const names = [...uses, ...texts.flatMap(({ summary }) => summary.written.map(({ name }) => ({ text: name })))];
  const isMissing = ({ text, role }: JobTableUse, { find, isComplete }: Pick<LookedUpTables, "find" | "isComplete">) =>
    isComplete && !find(text) && !(role !== "lock" && findJobInput(job, text));
  const known = await lookUpJobTables(
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

function checkName(job: ParsedJobFile, use: JobTableUse, known: LookedUpTables): FixableProblem[] {
  const input = use.role !== "lock" ? findJobInput(job, use.text) : undefined;
  if (input && use.role !== "source") {
    return known.find(use.text) ? [] : [createSqlJobProblem("SJ204", use, { name: use.text })];
  }
  if (input || known.find(use.text) || !known.isComplete) {
    return [];
  }
  const byId = known.others.find(({ id }) => id === use.text);
  if (byId) {
    const { objectName } = byId;
    const problem = createSqlJobProblem("SJ206", use, { id: use.text, name: objectName });
    return use.role === "lock" ? [] : [addFixes(problem, createReplaceStringFixes(use, [objectName]))];
  }
  const inputs = use.role === "source" ? job.inputs.flatMap(({ name }) => name?.text ?? []) : [];
  const near = findNearestNames([...inputs, ...known.others.map(({ objectName }) => objectName)], use.text);
  const values = {
    input: use.role === "source" ? " or input" : "",
    name: use.text,
    suggestion: formatDidYouMean(near),
  };
  return [addFixes(createSqlJobProblem("SJ202", use, values), createReplaceStringFixes(use, near))];
}

/**
 * Reports a table's SQL name in a field that requires its unique id. An unknown id is not reported, because it may
 * exist.
 */
function checkId(use: JobTableUse, known: LookedUpTables): FixableProblem[] {
  const table = known.find(use.text);
  if (!table || table.id === use.text) {
    return [];
  }
  return [
    addFixes(
      createSqlJobProblem("SJ205", use, { name: use.text }),
      createReplaceStringFixes(use, table.id ? [table.id] : []),
    ),
  ];
}

/** Checks that `tablesToModify` contains every table that a job writes, by SQL name or unique id. */
function checkWrites(
  job: ParsedJobFile,
  uses: readonly JobTableUse[],
  texts: readonly ActionSql[],
  known: LookedUpTables,
): FixableProblem[] {
  const locked = new Set(job.tablesToModify.map(({ text }) => text.toLowerCase()));
  const inSql = texts.flatMap(({ summary, outerSpan }) =>
    summary.written.map(({ name, ...span }) => ({ text: name, ...outerSpan(span) })),
  );
  const byName: readonly LocatedText[] = uses.filter(({ role }) => role === "target" || role === "reset");
  return [...byName, ...inSql].flatMap((written) => {
    const table = known.find(written.text);
    const isLocked = locked.has(written.text.toLowerCase()) || locked.has(table?.id?.toLowerCase() ?? "");
    const isOther = !table && (known.isComplete || findJobInput(job, written.text));
    return isLocked || isOther ? [] : [unlocked(job, written, table?.objectName ?? written.text)];
  });
}

function unlocked({ text, root }: ParsedJobFile, written: LocatedText, table: string): FixableProblem {
  const edit = root && addTable(text, root, table);
  const fixes = edit ? [{ title: `Add ${table} to tablesToModify`, edits: [edit] }] : [];
  return addFixes(createSqlJobProblem("SJ201", written, { table }), fixes);
}

/** Checks that the key columns of an `upsert` action exist in its source and its target, if their columns are known. */
async function checkKeys(job: ParsedJobFile, known: LookedUpTables, scope: JobScope): Promise<FixableProblem[]> {
  const problems: FixableProblem[] = [];
  for (const { keys, source, target } of sourceUsesOf(job)) {
    const sides = await Promise.all(
      [target, source].map(
        async (side) => side && { owner: side.text, columns: await columnsOf(job, side.text, known, scope) },
      ),
    );
    for (const key of keys) {
      const side = sides.find((one) => one?.columns && !hasColumn(one.columns, key.text));
      if (side?.columns) {
        const near = findNearestNames(
          side.columns.map(({ name }) => name),
          key.text,
        );
        const values = { owner: side.owner, name: key.text, suggestion: formatDidYouMean(near) };
        problems.push(addFixes(createSqlJobProblem("SJ203", key, values), createReplaceStringFixes(key, near)));
      }
    }
  }
  return problems;
}

/**
 * Reports columns that exist only in an input file or only in the table, for `upsert` and `replace` actions that read
 * the file directly. Sources that are queries or consist of several files are not checked.
 */
async function checkSources(job: ParsedJobFile, known: LookedUpTables, scope: JobScope): Promise<FixableProblem[]> {
  const problems: FixableProblem[] = [];
  for (const { source, target, keys } of sourceUsesOf(job)) {
    const input = source && findJobInput(job, source.text);
    const table = target && known.find(target.text);
    const columns = input?.files.length === 1 ? await readInputColumns(job, input, scope) : undefined;
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
        const suggestion = formatDidYouMean(findNearestNames(missing, column));
        problems.push(createSqlJobProblem("SJ311", source, { ...names, column, suggestion }));
      }
    }
    if (missing.length > 0) {
      problems.push(createSqlJobProblem("SJ312", source, { ...names, columns: joinNamesAsCode(missing, "and") }));
    }
  }
  return problems;
}

async function columnsOf(
  job: ParsedJobFile,
  name: string,
  known: Pick<LookedUpTables, "find">,
  scope: JobScope,
): Promise<readonly TableColumn[] | undefined> {
  const input = findJobInput(job, name);
  return input ? await readInputColumns(job, input, scope) : known.find(name)?.columns;
}

function hasColumn(columns: readonly TableColumn[], name: string): boolean {
  const folded = name.toLowerCase();
  return columns.some((column) => column.name.toLowerCase() === folded);
}

function checkStatements({ summary: { statements }, outerSpan }: ActionSql): FixableProblem[] {
  const second: Span | undefined = statements[1];
  return second ? [createSqlJobProblem("SJ102", outerSpan(second), { count: String(statements.length) })] : [];
}

/**
 * Returns the edit that adds a table to `transaction.tablesToModify` of a job file. Also adds missing parent fields.
 */
function addTable(text: string, root: Node, table: string): TextEdit | undefined {
  const transaction = jsonValueAt(root, "transaction");
  const tables = jsonValueAt(transaction, "tablesToModify");
  if (tables) {
    return tables.type === "array" ? createAppendItemEdit(text, tables, JSON.stringify(table)) : undefined;
  }
  if (transaction) {
    return transaction.type === "object"
      ? createAddFieldEdit(text, transaction, "tablesToModify", JSON.stringify([table]))
      : undefined;
  }
  return createAddFieldEdit(text, root, "transaction", JSON.stringify({ tablesToModify: [table] }));
}

/** Checks the files, SQL names and distribution of a job's inputs (sql-like-language 13.3). */
function checkInputs(job: ParsedJobFile, tableOf: (name: string) => TableEntry | undefined): FixableProblem[] {
  return job.inputs
    .filter(({ node }) => node.type === "object")
    .flatMap((input, index) => [
      ...checkFileNames(input),
      ...checkInputName(job, index, tableOf),
      ...checkDistribution(job, input),
    ]);
}

function checkFileNames({ node }: JobInput): FixableProblem[] {
  const fields = jsonFieldsOf(node);
  const one = fields.find(({ name }) => name === "filename");
  const several = fields.find(({ name }) => name === "filenames");
  if (!one && !several) {
    return [createSqlJobProblem("SJ303", { start: node.offset, end: node.offset + 1 })];
  }
  if (!one || !several) {
    return [];
  }
  const second = one.key.offset > several.key.offset ? one : several;
  const fixes = [one, several].flatMap(({ key, name }) =>
    key.parent ? [{ title: `Remove ${name}`, edits: [createRemoveChildEdit(node, key.parent)] }] : [],
  );
  return [addFixes(createSqlJobProblem("SJ302", jsonSpanOf(second.key)), fixes)];
}

function checkInputName(
  { inputs }: ParsedJobFile,
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
  const fixes = input.hasId
    ? createReplaceStringFixes(name, [findUnusedName(id.replaceAll("-", "_"), names, "_")])
    : [];
  const isSecond = inputs.slice(0, index).some((other) => other.name?.text.toLowerCase() === id.toLowerCase());
  return [
    ...(isSecond ? [addFixes(createSqlJobProblem("SJ304", name, { id }), fixes)] : []),
    ...(tableOf(id) ? [addFixes(createSqlJobProblem("SJ301", name, { id }), fixes)] : []),
  ];
}

function checkDistribution({ text, root }: ParsedJobFile, { node }: JobInput): FixableProblem[] {
  const mode = jsonValueAt(node, "inputDistributionMode");
  const column = jsonValueAt(node, "tenantCodeColumn");
  const isOfRows = locatedTextOf(mode)?.text === "DISTRIBUTE_ROWS";
  const problems: FixableProblem[] = [];
  if (!mode && jsonItemsOf(jsonValueAt(root, "job", "tenants")).length > 1) {
    const start = node.offset;
    const fixes = ["NO_DISTRIBUTION", "DISTRIBUTE_FILES", "DISTRIBUTE_ROWS"].map((choice) => ({
      title: `Add ${choice}`,
      edits: [createAddFieldEdit(text, node, "inputDistributionMode", JSON.stringify(choice))],
    }));
    problems.push(addFixes(createSqlJobProblem("SJ305", { start, end: start + 1 }), fixes));
  }
  if (mode && isOfRows && !column) {
    problems.push(createSqlJobProblem("SJ306", jsonSpanOf(mode)));
  }
  if (column && !isOfRows) {
    problems.push(createSqlJobProblem("SJ307", jsonSpanOf(column)));
  }
  return problems;
}
