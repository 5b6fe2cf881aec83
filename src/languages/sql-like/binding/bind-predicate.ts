import { createQueryProblem } from "../syntax/diagnostics.ts";
import { comparisons } from "../syntax/operators.ts";
import type { Expression, Predicate } from "../syntax/tree.ts";
import { comparedValuesOf, isInCall, leftOperandOf } from "../syntax/walk.ts";
import { bindOperand, describeValueType, exampleValueOf, type PredicateScope } from "./bind-operand.ts";
import {
  type BoundCondition,
  type ConceptPath,
  type DimensionPath,
  isConceptPath,
  isDimensionPath,
  isPropertyPath,
  type PropertyPath,
} from "./bound-condition.ts";
import { bindMember } from "./member-lookup.ts";
import type { AttributePreference } from "./resolve-path.ts";

const attributeFirst = "Write the attribute first and a value after the comparison.";

/**
 * Binds one predicate that is not a time filter. Reports the predicate's errors and returns `undefined` if there are
 * any.
 */
export function bindPredicate(predicate: Predicate, scope: PredicateScope): BoundCondition | undefined {
  const left = leftOperandOf(predicate);
  const values = comparedValuesOf(predicate);
  if (left.kind === "hole" || left.kind === "unsupported" || predicate.kind === "unsupportedPredicate") {
    return undefined;
  }
  if (left.kind !== "path") {
    const what = left.kind === "call" ? `the function \`${left.name.text}\`` : "a value before the comparison";
    scope.problems.push(createQueryProblem("SL604", left, { what, advice: attributeFirst }));
    return undefined;
  }
  const path = scope.bindPath(left, preferenceFor(values, scope));
  if (!path) {
    return undefined;
  }
  if (predicate.kind === "isNull") {
    return { kind: "isNull", path, isNegated: predicate.isNegated };
  }
  if (isConceptPath(path)) {
    return bindConcept(predicate, path, scope);
  }
  if (isDimensionPath(path)) {
    return bindDimension(predicate, path, scope);
  }
  return isPropertyPath(path) ? bindProperty(predicate, path, scope) : undefined;
}

/**
 * Returns which kind of attribute to prefer for a comparison with a value: numbers and dates can be compared with
 * properties only (sql-like-language 8.2, rule 4).
 */
function preferenceFor(values: readonly Expression[], scope: PredicateScope): AttributePreference {
  return values.some(({ kind }) => kind === "number" || kind === "call") ? "property" : scope.preference;
}

function bindConcept(predicate: Predicate, path: ConceptPath, scope: PredicateScope): BoundCondition | undefined {
  const name = path.attribute.concept.id;
  if (predicate.kind === "bare") {
    scope.problems.push(createQueryProblem("SL702", predicate, { name }));
    return { kind: "concept", path };
  }
  if (predicate.kind === "compare") {
    const operator = comparisons[predicate.operator.sign];
    if (predicate.right.kind === "boolean" && (operator === "=" || operator === "!=")) {
      const concept: BoundCondition = { kind: "concept", path };
      return predicate.right.value === (operator === "=") ? concept : { kind: "not", condition: concept };
    }
    if (predicate.right.kind === "hole" || predicate.right.kind === "unsupported") {
      return undefined;
    }
  }
  scope.problems.push(createQueryProblem("SL402", predicate, { name }));
  return undefined;
}

function bindDimension(predicate: Predicate, path: DimensionPath, scope: PredicateScope): BoundCondition | undefined {
  const { dimension } = path.attribute;
  if (predicate.kind === "bare") {
    return reportBare(predicate, scope);
  }
  const sign = predicate.kind === "compare" ? comparisons[predicate.operator.sign] : undefined;
  const isSet = predicate.kind === "in" && !isInCall(predicate.values);
  if (!isSet && sign !== "=" && sign !== "!=") {
    const advice = `Compare \`${dimension.id}\` with its members: \`=\`, \`!=\`, IN or NOT IN.`;
    scope.problems.push(createQueryProblem("SL604", predicate, { what: "this comparison of a dimension", advice }));
    return undefined;
  }
  const members: (readonly string[])[] = [];
  const values = comparedValuesOf(predicate);
  for (const value of values) {
    if (value.kind === "string") {
      members.push(bindMember(value.value, value, dimension, path.object, scope.members, scope.problems));
    } else if (value.kind === "path") {
      reportColumn(value, scope);
    } else if (value.kind !== "hole" && value.kind !== "unsupported") {
      const texts = { name: dimension.id, type: "dimension", example: 'the name of a member, such as "Name"' };
      scope.problems.push(createQueryProblem("SL401", value, texts));
    }
  }
  const isNegated = sign === "!=" || (predicate.kind === "in" && predicate.isNegated);
  return members.length === values.length ? { kind: "member", path, members, isNegated } : undefined;
}

function bindProperty(predicate: Predicate, path: PropertyPath, scope: PredicateScope): BoundCondition | undefined {
  const { property } = path.attribute;
  const read = (value: Expression) => {
    const operand = bindOperand(value, property, scope);
    if (operand === "column") {
      reportColumn(value, scope);
    } else if (operand === "wrongType") {
      const texts = {
        name: property.id,
        type: describeValueType(property.type),
        example: exampleValueOf(property.type),
      };
      scope.problems.push(createQueryProblem("SL401", value, texts));
    }
    return typeof operand === "string" ? undefined : operand;
  };
  switch (predicate.kind) {
    case "compare": {
      const operator = comparisons[predicate.operator.sign] ?? "=";
      const value = read(predicate.right);
      if (property.type === "boolean" && operator !== "=" && operator !== "!=") {
        const what = `\`${operator}\` with TRUE or FALSE`;
        scope.problems.push(createQueryProblem("SL604", predicate, { what, advice: "Use `=` or `!=`." }));
        return undefined;
      }
      return value && { kind: "compare", path, operator, value };
    }
    case "in": {
      const written = isInCall(predicate.values) ? [predicate.values] : predicate.values;
      const values = written.map(read).filter((value) => value !== undefined);
      const { isNegated } = predicate;
      return values.length === written.length ? { kind: "in", path, values, isNegated } : undefined;
    }
    case "between": {
      const low = read(predicate.low);
      const high = read(predicate.high);
      return low && high && { kind: "between", path, low, high, isNegated: predicate.isNegated };
    }
    default:
      return reportBare(predicate, scope);
  }
}

function reportBare(predicate: Predicate, scope: PredicateScope): undefined {
  const found = ", only a concept stands alone";
  scope.problems.push(createQueryProblem("SL201", predicate, { expected: "A comparison", found }));
  return undefined;
}

function reportColumn(value: Expression, scope: PredicateScope): void {
  const advice = "Compare with a value; text stands in quotes.";
  scope.problems.push(createQueryProblem("SL604", value, { what: "a comparison of two columns", advice }));
}
