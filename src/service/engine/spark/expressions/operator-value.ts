import type { Span } from "../../../../languages/core/text/span.ts";
import type { Binary, Expression } from "../../../../languages/table-sql/syntax.ts";
import type { EvaluationFrequency } from "../functions/statement-budget.ts";
import { fillSqlTemplate } from "../functions/template-function.ts";
import { buildConcatSql, CallSizeLimit, createSizeLimitedTemplate } from "../functions/value-bounds.ts";
import { type ArithmeticOperator, translateArithmetic } from "../types/arithmetic.ts";
import { buildCastSql, buildWrapIntegralSql } from "../types/cast-sql.ts";
import { commonTypeOf } from "../types/common-type.ts";
import { buildComparisonSql, type ComparisonOperator } from "../types/common-value.ts";
import {
  booleanType,
  type DataType,
  dateType,
  duckDbTypeOf,
  formatSparkType,
  intervalType,
  isIntegralType,
  isNumericType,
  stringType,
  timestampType,
} from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import type { TranslatedValue } from "../types/value.ts";

/**
 * Returns the SQL of a value as a condition: true, false or NULL. Throws SparkSqlError if the value is neither boolean
 * nor text.
 */
export function buildBooleanSql(value: TranslatedValue, span: Span): string {
  const isCondition = value.type.kind === "boolean" || value.type.kind === "void" || value.type.kind === "string";
  if (!isCondition) {
    throw new SparkSqlError(`A condition must be boolean, not ${formatSparkType(value.type)}.`, span.start, span.end);
  }
  return buildCastSql(value.sql, value.type, booleanType) ?? value.sql;
}

/** Translates a binary operator except `||`. Throws SparkSqlError if the operand types do not fit. */
export function translateBinaryOperator(tree: Binary, left: TranslatedValue, right: TranslatedValue): TranslatedValue {
  const { operator } = tree;
  const name = `(${left.name} ${operator.toLowerCase() === "div" ? "div" : operator} ${right.name})`;
  switch (operator) {
    case "AND":
    case "OR":
      return {
        sql: `(${buildBooleanSql(left, tree.left)} ${operator} ${buildBooleanSql(right, tree.right)})`,
        type: booleanType,
        name,
      };
    case "=":
    case "<>":
    case "<":
    case "<=":
    case ">":
    case ">=":
    case "<=>":
      return comparisonValue(tree, operator, left, right, name);
    case "&":
    case "|":
    case "^":
      return bitwiseValue(tree, left, right, name);
    default:
      return timeArithmetic(tree, left, right, name) ?? arithmeticValue(tree, left, right, name);
  }
}

function comparisonValue(
  tree: Binary,
  operator: ComparisonOperator,
  left: TranslatedValue,
  right: TranslatedValue,
  name: string,
): TranslatedValue {
  const sql = buildComparisonSql(operator, left, right);
  if (sql === undefined) {
    return refuse(tree, `${formatSparkType(left.type)} and ${formatSparkType(right.type)} cannot be compared.`);
  }
  return { sql, type: booleanType, name: operator === "<>" ? `(NOT (${left.name} = ${right.name}))` : name };
}

/**
 * Returns all operands of a chain `a || b || c`. They are concatenated in one step, so that the length is checked only
 * once.
 */
export function concatenationOperandsOf(tree: Binary): readonly Expression[] {
  const operands: Expression[] = [];
  let left: Expression = tree;
  while (left.kind === "binary" && left.operator === "||") {
    operands.unshift(left.right);
    left = left.left;
  }
  return [left, ...operands];
}

/** Translates `||` of texts or arrays. Throws SparkSqlError for other types. */
export function translateConcatenation(
  tree: Binary,
  values: readonly TranslatedValue[],
  place: EvaluationFrequency,
): TranslatedValue {
  if (values.some(({ type }) => type.kind === "array")) {
    return values.reduce((left, right) => concatArrays(tree, left, right, place));
  }
  const texts = values.map(
    ({ sql, type }) =>
      buildCastSql(sql, type, stringType) ?? refuse(tree, `${formatSparkType(type)} cannot be concatenated.`),
  );
  return {
    sql: buildConcatSql(texts, new CallSizeLimit("joinedText", "concat", place, tree.start)),
    type: stringType,
    name: values.map(({ name }) => name).reduce((left, right) => `concat(${left}, ${right})`),
  };
}

function concatArrays(
  tree: Binary,
  left: TranslatedValue,
  right: TranslatedValue,
  place: EvaluationFrequency,
): TranslatedValue {
  const type = commonTypeOf(left.type, right.type);
  const [a, b] = [left, right].map((value) => type && buildCastSql(value.sql, value.type, type));
  if (type?.kind !== "array" || a === undefined || b === undefined) {
    return refuse(tree, `${formatSparkType(left.type)} and ${formatSparkType(right.type)} cannot be concatenated.`);
  }
  const bound = new CallSizeLimit("array", "concat", place, tree.start);
  const template = createSizeLimitedTemplate("$1 || $2", "len($1) + len($2)", 1, bound);
  return {
    sql: fillSqlTemplate(`CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN ${template} END`, [a, b]),
    type,
    name: `concat(${left.name}, ${right.name})`,
  };
}

