import type { Span } from "../../../../languages/core/text/span.ts";
import type { Between, Expression, InList, IsTest, Like } from "../../../../languages/table-sql/syntax.ts";
import { FunctionCall } from "../functions/function-call.ts";
import { buildPatternSql } from "../functions/pattern-functions.ts";
import { buildCastSql } from "../types/cast-sql.ts";
import { buildComparisonSql, castValueTo, commonTypeOfValues } from "../types/common-value.ts";
import { booleanType, formatSparkType, stringType } from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import { quoteText, type TranslatedValue } from "../types/value.ts";
import { buildBooleanSql } from "./operator-value.ts";

/** Negates the SQL of a predicate if the statement has NOT before the predicate. */
export function negatePredicateIf(value: TranslatedValue, isNegated: boolean): TranslatedValue {
  return isNegated ? { sql: `(NOT ${value.sql})`, type: booleanType, name: `(NOT ${value.name})` } : value;
}

export function translateBetween(tree: Between, translate: (tree: Expression) => TranslatedValue): TranslatedValue {
  const [value, low, high] = [translate(tree.value), translate(tree.low), translate(tree.high)];
  const [from, to] = [buildComparisonSql(">=", value, low), buildComparisonSql("<=", value, high)];
  if (from === undefined || to === undefined) {
    return refuse(
      tree,
      `BETWEEN cannot compare ${formatSparkType(value.type)} with ${formatSparkType(low.type)} and ${formatSparkType(high.type)}.`,
    );
  }
  const name = `((${value.name} >= ${low.name}) AND (${value.name} <= ${high.name}))`;
  return negatePredicateIf({ sql: `(${from} AND ${to})`, type: booleanType, name }, tree.isNegated);
}

export function translateInList(tree: InList, translate: (tree: Expression) => TranslatedValue): TranslatedValue {
  const value = translate(tree.value);
  const list = tree.list.map(translate);
  const type = commonTypeOfValues([value, ...list], tree);
  const values = list.map((one) => castValueTo(one, type)).join(", ");
  const name = `(${value.name} IN (${list.map((one) => one.name).join(", ")}))`;
  return negatePredicateIf(
    { sql: `(${castValueTo(value, type)} IN (${values}))`, type: booleanType, name },
    tree.isNegated,
  );
}

export function translateLike(tree: Like, translate: (tree: Expression) => TranslatedValue): TranslatedValue {
  const value = translate(tree.value);
  const patterns = tree.patterns.map(translate);
  const text = buildCastSql(value.sql, value.type, stringType) ?? refuse(tree.value, `${tree.operator} takes text.`);
  const escaped = tree.escape ?? "\\";
  const tests = patterns.map((pattern, index) => {
    if (tree.operator === "RLIKE") {
      const call = new FunctionCall(
        {
          ...emptyCall,
          name: "rlike",
          arguments: [tree.value, tree.patterns[index] as Expression],
          start: tree.start,
          end: tree.end,
        },
        [value, pattern],
      );
      return `CAST(regexp_matches(${text}, ${buildPatternSql(call, 1)}) AS BOOLEAN)`;
    }
    return `(${text} ${tree.operator} ${castValueTo(pattern, stringType)} ESCAPE ${quoteText(escaped)})`;
  });
  const first = patterns[0]?.name ?? "";
  const name =
    tree.operator === "RLIKE"
      ? `RLIKE(${value.name}, ${first})`
      : tree.operator === "ILIKE"
        ? `ilike(${value.name}, ${first})`
        : `${value.name} LIKE ${first}`;
  if (tree.quantifier) {
    const each = tree.isNegated ? tests.map((one) => `(NOT ${one})`) : tests;
    const joined = each.join(tree.quantifier === "ANY" ? " OR " : " AND ");
    return { sql: `(${joined})`, type: booleanType, name };
  }
  return negatePredicateIf({ sql: `(${tests.join("")})`, type: booleanType, name }, tree.isNegated);
}

const emptyCall = {
  kind: "call",
  isDistinct: false,
  isIgnoringNulls: false,
  filter: undefined,
  within: [],
  over: undefined,
} as const;

/** Translates a test with IS [NOT] for NULL, UNKNOWN, TRUE or FALSE. */
export function translateIsTest(tree: IsTest, value: TranslatedValue): TranslatedValue {
  const not = tree.isNegated ? "NOT " : "";
  if (tree.test === "NULL" || tree.test === "UNKNOWN") {
    return { sql: `(${value.sql} IS ${not}NULL)`, type: booleanType, name: `(${value.name} IS ${not}NULL)` };
  }
  const name = `(${value.name} <=> ${tree.test.toLowerCase()})`;
  const sql = `(${buildBooleanSql(value, tree.value)} IS NOT DISTINCT FROM ${tree.test})`;
  return negatePredicateIf({ sql, type: booleanType, name }, tree.isNegated);
}

function refuse(span: Span, problem: string): never {
  throw new SparkSqlError(problem, span.start, span.end);
}
