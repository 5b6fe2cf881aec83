import { translateArithmetic } from "../types/arithmetic.ts";
import { buildCastSql, buildWrapIntegralSql } from "../types/cast-sql.ts";
import {
  bigintType,
  booleanType,
  createArrayType,
  createDecimalType,
  type DataType,
  doubleType,
  duckDbTypeOf,
  formatSparkType,
  isIntegralType,
  isNestedType,
  isNumericType,
} from "../types/data-type.ts";
import type { AggregateCall, AggregateTranslator, CallResult, FunctionImplementations } from "./function-call.ts";

/** Returns the only argument as a number; text and NULL are cast to double. */
function numberArgument(call: AggregateCall): { readonly sql: string; readonly type: DataType } {
  call.expectCount(1);
  const value = call.argumentAt(0);
  if (isNumericType(value.type)) {
    return value;
  }
  if (value.type.kind !== "string" && value.type.kind !== "void") {
    call.failWith(`takes numbers, not ${formatSparkType(value.type)}`, 0);
  }
  return { sql: call.castArgumentTo(0, doubleType), type: doubleType };
}

function sumResult(call: AggregateCall, isTry = false): CallResult {
  const { sql, type } = numberArgument(call);
  const sum = call.aggregate("sum", [sql]);
  if (isIntegralType(type)) {
    return { sql: isTry ? `TRY_CAST(${sum} AS BIGINT)` : buildWrapIntegralSql(sum, bigintType), type: bigintType };
  }
  if (type.kind === "decimal") {
    const result = createDecimalType(Math.min(38, type.precision + 10), type.scale);
    return { sql: `TRY_CAST(${sum} AS ${duckDbTypeOf(result)})`, type: result };
  }
  return { sql: call.aggregate("sum", [buildCastSql(sql, type, doubleType) ?? sql]), type: doubleType };
}

/** Average. For decimals it is computed exactly, with four more decimal places. */
const avg: AggregateTranslator = (call) => {
  const { sql, type } = numberArgument(call);
  if (type.kind !== "decimal") {
    return { sql: call.aggregate("avg", [buildCastSql(sql, type, doubleType) ?? sql]), type: doubleType };
  }
  const result = createDecimalType(Math.min(38, type.precision + 4), Math.min(38, type.scale + 4));
  const sum = { ...sumResult(call), name: "" };
  const count = {
    sql: `CAST(${call.aggregate("count", [sql])} AS DECIMAL(20,0))`,
    type: createDecimalType(20, 0),
    name: "",
  };
  const quotient = translateArithmetic("/", sum, count) ?? sum;
  return { sql: buildCastSql(quotient.sql, quotient.type, result) ?? quotient.sql, type: result };
};

const count: AggregateTranslator = (call) => {
  const [star] = call.tree.arguments;
  if (star?.kind === "star" && star.path.length === 0) {
    return { sql: call.aggregate("count", ["*"], { isDistinct: false }), type: bigintType, name: "count(1)" };
  }
  if (call.count === 1) {
    return { sql: call.aggregate("count", [call.argumentAt(0).sql]), type: bigintType };
  }
  call.expectCount(1, 100);
  const areAllPresent = call.arguments.map(({ sql }) => `${sql} IS NOT NULL`).join(" AND ");
  const fields = call.arguments.map(({ sql }, index) => `"f${index}": ${sql}`).join(", ");
  return { sql: call.aggregate("count", [`CASE WHEN ${areAllPresent} THEN {${fields}} END`]), type: bigintType };
};

/**
 * Creates the translator of `min` or `max`. Nested types are refused, because DuckDB orders NULLs in them differently.
 */
function minOrMax(name: "min" | "max"): AggregateTranslator {
  return (call) => {
    call.expectCount(1);
    const { sql, type } = call.argumentAt(0);
    return isNestedType(type)
      ? call.failWith(
          `cannot order ${type.kind} in the embedded engine, which puts NULLs in it last; use ${name}_by`,
          0,
        )
      : { sql: call.aggregate(name, [sql]), type };
  };
}

/** Returns a translator of an aggregate whose arguments and result are doubles. */
function doubleAggregate(name: string, count = 1): AggregateTranslator {
  return (call) => {
    call.expectCount(count);
    const values = call.arguments.map((_, index) => call.castArgumentTo(index, doubleType));
    return { sql: `CAST(${call.aggregate(name, values)} AS DOUBLE)`, type: doubleType };
  };
}

