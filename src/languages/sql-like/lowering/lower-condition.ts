import type { ObjectReference, QueryFilter } from "../../../contract/query-parts.ts";
import type { BoundCondition, BoundPath } from "../binding/bound-condition.ts";
import { attributeName, printFormula } from "./print-formula.ts";

/** The filters of a request; AND at the top is the list itself (appendix B, docs/semantics.md "Lowering"). */
export function lowerCondition(condition: BoundCondition | undefined): QueryFilter[] {
  if (!condition) {
    return [];
  }
  return condition.kind === "and" ? condition.conditions.flatMap(lowerCondition) : [lowerFilter(condition)];
}

function lowerFilter(condition: BoundCondition): QueryFilter {
  switch (condition.kind) {
    case "and":
      return { advanced: { operation: "AND", filters: lowerCondition(condition) } };
    case "or":
      return { advanced: { operation: "OR", filters: condition.conditions.map(lowerFilter) } };
    case "not":
      return { advanced: { operation: "NOT", filters: [lowerFilter(condition.condition)] } };
    case "concept":
      return { selectionConcept: lowerPath(condition.path) };
    case "member": {
      const members = condition.members.map((path) => ({ path: [...path] }));
      const values = condition.isNegated ? { excluded: members } : { included: members };
      return { memberSet: { dimension: lowerPath(condition.path), values } };
    }
    default:
      return { formula: printFormula(condition) };
  }
}

/** For `Direct_Manager.Location` from Employee: `Location` with the qualifying path `Employee.Direct_Manager`. */
export function lowerPath(path: BoundPath): ObjectReference {
  const qualifyingPath = [path.from, ...path.references.map(({ id }) => id)].join(".");
  return { name: attributeName(path), qualifyingPath };
}
