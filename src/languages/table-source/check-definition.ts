import { checkJsonAgainstSchema } from "../core/json/check-form.ts";
import { createReplaceStringFixes, createSetFieldEdit } from "../core/json/json-edits.ts";
import { jsonSpanOf, jsonValueAt, type LocatedText } from "../core/json/json-tree.ts";
import { addFixes, type FixableProblem, type TextFix } from "../core/text/fix.ts";
import { findUnusedName } from "../core/text/unused-name.ts";
import { checkMaterializedView } from "./check-view.ts";
import type { DefinitionScope } from "./definition-scope.ts";
import { createTableSourceProblem } from "./diagnostics.ts";
import { type DefinedColumn, type ParsedDefinition, parseDefinition } from "./read-definition.ts";
import { columnTypeDescriptions, TableSourceFile } from "./table-source-schema.ts";

/** Finds all problems of a table-source definition outside of its SQL, in text order. */
export async function checkDefinition(text: string, scope: DefinitionScope): Promise<readonly FixableProblem[]> {
  const definition = parseDefinition(text);
  if (!definition.root) {
    return [];
  }
  const problems = [
    ...checkJsonAgainstSchema(definition.root, TableSourceFile, "TD"),
    ...checkColumns(definition),
    ...checkInheritance(definition),
    ...(await checkMaterializedView(definition, scope)),
  ];
  return problems.sort((one, other) => one.start - other.start || one.end - other.end);
}

/**
 * Checks the requirements of a table-source definition for filtering the rows of inheriting tenants (service-api,
 * "Table sources").
 */
function checkInheritance({ text, root, columns, hasColumns }: ParsedDefinition): FixableProblem[] {
  const filter = jsonValueAt(root, "filterInheritedDataByTenant");
  if (!root || filter?.value !== true) {
    return [];
  }
  const span = jsonSpanOf(filter);
  const unset: TextFix = { title: "Do not filter", edits: [{ ...span, text: "false" }] };
  const problems: FixableProblem[] = [];
  if (jsonValueAt(root, "canChildrenInheritData")?.value !== true) {
    const edits = [createSetFieldEdit(text, root, "canChildrenInheritData", "true")];
    const set = { title: "Let inheriting tenants read the rows", edits };
    problems.push(addFixes(createTableSourceProblem("TD201", span), [set, unset]));
  }
  if (hasColumns && !columns.some(hasTenant)) {
    problems.push(addFixes(createTableSourceProblem("TD202", span), [unset]));
  }
  return problems;
}

const timeTypes = ["DATE_TIME", "DATE"];

/** Checks the name of a table source, the names of its columns, its primary timestamp and its tenant column. */
function checkColumns({ text, objectName, columns }: ParsedDefinition): FixableProblem[] {
  const names = columns.flatMap(({ name }) => name?.text ?? []);
  const stamped = columns.filter(({ timestamp }) => timestamp);
  const ofTenant = columns.filter(hasTenant);
  return [
    ...(objectName ? checkName(objectName, []) : []),
    ...columns.flatMap(({ name }) => (name ? checkName(name, names) : [])),
    ...columns.flatMap((column, index) => checkTwin(column, columns.slice(0, index), names)),
    ...stamped.flatMap((column) => checkTimestamp(column, stamped[0], text)),
    ...ofTenant.slice(1).map((column) => {
      const problem = createTableSourceProblem("TD105", placeOf(column), { first: titleOf(ofTenant[0] ?? column) });
      return addFixes(problem, [typeFix(column, "STRING", text)]);
    }),
  ];
}

/** Whether a column has one of the data types that identify a tenant (sql-like-language 13.1). */
function hasTenant({ type }: DefinedColumn): boolean {
  return type === "TENANT_ID" || type === "CUSTOMER_ID";
}

function checkName(name: LocatedText, taken: readonly string[]): FixableProblem[] {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name.text)) {
    return [];
  }
  const wanted = name.text.replace(/[^A-Za-z0-9_]+/g, "_").replace(/^(?=\d)/, "_");
  const isTaken = taken.some((other) => other.toLowerCase() === wanted.toLowerCase());
  const fixes = createReplaceStringFixes(name, [isTaken ? findUnusedName(wanted, taken, "_") : wanted]);
  return [addFixes(createTableSourceProblem("TD101", name, { name: name.text }), fixes)];
}

function checkTwin(
  { name }: DefinedColumn,
  before: readonly DefinedColumn[],
  names: readonly string[],
): FixableProblem[] {
  const folded = name?.text.toLowerCase();
  if (!name || !before.some((other) => other.name?.text.toLowerCase() === folded)) {
    return [];
  }
  const fixes = createReplaceStringFixes(name, [findUnusedName(name.text, names, "_")]);
  return [addFixes(createTableSourceProblem("TD102", name, { name: name.text }), fixes)];
}

function checkTimestamp(column: DefinedColumn, first: DefinedColumn | undefined, text: string): FixableProblem[] {
  const { timestamp, type } = column;
  if (!timestamp || !first) {
    return [];
  }
  const span = jsonSpanOf(timestamp);
  const unset = { title: "Make it no primary timestamp", edits: [{ ...span, text: "false" }] };
  if (column !== first) {
    return [addFixes(createTableSourceProblem("TD103", span, { first: titleOf(first) }), [unset])];
  }
  if (type === undefined || !Object.hasOwn(columnTypeDescriptions, type) || timeTypes.includes(type)) {
    return [];
  }
  const problem = createTableSourceProblem("TD104", span, { name: titleOf(column), type });
  return [addFixes(problem, [...timeTypes.map((wanted) => typeFix(column, wanted, text)), unset])];
}

function typeFix({ node }: DefinedColumn, type: string, text: string): TextFix {
  const edits = [createSetFieldEdit(text, node, "dataType", JSON.stringify(type))];
  return { title: `Change the type to ${type}`, edits };
}

/** Returns the name of a column for messages, or its position if it has no name. */
function titleOf({ name, index }: DefinedColumn): string {
  return name?.text ?? `columns[${index}]`;
}

function placeOf({ name, node }: DefinedColumn): { readonly start: number; readonly end: number } {
  return name ?? jsonSpanOf(node);
}