function booleanAggregate(name: "bool_and" | "bool_or"): AggregateTranslator {
  return (call) => {
    call.expectCount(1);
    return {
      sql: call.aggregate(name, [call.castArgumentTo(0, booleanType)]),
      type: booleanType,
      name: `${call.name}(${call.argumentAt(0).name})`,
    };
  };
}

function bitAggregate(name: string): AggregateTranslator {
  return (call) => {
    const { sql, type } = numberArgument(call);
    return isIntegralType(type) ? { sql: call.aggregate(name, [sql]), type } : call.failWith("takes integers", 0);
  };
}

/** Array of all values that are not NULL; empty if there are no rows. */
const collectList: AggregateTranslator = (call) => {
  call.expectCount(1);
  const { sql, type } = call.argumentAt(0);
  const list = call.aggregate("list", [sql], { where: `${sql} IS NOT NULL` });
  return {
    sql: `coalesce(${list}, CAST([] AS ${duckDbTypeOf(type)}[]))`,
    type: createArrayType(type),
    name: `collect_list(${call.argumentAt(0).name})`,
  };
};

const collectSet: AggregateTranslator = (call) => {
  call.expectCount(1);
  const { sql, type } = call.argumentAt(0);
  const list = call.aggregate("list", [sql], { where: `${sql} IS NOT NULL`, isDistinct: !call.isOverWindow });
  const set = call.isOverWindow ? `list_distinct(${list})` : list;
  return { sql: `coalesce(${set}, CAST([] AS ${duckDbTypeOf(type)}[]))`, type: createArrayType(type) };
};

function ignoresNulls(call: AggregateCall): boolean {
  return call.tree.isIgnoringNulls || (call.count === 2 && call.constant(1, "true or false") === "true");
}

function firstOrLast(name: "first" | "last"): AggregateTranslator {
  return (call) => {
    call.expectCount(1, 2);
    call.refuseDistinct();
    const { sql, type, name: columnName } = call.argumentAt(0);
    const isIgnoringNulls = ignoresNulls(call);
    const value = call.isOverWindow
      ? call.aggregate(`${name}_value`, [sql], { isIgnoringNulls })
      : call.aggregate(name, [sql], isIgnoringNulls ? { where: `${sql} IS NOT NULL` } : {});
    return { sql: value, type, name: `${call.name}(${columnName})${isIgnoringNulls ? " ignore nulls" : ""}` };
  };
}

/** Creates the translator of `max_by` or `min_by`. */
function valueAtExtreme(name: "arg_max_null" | "arg_min_null"): AggregateTranslator {
  return (call) => {
    call.expectCount(2);
    const [value, order] = [call.argumentAt(0), call.argumentAt(1)];
    return { sql: call.aggregate(name, [value.sql, order.sql]), type: value.type };
  };
}

/** Reads percentages that are written as literals: a single one or an array. */
function readPercentages(call: AggregateCall, index: number): { readonly sql: string; readonly isList: boolean } {
  const tree = call.tree.arguments[index];
  const isList = tree?.kind === "call" && tree.name.toLowerCase() === "array";
  const values = isList ? tree.arguments : tree ? [tree] : [];
  const texts = values.map((value) =>
    value.kind === "literal" && value.type === "number" ? value.text.replace(/[a-z]+$/i, "") : Number.NaN,
  );
  if (texts.some((text) => !(Number(text) >= 0 && Number(text) <= 1))) {
    call.failWith("takes percentages as literals between 0 and 1", index);
  }
  const list = texts.map((text) => `CAST(${text} AS DOUBLE)`);
  return { sql: isList ? `[${list.join(", ")}]` : (list[0] ?? "0.5"), isList };
}

const percentile: AggregateTranslator = (call) => {
  call.expectCount(2);
  const { sql, isList } = readPercentages(call, 1);
  const type = isList ? createArrayType(doubleType) : doubleType;
  const name = `${call.name}(${call.argumentAt(0).name}, ${call.argumentAt(1).name}, 1)`;
  return { sql: call.aggregate("quantile_cont", [call.castArgumentTo(0, doubleType), sql]), type, name };
};

/** Exact percentile, so that the accuracy argument can be ignored. */
const percentileApprox: AggregateTranslator = (call) => {
  call.expectCount(2, 3);
  const { sql, isList } = readPercentages(call, 1);
  const { sql: value, type } = call.argumentAt(0);
  const name = `${call.name}(${call.argumentAt(0).name}, ${call.argumentAt(1).name}, ${call.count === 3 ? call.argumentAt(2).name : "10000"})`;
  return { sql: call.aggregate("quantile_disc", [value, sql]), type: isList ? createArrayType(type) : type, name };
};