function bitwiseValue(tree: Binary, left: TranslatedValue, right: TranslatedValue, name: string): TranslatedValue {
  const type = commonTypeOf(left.type, right.type);
  if (!type || !isIntegralType(type)) {
    return refuse(tree, `${tree.operator} takes integers.`);
  }
  const [a, b] = [buildCastSql(left.sql, left.type, type), buildCastSql(right.sql, right.type, type)];
  return { sql: tree.operator === "^" ? `xor(${a}, ${b})` : `(${a} ${tree.operator} ${b})`, type, name };
}

function timeArithmetic(
  tree: Binary,
  left: TranslatedValue,
  right: TranslatedValue,
  name: string,
): TranslatedValue | undefined {
  const { operator } = tree;
  if (operator !== "+" && operator !== "-") {
    return undefined;
  }
  const isTime = (type: DataType) => type.kind === "date" || type.kind === "timestamp";
  if (
    operator === "+" &&
    isTime(right.type) &&
    !isTime(left.type) &&
    (left.type.kind === "interval" || isIntegralType(left.type))
  ) {
    const swapped = timeArithmetic({ ...tree, left: tree.right, right: tree.left }, right, left, name);
    return swapped && { ...swapped, name: left.type.kind === "interval" ? name : swapped.name };
  }
  if (left.type.kind === "interval" && right.type.kind === "interval") {
    return { sql: `(${left.sql} ${operator} ${right.sql})`, type: intervalType, name };
  }
  if (right.type.kind === "interval" && (isTime(left.type) || left.type.kind === "string")) {
    // A date plus days or months is a date; plus hours or smaller units it is a timestamp.
    const isDate = left.type.kind === "date" && right.constant !== "time";
    const type = isDate ? dateType : timestampType;
    const base = buildCastSql(left.sql, left.type, left.type.kind === "string" ? timestampType : left.type);
    const shown =
      left.type.kind === "string" || !isDate
        ? `${left.name} ${operator} ${right.name}`
        : `${left.name} ${operator} ${right.name}`;
    return { sql: `CAST((${base} ${operator} ${right.sql}) AS ${duckDbTypeOf(type)})`, type, name: shown };
  }
  if (left.type.kind === "date" && isIntegralType(right.type) && right.type.kind !== "bigint") {
    const call = operator === "+" ? "date_add" : "date_sub";
    return {
      sql: `CAST((${left.sql} ${operator} ${right.sql}) AS DATE)`,
      type: dateType,
      name: `${call}(${left.name}, ${right.name})`,
    };
  }
  if (operator === "-" && isTime(left.type) && isTime(right.type)) {
    return refuse(
      tree,
      "In Spark, the difference of two dates or timestamps is an interval of days, which is not available in the embedded engine; use datediff or timestampdiff.",
    );
  }
  return undefined;
}

function arithmeticValue(tree: Binary, left: TranslatedValue, right: TranslatedValue, name: string): TranslatedValue {
  const result = translateArithmetic(tree.operator as ArithmeticOperator, left, right);
  if (!result) {
    return refuse(
      tree,
      `${tree.operator} cannot be applied to ${formatSparkType(left.type)} and ${formatSparkType(right.type)}.`,
    );
  }
  return { ...result, name };
}

export function translateNegation(value: TranslatedValue, span: Span): TranslatedValue {
  const name = `(- ${value.name})`;
  if (value.type.kind === "interval") {
    return { sql: `(-${value.sql})`, type: value.type, name, constant: value.constant };
  }
  const type: DataType = value.type.kind === "string" || value.type.kind === "void" ? { kind: "double" } : value.type;
  const sql = buildCastSql(value.sql, value.type, type);
  if (sql === undefined || !isNumericType(type)) {
    throw new SparkSqlError(`- cannot be applied to ${formatSparkType(value.type)}.`, span.start, span.end);
  }
  return isIntegralType(type)
    ? { sql: buildWrapIntegralSql(`(-CAST(${sql} AS HUGEINT))`, type), type, name }
    : { sql: `(-${sql})`, type, name };
}

/** Translates `~`, which inverts the bits of an integer. */
export function translateBitwiseNot(value: TranslatedValue, span: Span): TranslatedValue {
  if (!isIntegralType(value.type)) {
    throw new SparkSqlError(`~ cannot be applied to ${formatSparkType(value.type)}.`, span.start, span.end);
  }
  return { sql: `(~${value.sql})`, type: value.type, name: `~${value.name}` };
}

function refuse(span: Span, problem: string): never {
  throw new SparkSqlError(problem, span.start, span.end);
}
