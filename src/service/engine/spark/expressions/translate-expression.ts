import type { Span } from "../../../../languages/core/text/span.ts";
import type {
  Call,
  Case,
  Cast,
  Expression,
  InQuery,
  Lambda,
  Query,
  Subscript,
  Unary,
} from "../../../../languages/table-sql/syntax.ts";
import { zeroBasedElementTemplate } from "../functions/collection-functions.ts";
import {
  AggregateCall,
  type AggregateTranslator,
  type CallResult,
  FunctionCall,
  type ScalarTranslator,
} from "../functions/function-call.ts";
import { findFunction } from "../functions/function-table.ts";
import { LambdaCall, type LambdaParameter } from "../functions/lambda-call.ts";
import type { LambdaTranslator } from "../functions/lambda-functions.ts";
import type { EvaluationFrequency, LambdaRepetition, StatementBudget } from "../functions/statement-budget.ts";
import { fillSqlTemplate } from "../functions/template-function.ts";
import { fixedWindowFrameOf } from "../functions/window-functions.ts";
import { buildCastSql } from "../types/cast-sql.ts";
import { commonTypeOrTextOf } from "../types/common-type.ts";
import { buildComparisonSql, castValueTo, commonTypeOfValues } from "../types/common-value.ts";
import {
  booleanType,
  type DataType,
  duckDbTypeOf,
  formatSparkType,
  intType,
  parseSparkType,
  voidType,
} from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import type { TranslatedValue } from "../types/value.ts";
import { dependsOnRows, findOuterNames } from "./free-nodes.ts";
import { translateIntervalLiteral } from "./interval-value.ts";
import { translateLiteral } from "./literal-value.ts";
import { type NameScope, translateFieldAccess } from "./name-scope.ts";
import {
  buildBooleanSql,
  concatenationOperandsOf,
  translateBinaryOperator,
  translateBitwiseNot,
  translateConcatenation,
  translateNegation,
} from "./operator-value.ts";
import {
  negatePredicateIf,
  translateBetween,
  translateInList,
  translateIsTest,
  translateLike,
} from "./predicate-value.ts";
import { type NamedWindows, translateWindow } from "./window-sql.ts";

/** Data of a statement that the translation of its expressions needs. */
export interface ExpressionContext {
  readonly scope: NameScope;
  readonly windows: NamedWindows;
  /** Translates a subquery, in which the names of the given scope are visible. */
  readonly query: (
    query: Query,
    scope: NameScope,
  ) => { readonly sql: string; readonly columns: readonly { readonly type: DataType }[] };
  /** SQL of the expressions in GROUP BY, for `grouping_id()`. */
  readonly groups: readonly string[];
  /** Resource limits that the function calls of the statement share. */
  readonly budget: StatementBudget;
  /** Called for each aggregate function without OVER. */
  readonly onAggregate: () => void;
}

/**
 * Translates an expression to DuckDB SQL. Also returns the expression's type and the column name that Spark gives it.
 * Throws SparkSqlError.
 */
export function translateExpression(tree: Expression, context: ExpressionContext): TranslatedValue {
  const translate = (expression: Expression): TranslatedValue => translateExpression(expression, context);
  switch (tree.kind) {
    case "literal":
      return translateLiteral(tree);
    case "column":
      return context.scope.resolve(tree.path, tree);
    case "call":
      return callValue(tree, context);
    case "unary":
      return unaryValue(tree, translate(tree.value));
    case "binary":
      return tree.operator === "||"
        ? translateConcatenation(tree, concatenationOperandsOf(tree).map(translate), placeOf(tree, context))
        : translateBinaryOperator(tree, translate(tree.left), translate(tree.right));
    case "cast":
      return castValue(tree, translate(tree.value));
    case "case":
      return caseValue(tree, translate);
    case "between":
      return translateBetween(tree, translate);
    case "inList":
      return translateInList(tree, translate);
    case "inQuery":
      return inQueryValue(tree, context);
    case "like":
      return translateLike(tree, translate);
    case "is":
      return translateIsTest(tree, translate(tree.value));
    case "exists": {
      const { sql } = context.query(tree.query, context.scope);
      return { sql: `EXISTS (${sql})`, type: booleanType, name: "exists()" };
    }
    case "scalarQuery":
      return scalarQueryValue(tree.query, tree, context);
    case "subscript":
      return subscriptValue(tree, translate(tree.value), translate(tree.index));
    case "field":
      return translateFieldAccess(translate(tree.value), tree.name, tree);
    case "interval":
      return translateIntervalLiteral(tree, translate);
    case "parameter":
      return refuse(tree, "Parameters have no values in a SQL job; write the value itself.");
    case "namedArgument":
      return refuse(tree, `Named arguments are not available in the embedded engine; remove ${tree.name} =>.`);
    case "tableArgument":
      return refuse(tree, "Tables as arguments are not available in the embedded engine.");
    case "missing":
      return refuse(tree, "An expression is missing.");
    case "star":
      return refuse(tree, "* is allowed only in a SELECT list and in count(*).");
    case "lambda":
      return refuse(tree, "A lambda is allowed only as an argument of functions such as transform.");
    default:
      return assertNever(tree);
  }
}

