import {
  createAddFieldEdit,
  createAppendItemEdit,
  createRemoveChildEdit,
  createReplaceStringFixes,
} from "../core/json/json-edits.ts";
import { jsonSpanOf, jsonValueAt } from "../core/json/json-tree.ts";
import type { TableEntry } from "../core/model/table-model.ts";
import { findNearestNames, formatDidYouMean } from "../core/text/find-name.ts";
import { addFixes, type FixableProblem, type TextFix } from "../core/text/fix.ts";
import type { Span } from "../core/text/span.ts";
import type { DefinitionScope, QuerySummary } from "./definition-scope.ts";
import { createTableSourceProblem } from "./diagnostics.ts";
import type { DefinedDependency, DefinedView, ParsedDefinition } from "./read-definition.ts";
import { findUpstreamTables, isDefinedTable, type UpstreamTables } from "./upstream-tables.ts";

/**
 * Checks the definition of a materialized view against its query and the tables it depends on (sql-like-language 13.4).
 */
export async function checkMaterializedView(
  definition: ParsedDefinition,
  scope: DefinitionScope,
): Promise<FixableProblem[]> {
  const { view } = definition;
  if (!view || view.enabled?.value === false) {
    return [];
  }
  const query = view.query && view.query.text.trim() !== "" ? view.query : undefined;
  const summary = query && (await scope.readQuery(query.text));
  return [
    ...checkEnabled(definition.text, view, query !== undefined),
    ...(summary ? [...checkStatements(view, summary), ...checkOutputs(definition, summary)] : []),
    ...(await checkDependencies(definition, view, summary, scope)),
  ];
}

function checkEnabled(text: string, { node, enabled }: DefinedView, hasQuery: boolean): FixableProblem[] {
  if (enabled?.value === true && !hasQuery) {
    const span = jsonSpanOf(jsonValueAt(node, "query") ?? enabled);
    const edits = [{ ...jsonSpanOf(enabled), text: "false" }];
    return [addFixes(createTableSourceProblem("TD301", span), [{ title: "Make it an ordinary table", edits }])];
  }
  if (enabled || !hasQuery) {
    return [];
  }
  const edits = [createAddFieldEdit(text, node, "enabled", "true")];
  const problem = createTableSourceProblem("TD302", { start: node.offset, end: node.offset + 1 });
  return [addFixes(problem, [{ title: "Enable the view", edits }])];
}

function checkStatements({ query }: DefinedView, { statements }: QuerySummary): FixableProblem[] {
  const second = statements[1];
  return second && query
    ? [createTableSourceProblem("TD303", query.toFileSpan(second), { count: String(statements.length) })]
    : [];
}

/** Checks that each column of a materialized view has the name of a column that its query returns. */
function checkOutputs({ root, columns }: ParsedDefinition, { isWhole, outputs }: QuerySummary): FixableProblem[] {
  if (!isWhole || !outputs) {
    return [];
  }
  const given = new Set(outputs.map((name) => name.toLowerCase()));
  const defined = new Set(columns.map(({ name }) => name?.text.toLowerCase()));
  const open = outputs.filter((name) => name !== "" && !defined.has(name.toLowerCase()));
  const list = jsonValueAt(root, "columns");
  return columns.flatMap(({ name, node }) => {
    if (!name || given.has(name.text.toLowerCase())) {
      return [];
    }
    const near = findNearestNames(open, name.text);
    const removal =
      list && columns.length > 1
        ? [{ title: `Remove the column ${name.text}`, edits: [createRemoveChildEdit(list, node)] }]
        : [];
    const problem = createTableSourceProblem("TD501", name, { name: name.text, suggestion: formatDidYouMean(near) });
    return [addFixes(problem, [...createReplaceStringFixes(name, near), ...removal])];
  });
}

interface ReadTable extends Span {
  readonly table: TableEntry;
}