function withinGroup(name: "quantile_cont" | "quantile_disc"): AggregateTranslator {
  return (call) => {
    call.expectCount(1);
    const [order] = call.within;
    if (!order || call.within.length !== 1) {
      return call.failWith("needs WITHIN GROUP (ORDER BY one expression)");
    }
    const value = buildCastSql(order.sql, order.type, doubleType) ?? order.sql;
    return { sql: call.aggregate(name, [value, readPercentages(call, 0).sql]), type: doubleType };
  };
}

const median: AggregateTranslator = (call) => {
  call.expectCount(1);
  return { sql: call.aggregate("quantile_cont", [call.castArgumentTo(0, doubleType), "0.5"]), type: doubleType };
};

const countIf: AggregateTranslator = (call) => {
  call.expectCount(1);
  return {
    sql: call.aggregate("count", [`CASE WHEN ${call.castArgumentTo(0, booleanType)} THEN 1 END`]),
    type: bigintType,
  };
};

const distinctCount: AggregateTranslator = (call) => {
  call.expectCount(1, 2);
  return { sql: call.aggregate("count", [call.argumentAt(0).sql], { isDistinct: true }), type: bigintType };
};

function regression(name: string, type: DataType = doubleType): AggregateTranslator {
  return (call) => {
    call.expectCount(2);
    const values = [call.castArgumentTo(0, doubleType), call.castArgumentTo(1, doubleType)];
    return { sql: `CAST(${call.aggregate(name, values)} AS ${duckDbTypeOf(type)})`, type };
  };
}

/** Creates the translator of a correlation or covariance. For a single row the result is NULL as in Spark, not NaN. */
function pairwise(name: string): AggregateTranslator {
  return (call) => {
    call.expectCount(2);
    const values = [call.castArgumentTo(0, doubleType), call.castArgumentTo(1, doubleType)];
    return { sql: `nullif(CAST(${call.aggregate(name, values)} AS DOUBLE), CAST('NaN' AS DOUBLE))`, type: doubleType };
  };
}

const grouping: AggregateTranslator = (call) => {
  call.expectCount(1);
  return { sql: `CAST(GROUPING(${call.argumentAt(0).sql}) AS TINYINT)`, type: { kind: "tinyint" } };
};

const mode: AggregateTranslator = (call) => {
  call.expectCount(1);
  return { sql: call.aggregate("mode", [call.argumentAt(0).sql]), type: call.argumentAt(0).type };
};

export const aggregateFunctions = {
  sum: (call) => sumResult(call),
  try_sum: (call) => sumResult(call, true),
  avg,
  mean: avg,
  try_avg: avg,
  count,
  min: minOrMax("min"),
  max: minOrMax("max"),
  stddev: doubleAggregate("stddev_samp"),
  std: doubleAggregate("stddev_samp"),
  stddev_samp: doubleAggregate("stddev_samp"),
  stddev_pop: doubleAggregate("stddev_pop"),
  variance: doubleAggregate("var_samp"),
  var_samp: doubleAggregate("var_samp"),
  var_pop: doubleAggregate("var_pop"),
  kurtosis: doubleAggregate("kurtosis_pop"),
  corr: pairwise("corr"),
  covar_pop: pairwise("covar_pop"),
  covar_samp: pairwise("covar_samp"),
  regr_count: regression("regr_count", bigintType),
  regr_avgx: regression("regr_avgx"),
  regr_avgy: regression("regr_avgy"),
  bool_and: booleanAggregate("bool_and"),
  every: booleanAggregate("bool_and"),
  bool_or: booleanAggregate("bool_or"),
  any: booleanAggregate("bool_or"),
  some: booleanAggregate("bool_or"),
  bit_and: bitAggregate("bit_and"),
  bit_or: bitAggregate("bit_or"),
  bit_xor: bitAggregate("bit_xor"),
  collect_list: collectList,
  array_agg: collectList,
  collect_set: collectSet,
  first: firstOrLast("first"),
  first_value: firstOrLast("first"),
  any_value: firstOrLast("first"),
  last: firstOrLast("last"),
  last_value: firstOrLast("last"),
  max_by: valueAtExtreme("arg_max_null"),
  min_by: valueAtExtreme("arg_min_null"),
  percentile,
  percentile_approx: percentileApprox,
  approx_percentile: percentileApprox,
  percentile_cont: withinGroup("quantile_cont"),
  percentile_disc: withinGroup("quantile_disc"),
  median,
  mode,
  count_if: countIf,
  approx_count_distinct: distinctCount,
  grouping,
} satisfies FunctionImplementations<AggregateTranslator>;
