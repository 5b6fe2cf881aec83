import type { StoredObject } from "../../../src/service/model/tenant-model.ts";
import { type Attribute, attributeId, type DimensionAttribute, mustFindAttribute } from "./attribute.ts";
import { compareValues } from "./compare-values.ts";
import { readInstant } from "./instant.ts";
import { findMember, membersCalled } from "./members.ts";
import type { Condition, Expression, Predicate } from "./query-tree.ts";
import { type Place, readThrough } from "./reach.ts";
import type { Rules } from "./rules.ts";
import { all, any, not, type Truth } from "./truth.ts";
import type { Value, Workforce } from "./workforce.ts";

/** What a condition's names and literals mean. */
export interface ConditionScope {
  readonly workforce: Workforce;
  /** The object that paths start from. */
  readonly object: StoredObject;
  readonly rules: Rules;
  /** Values of a metric's parameters, by id. */
  readonly parameters: ReadonlyMap<string, Value>;
}

export type Test = (place: Place) => Truth;

/** Makes a condition into a test of one record (sql-like-language 9; semantics.md, "Truth"). */
export function compileCondition(condition: Condition, scope: ConditionScope): Test {
  switch (condition.kind) {
    case "and": {
      const tests = condition.parts.map((part) => compileCondition(part, scope));
      return (place) => all(tests.map((test) => test(place)));
    }
    case "or": {
      const tests = condition.parts.map((part) => compileCondition(part, scope));
      return (place) => any(tests.map((test) => test(place)));
    }
    case "not": {
      const test = compileCondition(condition.part, scope);
      return (place) => not(test(place));
    }
    default:
      return compilePredicate(condition, scope);
  }
}

function compilePredicate(predicate: Predicate, scope: ConditionScope): Test {
  const attribute = attributeOf(predicate.left, scope);
  const read = (place: Place) => readThrough(scope.workforce, place, attribute.steps, attributeId(attribute));
  if (predicate.kind === "null") {
    return (place) => (read(place) === null) !== predicate.isNegated;
  }
  switch (attribute.kind) {
    case "concept":
      return compileConcept(predicate, read, scope);
    case "dimension":
      return compileMemberFilter(predicate, attribute, read, scope);
    case "property":
      return compileComparison(predicate, read, scope);
  }
}

function attributeOf(expression: Expression, { workforce, object }: ConditionScope): Attribute {
  if (expression.kind !== "path") {
    throw new Error("Evaluating a query: the left side of a condition is not a name.");
  }
  return mustFindAttribute(workforce.model, object, expression.names);
}

type Read = (place: Place) => Value;

function compileConcept(predicate: Predicate, read: Read, { rules }: ConditionScope): Test {
  const truthOf = (place: Place): Truth => {
    const value = read(place);
    return value === null ? (rules.unknown === "is false" ? false : null) : value === true;
  };
  if (predicate.kind === "holds") {
    return truthOf;
  }
  if (predicate.kind !== "compare" || predicate.right.kind !== "boolean") {
    throw new Error("Evaluating a query: a concept is compared with something else than TRUE or FALSE.");
  }
  const isWanted = (predicate.operator === "=") === predicate.right.value;
  return isWanted ? truthOf : (place) => not(truthOf(place));
}

function compileMemberFilter(
  predicate: Predicate,
  { dimension }: DimensionAttribute,
  read: Read,
  { workforce, rules }: ConditionScope,
): Test {
  const { texts, isExcluded } = memberSet(predicate);
  const members = workforce.members(dimension);
  const find = rules.otherMember === "is wrong" ? (text: string) => [findMember(members, text)] : membersCalled;
  const wanted = texts.flatMap((text) => find(text, members).map(({ ordinal }) => ordinal));
  return (place) => {
    const ordinal = read(place);
    if (typeof ordinal !== "number") {
      return isExcluded && rules.withoutMember === "is left over";
    }
    const counted = rules.memberFilter === "itself only" ? [ordinal] : workforce.member(dimension, ordinal).ancestors;
    return wanted.some((member) => counted.includes(member)) !== isExcluded;
  };
}

function memberSet(predicate: Predicate): { readonly texts: readonly string[]; readonly isExcluded: boolean } {
  if (predicate.kind === "in") {
    return { texts: predicate.values.map(textOf), isExcluded: predicate.isNegated };
  }
  if (predicate.kind === "compare" && (predicate.operator === "=" || predicate.operator === "!=")) {
    return { texts: [textOf(predicate.right)], isExcluded: predicate.operator === "!=" };
  }
  throw new Error("Evaluating a query: a dimension takes =, != and IN only.");
}

function textOf(expression: Expression): string {
  if (expression.kind !== "text") {
    throw new Error("Evaluating a query: a member is written as a text.");
  }
  return expression.value;
}

function compileComparison(predicate: Predicate, read: Read, scope: ConditionScope): Test {
  switch (predicate.kind) {
    case "compare": {
      const right = literalValue(predicate.right, scope);
      return (place) => compareValues(read(place), predicate.operator, right);
    }
    case "in": {
      const values = predicate.values.map((value) => literalValue(value, scope));
      const isIn: Test = (place) => any(values.map((value) => compareValues(read(place), "=", value)));
      return predicate.isNegated ? (place) => not(isIn(place)) : isIn;
    }
    case "between": {
      const low = literalValue(predicate.low, scope);
      const high = literalValue(predicate.high, scope);
      const isWithin: Test = (place) =>
        all([compareValues(read(place), ">=", low), compareValues(read(place), "<=", high)]);
      return predicate.isNegated ? (place) => not(isWithin(place)) : isWithin;
    }
    default:
      throw new Error("Evaluating a query: a property stands in a condition without a comparison.");
  }
}

/** A literal, `date("…")` or a metric's parameter. */
export function literalValue(expression: Expression, { parameters }: Pick<ConditionScope, "parameters">): Value {
  if (expression.kind === "call") {
    const [argument] = expression.arguments;
    if (expression.name.toLowerCase() === "date" && argument?.value.kind === "text") {
      return readInstant(argument.value.value);
    }
  } else if (expression.kind === "path") {
    const value = parameters.get(expression.names.join("."));
    if (value !== undefined) {
      return value;
    }
  } else {
    return expression.value;
  }
  throw new Error("Evaluating a query: a value is neither a literal, a date nor a parameter.");
}