/** Checks that the dependencies of a materialized view are the unique ids of the tables that its query reads. */
async function checkDependencies(
  definition: ParsedDefinition,
  view: DefinedView,
  summary: QuerySummary | undefined,
  scope: DefinitionScope,
): Promise<FixableProblem[]> {
  const uses = summary?.tablesRead ?? [];
  const upstream = await findUpstreamTables(
    definition,
    uses.map(({ name }) => name),
    scope.tables,
  );
  const named = view.dependencies.map((dependency) => dependency.upstream && upstream.byId(dependency.upstream.text));
  const read = tablesOf(uses, upstream);
  const isNamed = ({ table }: ReadTable) => named.some((other) => other?.id === table.id);
  const open = read.filter((one) => !isNamed(one) && one.table.id && !isDefinedTable(definition, one.table));
  const isEachKnown = upstream.isComplete || view.dependencies.every((_, index) => named[index]);
  return [
    ...view.dependencies.flatMap((dependency, index) => {
      const table = named[index];
      return table
        ? checkNamed(dependency, table, { definition, view, summary, read, before: named.slice(0, index) })
        : checkUnknown(dependency, upstream, open);
    }),
    ...(isEachKnown ? open.flatMap((one) => missing(definition.text, view, one)) : []),
  ];
}

/** Returns the tables that a query reads, each once at its first reference. */
function tablesOf(uses: QuerySummary["tablesRead"], upstream: UpstreamTables): ReadTable[] {
  const found = new Map<string, ReadTable>();
  for (const { name, start, end } of uses) {
    const table = upstream.byName(name);
    if (table && !found.has(table.objectName)) {
      found.set(table.objectName, { table, start, end });
    }
  }
  return [...found.values()];
}

function checkUnknown(
  { upstream: upstreamName }: DefinedDependency,
  upstream: UpstreamTables,
  open: readonly ReadTable[],
): FixableProblem[] {
  if (!upstreamName) {
    return [];
  }
  const namesake = upstream.byName(upstreamName.text);
  if (namesake) {
    const fixes = createReplaceStringFixes(upstreamName, namesake.id ? [namesake.id] : []);
    return [addFixes(createTableSourceProblem("TD402", upstreamName, { name: upstreamName.text }), fixes)];
  }
  if (!upstream.isComplete) {
    return [];
  }
  const fixes = open.flatMap(({ table: { id, objectName } }): TextFix[] =>
    id
      ? [
          {
            title: `Replace with the id of ${objectName}`,
            edits: [{ start: upstreamName.start, end: upstreamName.end, text: JSON.stringify(id) }],
          },
        ]
      : [],
  );
  return [addFixes(createTableSourceProblem("TD401", upstreamName, { id: upstreamName.text }), fixes)];
}

interface DependencyContext {
  readonly definition: ParsedDefinition;
  readonly view: DefinedView;
  readonly summary: QuerySummary | undefined;
  readonly read: readonly ReadTable[];
  /** Tables of the preceding dependencies in the list, used to find duplicates. */
  readonly before: readonly (TableEntry | undefined)[];
}

function checkNamed(
  { node, upstream }: DefinedDependency,
  table: TableEntry,
  { definition, view, summary, read, before }: DependencyContext,
): FixableProblem[] {
  const list = jsonValueAt(view.node, "dependencies");
  if (!upstream || !list) {
    return [];
  }
  const name = table.objectName;
  const remove: TextFix[] = [{ title: `Remove the dependency on ${name}`, edits: [createRemoveChildEdit(list, node)] }];
  if (isDefinedTable(definition, table)) {
    return [addFixes(createTableSourceProblem("TD406", upstream), remove)];
  }
  if (before.some((other) => other?.id === table.id)) {
    return [addFixes(createTableSourceProblem("TD405", upstream, { name }), remove)];
  }
  const isRead = read.some((one) => one.table.id === table.id);
  return isRead || !summary?.isWhole ? [] : [addFixes(createTableSourceProblem("TD404", upstream, { name }), remove)];
}

function missing(text: string, { node, query }: DefinedView, { table, ...span }: ReadTable): FixableProblem[] {
  const { id, objectName: name } = table;
  if (!id || !query) {
    return [];
  }
  const list = jsonValueAt(node, "dependencies");
  const dependency = `{"upstreamTable": ${JSON.stringify(id)}, "joinFilter": ""}`;
  const edits =
    list?.type === "array"
      ? [createAppendItemEdit(text, list, dependency)]
      : list
        ? []
        : [createAddFieldEdit(text, node, "dependencies", `[${dependency}]`)];
  const fixes = edits.length > 0 ? [{ title: `Add the dependency on ${name}`, edits }] : [];
  return [addFixes(createTableSourceProblem("TD403", query.toFileSpan(span), { name }), fixes)];
}
