import { applyEdits, type Span, type TextEdit } from "../../core/text/span.ts";
import { readDate } from "../binding/time-arguments.ts";
import { comparisons } from "../syntax/operators.ts";
import { findTimeColumnName } from "../syntax/time-column.ts";
import type {
  ComparisonPredicate,
  Condition,
  Expression,
  FunctionCall,
  Predicate,
  WhereClause,
} from "../syntax/tree.ts";
import { isInCall, predicatesOf } from "../syntax/walk.ts";
import { addPeriodUnits } from "../time/intervals.ts";
import { predicateContaining, predicateWithSpan } from "./find-node.ts";
import { createRemovalEdit, createReplacementFix, type FixFactory, type FixScope, type QueryFix } from "./fix.ts";
import { firstInstantAfter, formatDateCall, formatTimeFilter, timeColumnTextOf } from "./repair-time.ts";

/** Creates a fix that moves the time filter to the top level of WHERE, joined by AND (SL507). */
export const moveTimeFilterToTop: FixFactory = (scope) => {
  const predicate = predicateWithSpan(scope.query, scope.problem);
  const where = scope.query?.where;
  if (!predicate || !where) {
    return [];
  }
  const { start, end } = where.condition;
  const filter = scope.text.slice(predicate.start, predicate.end);
  const rest = textWithout(scope, where.condition, predicate);
  const open = where.condition.kind === "or";
  const text = rest === undefined ? filter : `${open ? `(${rest})` : rest} AND ${filter}`;
  const edits = [{ start, end, text }];
  const changes = "The time filter then limits every row, not only those of one side.";
  const move: QueryFix = { title: "Move the time filter to the top", edits, isPreferred: true, changes };
  return [move, { ...removeFilter(scope, where, predicate), isPreferred: false, isFallback: true }];
};

function textWithout({ text }: FixScope, condition: Condition, predicate: Predicate): string | undefined {
  const span = spanWithout(condition, predicate);
  if (span === "all" || span === undefined) {
    return undefined;
  }
  const { start, end } = condition;
  return applyEdits(text.slice(start, end), [{ start: span.start - start, end: span.end - start, text: "" }]);
}

/** Creates a fix that removes the second of two time filters (SL508). */
export const removeSecondTimeFilter: FixFactory = (scope) => {
  const predicate = predicateWithSpan(scope.query, scope.problem);
  const where = scope.query?.where;
  return predicate && where ? [removeFilter(scope, where, predicate)] : [];
};

function removeFilter({ text }: FixScope, where: WhereClause, predicate: Predicate): QueryFix {
  const span = spanWithout(where.condition, predicate);
  const whole = createRemovalEdit(text, { start: where.keyword.start, end: where.condition.end });
  const edit: TextEdit = span === undefined || span === "all" ? whole : { ...span, text: "" };
  const changes = "The time that it names no longer counts.";
  return { title: "Remove this time filter", edits: [edit], isPreferred: true, changes };
}

/** Creates fixes that replace an unsupported operator on the time column by IN with periods or by BETWEEN (SL509). */
export const rewriteTimePredicate: FixFactory = (scope) => {
  const { problem, query, text } = scope;
  const predicate = predicateContaining(query, problem);
  if (!predicate) {
    return [];
  }
  if ((predicate.kind === "in" || predicate.kind === "between") && predicate.isNegated) {
    const left = text.slice(predicate.left.end, predicate.end);
    const without = left.replace(/^(\s*)NOT\s+/i, "$1");
    const edits = [{ start: predicate.left.end, end: predicate.end, text: without }];
    return [{ title: "Remove NOT", edits, changes: "The query is about the time that was left out before." }];
  }
  const column = timeColumnTextOf(scope, predicate);
  const day = predicate.kind === "in" ? instantOfDay(predicate.values) : equalDay(predicate);
  if (day !== undefined) {
    const range = formatTimeFilter(scope, column, day, scope.kind === "list" ? addPeriodUnits(day, "DAY", 1) : day + 1);
    const anchor = formatDateCall(day);
    const periods = anchor && `${column} IN periods(${anchor}, 1, period(1, Month))`;
    const filter = scope.kind === "list" ? range : periods;
    return filter ? [createReplacementFix(scope, predicate, filter, true)] : [];
  }
  return joinLimits(scope);
};

