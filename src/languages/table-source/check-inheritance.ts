import { setField } from "../core/json/json-edits.ts";
import { spanOf, valueAt } from "../core/json/json-tree.ts";
import { type Fix, type FixableProblem, withFixes } from "../core/text/fix.ts";
import { hasTenant } from "./check-columns.ts";
import { createProblem } from "./diagnostics.ts";
import type { ReadDefinition } from "./read-definition.ts";

/** What filtering the rows of inheriting tenants needs (service-api, "Table sources"). */
export function checkInheritance({ text, root, columns, hasColumns }: ReadDefinition): FixableProblem[] {
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