function assertNever(tree: never): never {
  throw new Error(`Unexpected expression ${String(tree)}`);
}

function refuse(span: Span, problem: string): never {
  throw new SparkSqlError(problem, span.start, span.end);
}

function callValue(tree: Call, context: ExpressionContext): TranslatedValue {
  const name = tree.name.toLowerCase();
  if (name === "alias") {
    return translateExpression(tree.arguments[0] as Expression, context);
  }
  if (name === "grouping_id" && tree.arguments.length === 0) {
    return {
      sql: `CAST(GROUPING(${context.groups.join(", ")}) AS BIGINT)`,
      type: { kind: "bigint" },
      name: "grouping_id()",
    };
  }
  const found = findFunction(name);
  if (!found) {
    return refuse(tree, `The function ${tree.name} is not known to the embedded engine.`);
  }
  if (found.kind === "refused") {
    return refuse(tree, `The function ${name} is not available in the embedded engine: ${found.reason}.`);
  }
  const isPlain = !tree.over && !tree.filter && tree.within.length === 0 && !tree.isDistinct && !tree.isIgnoringNulls;
  if (found.kind !== "aggregate" && !isPlain) {
    return refuse(
      tree,
      `The function ${name} is not an aggregate, so DISTINCT, FILTER, WITHIN GROUP, IGNORE NULLS and OVER are not allowed.`,
    );
  }
  if (found.kind !== "lambda" && tree.arguments.some((one) => one.kind === "lambda")) {
    return refuse(tree, `The function ${name} does not take a lambda in the embedded engine.`);
  }
  if (found.kind === "lambda") {
    return lambdaValue(tree, found.translator, context);
  }
  const [call, result] =
    found.kind === "scalar"
      ? callScalar(tree, found.translator, context)
      : callAggregate(tree, found.translator, context);
  const over = tree.over
    ? ` OVER ${translateWindow(tree.over, context.windows, (one) => translateExpression(one, context), fixedWindowFrameOf(call)).name}`
    : "";
  const filter = tree.filter ? ` FILTER (WHERE ${translateExpression(tree.filter, context).name})` : "";
  return { ...result, name: `${result.name ?? callColumnName(call)}${filter}${over}` };
}

function placeOf(tree: Expression, { scope, budget }: ExpressionContext): EvaluationFrequency {
  const { lambda } = scope;
  return { budget, isPerRow: lambda?.isPerRow ?? dependsOnRows(tree), repetition: lambda?.repetition };
}

function callScalar(tree: Call, translator: ScalarTranslator, context: ExpressionContext): [FunctionCall, CallResult] {
  const call = new FunctionCall(
    tree,
    tree.arguments.map((one) => translateExpression(one, context)),
    placeOf(tree, context),
  );
  return [call, translator(call)];
}

function callAggregate(
  tree: Call,
  translator: AggregateTranslator,
  context: ExpressionContext,
): [FunctionCall, CallResult] {
  const call = aggregateCall(tree, context);
  return [call, translator(call)];
}

function aggregateCall(tree: Call, context: ExpressionContext): AggregateCall {
  if (!tree.over) {
    context.onAggregate();
  }
  const values = tree.arguments.flatMap((one) => (one.kind === "star" ? [] : [translateExpression(one, context)]));
  const over = tree.over && translateWindow(tree.over, context.windows, (one) => translateExpression(one, context)).sql;
  const filter = tree.filter && buildBooleanSql(translateExpression(tree.filter, context), tree.filter);
  const within = tree.within.map((item) => translateExpression(item.expression, context));
  if (tree.within.some((item) => item.isDescending)) {
    return refuse(
      tree,
      "WITHIN GROUP must be in ascending order in the embedded engine; use 1 minus the percentage instead of DESC.",
    );
  }
  return new AggregateCall(tree, values, { filter, over, within });
}

/** Returns the column name that Spark gives a call without an alias, such as `sum(DISTINCT v)`. */
function callColumnName({ tree, arguments: values }: FunctionCall): string {
  return `${tree.name.toLowerCase()}(${tree.isDistinct ? "DISTINCT " : ""}${values.map(({ name }) => name).join(", ")})`;
}

function lambdaValue(tree: Call, translator: LambdaTranslator, context: ExpressionContext): TranslatedValue {
  const place = placeOf(tree, context);
  const bind = (
    lambda: Lambda,
    parameters: readonly LambdaParameter[],
    repetition: LambdaRepetition,
  ): TranslatedValue => {
    const columns = lambda.parameters.map((name, index) => ({
      ...(parameters[index] ?? { sql: "NULL", type: voidType }),
      name,
      qualifier: undefined,
    }));
    const scope = context.scope.withParameters(columns, { isPerRow: place.isPerRow, repetition });
    return translateExpression(lambda.body, { ...context, scope });
  };
  const outerValues = (lambda: Lambda): TranslatedValue[] =>
    findOuterNames(lambda).flatMap((one) => context.scope.tryResolve(one.path, one) ?? []);
  const call = new LambdaCall(new FunctionCall(tree, [], place), {
    translate: (one) => translateExpression(one, context),
    bind,
    outerValues,
  });
  const result = translator(call);
  return { ...result, name: result.name ?? `${tree.name.toLowerCase()}()` };
}

