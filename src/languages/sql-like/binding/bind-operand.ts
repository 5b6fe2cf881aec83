import type { MetricParameter, Property, ValueType } from "../../core/model/model-source.ts";
import { findName, formatDidYouMean } from "../../core/text/find-name.ts";
import type { Problem } from "../../core/text/problem.ts";
import { createQueryProblem, withReplacements } from "../syntax/diagnostics.ts";
import { findBuiltInFunction, findNearestFunction } from "../syntax/functions.ts";
import type { Expression, FunctionCall, NamePath } from "../syntax/tree.ts";
import type { BoundPath, ComparisonOperand } from "./bound-condition.ts";
import type { MemberLookup } from "./member-lookup.ts";
import type { AttributePreference } from "./resolve-path.ts";
import { isCallOf, readDate } from "./time-arguments.ts";

/** Reason why a value could not be bound. `reported` means that a problem was already added for it. */
type NoOperand = "reported" | "column" | "wrongType";

/**
 * Converts an expression to the value that a property is compared with, or returns the reason why this is not possible.
 */
export function bindOperand(
  value: Expression,
  property: Property,
  scope: PredicateScope,
): ComparisonOperand | NoOperand {
  switch (value.kind) {
    case "hole":
    case "unsupported":
    case "star":
      return "reported";
    case "path": {
      const [name] = value.segments;
      const parameter = value.segments.length === 1 ? findName(scope.parameters, name?.text ?? "") : undefined;
      if (!parameter) {
        return "column";
      }
      const isFitting = fits(property, parameter.item.kind === "number" ? "number" : "text");
      return isFitting ? { kind: "parameter", parameter: parameter.item } : "wrongType";
    }
    case "call":
      return bindDate(value, property, scope);
    case "string":
      return fits(property, "text") ? { kind: "text", value: value.value } : "wrongType";
    case "number":
      return fits(property, "number") ? { kind: "number", value: value.value, text: value.text } : "wrongType";
    case "boolean":
      return fits(property, "boolean") ? { kind: "boolean", value: value.value } : "wrongType";
  }
}

function fits({ type, hasUnknownType }: Property, wanted: ValueType): boolean {
  return hasUnknownType || type === wanted;
}

function bindDate(call: FunctionCall, property: Property, scope: PredicateScope): ComparisonOperand | NoOperand {
  if (isCallOf("date", call)) {
    if (!fits(property, "date")) {
      return "wrongType";
    }
    const instant = readDate(call, scope.problems);
    return instant === undefined ? "reported" : { kind: "date", value: instant };
  }
  reportCall(call, scope);
  return "reported";
}

function reportCall({ name }: FunctionCall, scope: PredicateScope): void {
  const nearest = findNearestFunction(name.text, "time");
  if (nearest && !findBuiltInFunction(name.text)) {
    const values = { what: "function", name: name.text, suggestion: formatDidYouMean([nearest]) };
    scope.problems.push(withReplacements(createQueryProblem("SL304", name, values), [nearest]));
  } else {
    const advice = "Compare with a value written out.";
    scope.problems.push(createQueryProblem("SL604", name, { what: `the function \`${name.text}\``, advice }));
  }
}

/** Returns the name of a value type for use in messages. */
export function describeValueType(type: ValueType): string {
  return type === "boolean" ? "truth value" : type;
}

const examples: Readonly<Record<ValueType, string>> = {
  text: "a text in quotes",
  number: "a number such as 40",
  date: 'a date such as date("2024-01-31")',
  boolean: "TRUE or FALSE",
};

export function exampleValueOf(type: ValueType): string {
  return examples[type];
}

/** Context for binding a predicate. */
export interface PredicateScope {
  readonly problems: Problem[];
  readonly parameters: readonly MetricParameter[];
  readonly preference: AttributePreference;
  readonly members: MemberLookup | undefined;
  bindPath(path: NamePath, preference: AttributePreference): BoundPath | undefined;
}