/** Returns the instant of `IN date("...")`, or of an IN list with a single date. */
function instantOfDay(values: FunctionCall | readonly Expression[]): number | undefined {
  const [only, ...others] = isInCall(values) ? [values] : values;
  return only && others.length === 0 ? readDate(only, []) : undefined;
}

function equalDay(predicate: Predicate): number | undefined {
  const isEqual = predicate.kind === "compare" && comparisons[predicate.operator.sign] === "=";
  return isEqual ? readDate(predicate.right, []) : undefined;
}

/** Creates a fix that joins `Service_Time >= date("...") AND Service_Time < date("...")` into one time filter. */
function joinLimits(scope: FixScope): readonly QueryFix[] {
  const { query, timeColumn } = scope;
  const where = query?.where;
  if (!where) {
    return [];
  }
  const limits = predicatesOf(where.condition)
    .filter(({ isConjunct }) => isConjunct)
    .map(({ predicate }) => predicate)
    .filter((predicate) => predicate.kind === "compare")
    .filter(({ left }) => findTimeColumnName(left, timeColumn) !== undefined);
  const [first, second, ...others] = limits;
  if (!first || !second || others.length > 0) {
    return [];
  }
  const lower = limits.map(lowerLimit).find((instant) => instant !== undefined);
  const upper = limits.map(upperLimit).find((instant) => instant !== undefined);
  const span = spanWithout(where.condition, second);
  if (lower === undefined || upper === undefined || span === undefined || span === "all") {
    return [];
  }
  const filter = formatTimeFilter(scope, timeColumnTextOf(scope, first), lower, upper);
  if (!filter) {
    return [];
  }
  const edits = [
    { start: first.start, end: first.end, text: filter },
    { ...span, text: "" },
  ];
  return [{ title: `Write one filter, \`${filter}\``, edits, isPreferred: true }];
}

function lowerLimit({ operator, right }: ComparisonPredicate): number | undefined {
  const instant = readDate(right, []);
  const sign = comparisons[operator.sign];
  return instant === undefined || (sign !== ">" && sign !== ">=")
    ? undefined
    : sign === ">"
      ? firstInstantAfter(instant)
      : instant;
}

/**
 * Returns the exclusive end date that a `<` or `<=` comparison sets; undefined for other operators. For `<=`, the end
 * moves to the next day.
 */
function upperLimit({ operator, right }: ComparisonPredicate): number | undefined {
  const instant = readDate(right, []);
  const sign = comparisons[operator.sign];
  return instant === undefined || (sign !== "<" && sign !== "<=")
    ? undefined
    : sign === "<="
      ? firstInstantAfter(instant)
      : instant;
}

/**
 * Returns the span to delete so that a predicate and the AND or OR next to it are removed from a condition. Returns
 * `all` if nothing would remain, and `undefined` if the condition does not contain the predicate.
 */
function spanWithout(condition: Condition, predicate: Predicate): Span | "all" | undefined {
  switch (condition.kind) {
    case "and":
    case "or":
      return spanInOperands(condition.operands, predicate);
    case "not":
      return spanWithout(condition.operand, predicate);
    case "group":
      return spanWithout(condition.condition, predicate);
    default:
      return condition === predicate ? "all" : undefined;
  }
}

function spanInOperands(operands: readonly Condition[], predicate: Predicate): Span | "all" | undefined {
  for (const [index, operand] of operands.entries()) {
    const span = spanWithout(operand, predicate);
    if (span === undefined) {
      continue;
    }
    const before = operands[index - 1];
    const after = operands[index + 1];
    if (span !== "all") {
      return span;
    }
    if (before) {
      return { start: before.end, end: operand.end };
    }
    return after ? { start: operand.start, end: after.start } : "all";
  }
  return undefined;
}
