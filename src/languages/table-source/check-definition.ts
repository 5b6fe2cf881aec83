import { checkForm } from "../core/json/check-form.ts";
import { setField } from "../core/json/json-edits.ts";
import { spanOf, valueAt } from "../core/json/json-tree.ts";
import { type Fix, type FixableProblem, withFixes } from "../core/text/fix.ts";
import { checkColumns, hasTenant } from "./check-columns.ts";
import { checkView } from "./check-view.ts";
import type { DefinitionScope } from "./definition-scope.ts";
import { createProblem } from "./diagnostics.ts";
import { type ReadDefinition, readDefinition } from "./read-definition.ts";
import { TableSourceFile } from "./table-source-schema.ts";

/** Finds all problems of a definition outside its SQL, in text order. */
export async function checkDefinition(text: string, scope: DefinitionScope): Promise<readonly FixableProblem[]> {
  const definition = readDefinition(text);
  if (!definition.root) {
    return [];
  }
  const problems = [
    ...checkForm(definition.root, TableSourceFile, "TD"),
    ...checkColumns(definition),
    ...checkInheritance(definition),
    ...(await checkView(definition, scope)),
  ];
  return problems.sort((one, other) => one.start - other.start || one.end - other.end);
}

/** Checks the requirements for filtering the rows of inheriting tenants (service-api, "Table sources"). */
function checkInheritance({ text, root, columns, hasColumns }: ReadDefinition): FixableProblem[] {
  const filter = valueAt(root, "filterInheritedDataByTenant");
  if (!root || filter?.value !== true) {
    return [];
  }
  const span = spanOf(filter);
  const unset: Fix = { title: "Do not filter", edits: [{ ...span, text: "false" }] };
  const problems: FixableProblem[] = [];
  if (valueAt(root, "canChildrenInheritData")?.value !== true) {
    const edits = [setField(text, root, "canChildrenInheritData", "true")];
    const set = { title: "Let inheriting tenants read the rows", edits };
    problems.push(withFixes(createProblem("TD201", span), [set, unset]));
  }
  if (hasColumns && !columns.some(hasTenant)) {
    problems.push(withFixes(createProblem("TD202", span), [unset]));
  }
  return problems;
}