function unaryValue(tree: Unary, value: TranslatedValue): TranslatedValue {
  switch (tree.operator) {
    case "NOT":
      return { sql: `(NOT ${buildBooleanSql(value, tree.value)})`, type: booleanType, name: `(NOT ${value.name})` };
    case "-":
      return translateNegation(value, tree);
    case "~":
      return translateBitwiseNot(value, tree);
    default:
      return { ...value, name: `(+ ${value.name})` };
  }
}

function castValue(tree: Cast, value: TranslatedValue): TranslatedValue {
  const type = parseSparkType(tree.type, tree);
  const sql = buildCastSql(value.sql, value.type, type);
  if (sql === undefined) {
    return refuse(tree, `${formatSparkType(value.type)} cannot be cast to ${formatSparkType(type)}.`);
  }
  const name = `${tree.isTry ? "TRY_CAST" : "CAST"}(${value.name} AS ${formatSparkType(type).toUpperCase()})`;
  return { sql: value.type.kind === "void" ? `CAST(NULL AS ${duckDbTypeOf(type)})` : sql, type, name };
}

function inQueryValue(tree: InQuery, context: ExpressionContext): TranslatedValue {
  const value = translateExpression(tree.value, context);
  const { sql, columns } = context.query(tree.query, context.scope);
  const [column] = columns;
  const isRow = tree.value.kind === "call" && tree.value.name === "struct";
  if (isRow || !column || columns.length !== 1) {
    return refuse(
      tree,
      "IN takes one value and a query of one column in the embedded engine; use EXISTS for several columns.",
    );
  }
  const type =
    commonTypeOrTextOf(value.type, column.type) ??
    refuse(tree, `IN cannot compare ${formatSparkType(value.type)} with ${formatSparkType(column.type)}.`);
  const rows = `SELECT ${buildCastSql('"in#"."c"', column.type, type)} FROM (${sql}) AS "in#"("c")`;
  return negatePredicateIf(
    { sql: `(${castValueTo(value, type)} IN (${rows}))`, type: booleanType, name: `(${value.name} IN (listquery()))` },
    tree.isNegated,
  );
}

function scalarQueryValue(query: Query, span: Span, context: ExpressionContext): TranslatedValue {
  const { sql, columns } = context.query(query, context.scope);
  const [column] = columns;
  if (!column || columns.length !== 1) {
    return refuse(span, `A query in an expression must have one column, not ${columns.length}.`);
  }
  return { sql: `(${sql})`, type: column.type, name: "scalarsubquery()" };
}

function subscriptValue(tree: Subscript, value: TranslatedValue, index: TranslatedValue): TranslatedValue {
  const name = `${value.name}[${index.name}]`;
  if (value.type.kind === "map") {
    return {
      sql: `map_extract_value(${value.sql}, ${castValueTo(index, value.type.key)})`,
      type: value.type.value,
      name,
    };
  }
  if (value.type.kind !== "array") {
    return refuse(tree, `[] can be applied to an array or a map, not to ${formatSparkType(value.type)}.`);
  }
  return {
    sql: fillSqlTemplate(zeroBasedElementTemplate, [value.sql, castValueTo(index, intType)]),
    type: value.type.element,
    name,
  };
}

function caseValue(tree: Case, translate: (tree: Expression) => TranslatedValue): TranslatedValue {
  const operand = tree.operand && translate(tree.operand);
  const branches = tree.branches.map((branch) => {
    const when = translate(branch.when);
    const condition = operand
      ? (buildComparisonSql("=", operand, when) ?? refuse(branch.when, "CASE cannot compare values of these types."))
      : buildBooleanSql(when, branch.when);
    return {
      condition,
      name: operand ? `(${operand.name} = ${when.name})` : when.name,
      result: translate(branch.result),
    };
  });
  const otherwise = tree.otherwise && translate(tree.otherwise);
  const type = commonTypeOfValues(
    [...branches.map((branch) => branch.result), ...(otherwise ? [otherwise] : [])],
    tree,
  );
  const whens = branches.map((branch) => `WHEN ${branch.condition} THEN ${castValueTo(branch.result, type)}`).join(" ");
  const names = branches.map((branch) => `WHEN ${branch.name} THEN ${branch.result.name}`).join(" ");
  return {
    sql: `CASE ${whens}${otherwise ? ` ELSE ${castValueTo(otherwise, type)}` : ""} END`,
    type,
    name: `CASE ${names}${otherwise ? ` ELSE ${otherwise.name}` : ""} END`,
  };
}
