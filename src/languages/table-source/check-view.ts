import { addField, removeChild, replaceString } from "../core/json/json-edits.ts";
import { spanOf, valueAt } from "../core/json/json-tree.ts";
import { nearestNames } from "../core/text/find-name.ts";
import { type FixableProblem, withFixes } from "../core/text/fix.ts";
import { didYouMean } from "../core/text/list-names.ts";
import { checkDependencies } from "./check-dependencies.ts";
import type { DefinitionScope, QuerySummary } from "./definition-scope.ts";
import { createProblem } from "./diagnostics.ts";
import type { DefinedView, ReadDefinition } from "./read-definition.ts";

/** Checks a materialized view against its query and its upstream tables (sql-like-language 13.4). */
export async function checkView(definition: ReadDefinition, scope: DefinitionScope): Promise<FixableProblem[]> {
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
    const span = spanOf(valueAt(node, "query") ?? enabled);
    const edits = [{ ...spanOf(enabled), text: "false" }];
    return [withFixes(createProblem("TD301", span), [{ title: "Make it an ordinary table", edits }])];
  }
  if (enabled || !hasQuery) {
    return [];
  }
  const edits = [addField(text, node, "enabled", "true")];
  const problem = createProblem("TD302", { start: node.offset, end: node.offset + 1 });
  return [withFixes(problem, [{ title: "Enable the view", edits }])];
}

function checkStatements({ query }: DefinedView, { statements }: QuerySummary): FixableProblem[] {
  const second = statements[1];
  return second && query ? [createProblem("TD303", query.outerSpan(second), { count: String(statements.length) })] : [];
}

/** Checks that the columns of a view are columns of its query, by name. */
function checkOutputs({ root, columns }: ReadDefinition, { isWhole, outputs }: QuerySummary): FixableProblem[] {
  if (!isWhole || !outputs) {
    return [];
  }
  const given = new Set(outputs.map((name) => name.toLowerCase()));
  const defined = new Set(columns.map(({ name }) => name?.text.toLowerCase()));
  const open = outputs.filter((name) => name !== "" && !defined.has(name.toLowerCase()));
  const list = valueAt(root, "columns");
  return columns.flatMap(({ name, node }) => {
    if (!name || given.has(name.text.toLowerCase())) {
      return [];
    }
    const near = nearestNames(open, name.text);
    const removal =
      list && columns.length > 1 ? [{ title: `Remove the column ${name.text}`, edits: [removeChild(list, node)] }] : [];
    const problem = createProblem("TD501", name, { name: name.text, suggestion: didYouMean(near) });
    return [withFixes(problem, [...replaceString(name, near), ...removal])];
  });
}
