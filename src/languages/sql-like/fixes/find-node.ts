import type { Span } from "../../core/text/span.ts";
import type {
  BracketedCondition,
  CallArgument,
  Condition,
  Expression,
  FunctionCall,
  Predicate,
  Query,
} from "../syntax/tree.ts";
import { expressionsOf, predicatesOf } from "../syntax/walk.ts";

/** Returns all expressions of a query, including nested ones. */
export function expressionsIn(query: Query): Expression[] {
  const predicates = query.where ? predicatesOf(query.where.condition) : [];
  const outer = [
    ...query.items.map(({ expression }) => expression),
    ...predicates.flatMap(({ predicate }) => expressionsOf(predicate)),
  ];
  return outer.flatMap(withInner);
}

function withInner(expression: Expression): Expression[] {
  switch (expression.kind) {
    case "call":
      return [expression, ...expression.arguments.flatMap(({ value }) => withInner(value))];
    case "unsupported":
      return [expression, ...expression.parts.flatMap(withInner)];
    default:
      return [expression];
  }
}

export function callsIn(query: Query): FunctionCall[] {
  return expressionsIn(query).filter((expression) => expression.kind === "call");
}

/** Returns the expression whose span equals the given one. */
export function expressionAt(query: Query | undefined, span: Span): Expression | undefined {
  return query && expressionsIn(query).find((expression) => expression.kind !== "hole" && isSame(expression, span));
}

/** Returns the call that has an argument with the given span. */
export function callAround(query: Query | undefined, span: Span): FunctionCall | undefined {
  return query && callsIn(query).find((call) => argumentWithSpan(call, span));
}

function argumentWithSpan(call: FunctionCall, span: Span): CallArgument | undefined {
  return call.arguments.find(({ value }) => isSame(value, span));
}

/** Returns the predicate whose span equals the given one. */
export function predicateWithSpan(query: Query | undefined, span: Span): Predicate | undefined {
  return predicatesIn(query).find((predicate) => isSame(predicate, span));
}

/** Returns the smallest predicate that contains a span. */
export function predicateContaining(query: Query | undefined, span: Span): Predicate | undefined {
  return predicatesIn(query).find(({ start, end }) => start <= span.start && span.end <= end);
}

function predicatesIn(query: Query | undefined): Predicate[] {
  return query?.where ? predicatesOf(query.where.condition).map(({ predicate }) => predicate) : [];
}

/** Returns the bracketed groups of a condition, outer ones first. */
export function groupsIn(condition: Condition): BracketedCondition[] {
  switch (condition.kind) {
    case "and":
    case "or":
      return condition.operands.flatMap(groupsIn);
    case "not":
      return groupsIn(condition.operand);
    case "group":
      return [condition, ...groupsIn(condition.condition)];
    default:
      return [];
  }
}

function isSame(left: Span, right: Span): boolean {
  return left.start === right.start && left.end === right.end;
}
