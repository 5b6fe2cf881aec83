import type { ObjectReference, QueryFilter } from "../../../src/contract/query-parts.ts";
import type { StoredObject } from "../../../src/service/model/tenant-model.ts";
import { type Attribute, attributeId, mustFindAttribute } from "../evaluator/attribute.ts";
import { findMember } from "../evaluator/members.ts";
import type { Condition, Expression, Predicate } from "../evaluator/query-tree.ts";
import type { Workforce } from "../evaluator/workforce.ts";
import { writeCondition } from "./write-condition.ts";

/** The full name of an attribute and the path from the FROM object to it, as clients write them (sql-like-language 8.2, appendix B). */
export function referenceTo(from: StoredObject, attribute: Attribute): ObjectReference {
  const owner = attribute.steps.at(-1)?.target ?? from.id;
  return {
    name: `${owner}.${attributeId(attribute)}`,
    qualifyingPath: [from.id, ...attribute.steps.map(({ id }) => id)].join("."),
  };
}

/** A condition as a filter of a JSON request (sql-like-language appendix B; semantics.md, "Lowering"). */
export function writeFilter(condition: Condition, from: StoredObject, workforce: Workforce): QueryFilter {
  switch (condition.kind) {
    case "and":
    case "or":
      return combined(
        condition.kind.toUpperCase(),
        condition.parts.map((part) => writeFilter(part, from, workforce)),
      );
    case "not":
      return combined("NOT", [writeFilter(condition.part, from, workforce)]);
    default:
      return predicateFilter(condition, from, workforce);
  }
}

function combined(operation: string, filters: readonly QueryFilter[]): QueryFilter {
  return { advanced: { operation, filters: [...filters] } };
}

function predicateFilter(predicate: Predicate, from: StoredObject, workforce: Workforce): QueryFilter {
  if (predicate.left.kind !== "path") {
    throw new Error("Writing a request: the left side of a condition is not a name.");
  }
  const attribute = mustFindAttribute(workforce.model, from, predicate.left.names);
  if (attribute.kind === "property" || predicate.kind === "null") {
    const names = [...attribute.steps.map(({ id }) => id), attributeId(attribute)];
    return { formula: writeCondition({ ...predicate, left: { kind: "path", names } }) };
  }
  if (attribute.kind === "concept") {
    const concept = { selectionConcept: referenceTo(from, attribute) };
    return isWanted(predicate) ? concept : combined("NOT", [concept]);
  }
  const { texts, isExcluded } = memberSet(predicate);
  const members = texts.map((text) => ({
    path: findMember(workforce.members(attribute.dimension), text).path.split("."),
  }));
  return {
    memberSet: {
      dimension: referenceTo(from, attribute),
      values: isExcluded ? { excluded: members } : { included: members },
    },
  };
}

function isWanted(predicate: Predicate): boolean {
  if (predicate.kind !== "compare" || predicate.right.kind !== "boolean") {
    return true;
  }
  return (predicate.operator === "=") === predicate.right.value;
}

function memberSet(predicate: Predicate): { readonly texts: readonly string[]; readonly isExcluded: boolean } {
  const text = (expression: Expression) => (expression.kind === "text" ? expression.value : "");
  if (predicate.kind === "in") {
    return { texts: predicate.values.map(text), isExcluded: predicate.isNegated };
  }
  const right = predicate.kind === "compare" ? [text(predicate.right)] : [];
  return { texts: right, isExcluded: predicate.kind === "compare" && predicate.operator === "!=" };
}
