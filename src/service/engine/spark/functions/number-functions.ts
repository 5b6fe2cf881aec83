import { type ArithmeticOperator, translateArithmetic } from "../types/arithmetic.ts";
import { buildCastSql, buildWrapIntegralSql } from "../types/cast-sql.ts";
import { commonTypeOf } from "../types/common-type.ts";
import {
  bigintType,
  createDecimalType,
  type DataType,
  doubleType,
  duckDbTypeOf,
  formatSparkType,
  intType,
  isFractionalType,
  isIntegralType,
  isNumericType,
} from "../types/data-type.ts";
import type { FunctionCall, FunctionImplementations, ScalarTranslator } from "./function-call.ts";
import { createTemplateFunction, fillSqlTemplate } from "./template-function.ts";

const doubleFunction = (template: string): ScalarTranslator => createTemplateFunction("double -> double", template);

function numberArgument(call: FunctionCall, index: number): { readonly sql: string; readonly type: DataType } {
  const value = call.argumentAt(index);
  if (isNumericType(value.type)) {
    return value;
  }
  return { sql: call.castArgumentTo(index, doubleType), type: doubleType };
}

const abs: ScalarTranslator = (call) => {
  call.expectCount(1);
  const { sql, type } = numberArgument(call, 0);
  return { sql: `abs(${sql})`, type };
};

/**
 * Creates the translator of a rounding function. A double is rounded by its decimal digits as text, as in Spark, not by
 * its binary value.
 */
function roundFunction(name: "round" | "round_even"): ScalarTranslator {
  return (call) => {
    call.expectCount(1, 2);
    const places = call.count === 2 ? Number(call.constant(1, "a number of decimal places")) : 0;
    const { sql, type } = numberArgument(call, 0);
    const columnName = `${call.name}(${[call.argumentAt(0).name, String(places)].join(", ")})`;
    if (isFractionalType(type)) {
      const exact = `CAST(${name}(TRY_CAST(CAST($1 AS VARCHAR) AS DECIMAL(38,17)), ${places}) AS DOUBLE)`;
      return {
        sql: fillSqlTemplate(`coalesce(${exact}, $1)`, [buildCastSql(sql, type, doubleType) ?? sql]),
        type,
        name: columnName,
      };
    }
    if (isIntegralType(type)) {
      const rounded = `CAST(${name}(CAST(${sql} AS DECIMAL(38,0)), ${places}) AS ${duckDbTypeOf(type)})`;
      return { sql: places >= 0 ? sql : rounded, type, name: columnName };
    }
    const { precision, scale } = type as { precision: number; scale: number } & DataType;
    const resultScale = Math.max(0, Math.min(scale, places));
    const whole = precision - scale + 1;
    const result = createDecimalType(
      Math.min(38, places < 0 ? Math.max(whole, 1 - places) : whole + resultScale),
      resultScale,
    );
    return { sql: `CAST(${name}(${sql}, ${places}) AS ${duckDbTypeOf(result)})`, type: result, name: columnName };
  };
}

const roundToInteger =
  (name: "ceil" | "floor"): ScalarTranslator =>
  (call) => {
    if (call.count === 2) {
      call.failWith("takes one argument in the embedded engine; use round", 1);
    }
    call.expectCount(1);
    const { sql, type } = numberArgument(call, 0);
    const columnName = `${call.name === "ceiling" ? "ceiling" : name.toUpperCase()}(${call.argumentAt(0).name})`;
    if (type.kind === "decimal") {
      const result = createDecimalType(Math.min(38, type.precision - type.scale + 1), 0);
      return { sql: `CAST(${name}(${sql}) AS ${duckDbTypeOf(result)})`, type: result, name: columnName };
    }
    const whole = isIntegralType(type) ? sql : `${name}(${buildCastSql(sql, type, doubleType)})`;
    return {
      sql: buildCastSql(whole, isIntegralType(type) ? type : doubleType, bigintType) ?? whole,
      type: bigintType,
      name: columnName,
    };
  };

function greatestOrLeast(name: "greatest" | "least"): ScalarTranslator {
  return (call) => {
    call.expectCount(2, 1000);
    const type = call.arguments
      .map((value) => value.type)
      .reduce(
        (left, right) =>
          commonTypeOf(left, right) ??
          call.failWith(`cannot compare ${formatSparkType(left)} with ${formatSparkType(right)}`),
      );
    const values = call.arguments.map((value) => buildCastSql(value.sql, value.type, type));
    return { sql: `${name}(${values.join(", ")})`, type };
  };
}

function arithmeticFunction(
  operator: ArithmeticOperator,
  wrap: (sql: string, type: DataType) => string = (sql) => sql,
): ScalarTranslator {
  return (call) => {
    call.expectCount(2);
    const result =
      translateArithmetic(operator, call.argumentAt(0), call.argumentAt(1)) ?? call.failWith("takes two numbers");
    return { sql: wrap(result.sql, result.type), type: result.type };
  };
}

/** Creates the translator of arithmetic that returns NULL on overflow instead of wrapping around. */
function checkedArithmetic(operator: "+" | "-" | "*"): ScalarTranslator {
  return (call) => {
    call.expectCount(2);
    const type = commonTypeOf(call.argumentAt(0).type, call.argumentAt(1).type);
    if (!type || !isIntegralType(type)) {
      return arithmeticFunction(operator)(call);
    }
    const [left, right] = [call.argumentAt(0).sql, call.argumentAt(1).sql].map((sql) => `CAST(${sql} AS HUGEINT)`);
    return { sql: `TRY_CAST((${left} ${operator} ${right}) AS ${duckDbTypeOf(type)})`, type };
  };
}

const log: ScalarTranslator = (call) => {
  call.expectCount(1, 2);
  const values = call.arguments.map((_, index) => call.castArgumentTo(index, doubleType));
  if (call.count === 1) {
    return {
      sql: fillSqlTemplate("CASE WHEN $1 > 0 THEN ln($1) END", values),
      type: doubleType,
      name: `ln(${call.argumentAt(0).name})`,
    };
  }
  return { sql: fillSqlTemplate("CASE WHEN $1 > 0 AND $2 > 0 THEN ln($2) / ln($1) END", values), type: doubleType };
};

/** Creates the translator of a bit shift. Bits beyond the type are dropped. */
function shiftFunction(direction: "left" | "right"): ScalarTranslator {
  return (call) => {
    call.expectCount(2);
    const isLong = call.argumentAt(0).type.kind === "bigint";
    const type = isLong ? bigintType : intType;
    const factor = `CAST(pow(2, ${call.castArgumentTo(1, intType)} & ${isLong ? 63 : 31}) AS HUGEINT)`;
    const value = `CAST(${call.castArgumentTo(0, type)} AS HUGEINT)`;
    if (direction === "left") {
      return { sql: buildWrapIntegralSql(`(${value} * ${factor})`, type), type };
    }
    const down = fillSqlTemplate("CASE WHEN $1 < 0 THEN -((-$1 + $2 - 1) // $2) ELSE $1 // $2 END", [value, factor]);
    return { sql: `CAST(${down} AS ${duckDbTypeOf(type)})`, type };
  };
}

const bitCount: ScalarTranslator = (call) => {
  call.expectCount(1);
  return { sql: `CAST(bit_count(${call.castArgumentTo(0, bigintType)}) AS INTEGER)`, type: intType };
};

const random: ScalarTranslator = (call) => {
  if (call.count > 0) {
    call.failWith("does not take a seed in the embedded engine, because the numbers would differ from Spark's", 0);
  }
  return { sql: "random()", type: doubleType };
};

const notANumber = "CAST('NaN' AS DOUBLE)";

export const numberFunctions = {
  abs,
  sign: doubleFunction("CAST(sign($1) AS DOUBLE)"),
  signum: doubleFunction("CAST(sign($1) AS DOUBLE)"),
  sqrt: doubleFunction(`CASE WHEN $1 < 0 THEN ${notANumber} ELSE sqrt($1) END`),
  cbrt: doubleFunction("CASE WHEN pow(round(cbrt($1)), 3) = $1 THEN round(cbrt($1)) ELSE cbrt($1) END"),
  exp: doubleFunction("exp($1)"),
  expm1: doubleFunction("exp($1) - 1"),
  ln: doubleFunction("CASE WHEN $1 > 0 THEN ln($1) END"),
  log,
  log10: doubleFunction("CASE WHEN $1 > 0 THEN log10($1) END"),
  log2: doubleFunction("CASE WHEN $1 > 0 THEN log2($1) END"),
  log1p: doubleFunction("CASE WHEN $1 > -1 THEN ln(1 + $1) END"),
  power: createTemplateFunction("double, double -> double", "pow($1, $2)"),
  pow: createTemplateFunction("double, double -> double", "pow($1, $2)"),
  hypot: createTemplateFunction("double, double -> double", "sqrt($1 * $1 + $2 * $2)"),
  sin: doubleFunction("sin($1)"),
  cos: doubleFunction("cos($1)"),
  tan: doubleFunction("tan($1)"),
  asin: doubleFunction(`CASE WHEN abs($1) > 1 THEN ${notANumber} ELSE asin($1) END`),
  acos: doubleFunction(`CASE WHEN abs($1) > 1 THEN ${notANumber} ELSE acos($1) END`),
  atan: doubleFunction("atan($1)"),
  atan2: createTemplateFunction("double, double -> double", "atan2($1, $2)"),
  sinh: doubleFunction("sinh($1)"),
  cosh: doubleFunction("cosh($1)"),
  tanh: doubleFunction("tanh($1)"),
  degrees: doubleFunction("degrees($1)"),
  radians: doubleFunction("radians($1)"),
  pi: createTemplateFunction("-> double", "pi()"),
  e: createTemplateFunction("-> double", "exp(CAST(1 AS DOUBLE))"),
  factorial: createTemplateFunction(
    "int -> bigint",
    "CASE WHEN $1 BETWEEN 0 AND 20 THEN CAST(factorial($1) AS BIGINT) END",
  ),
  round: roundFunction("round"),
  bround: roundFunction("round_even"),
  ceil: roundToInteger("ceil"),
  ceiling: roundToInteger("ceil"),
  floor: roundToInteger("floor"),
  greatest: greatestOrLeast("greatest"),
  least: greatestOrLeast("least"),
  mod: (call) => ({
    ...arithmeticFunction("%")(call),
    name: `${call.name}(${call.argumentAt(0).name}, ${call.argumentAt(1).name})`,
  }),
  pmod: arithmeticFunction("pmod"),
  try_add: checkedArithmetic("+"),
  try_subtract: checkedArithmetic("-"),
  try_multiply: checkedArithmetic("*"),
  try_divide: arithmeticFunction("/"),
  shiftleft: shiftFunction("left"),
  shiftright: shiftFunction("right"),
  bit_count: bitCount,
  isnan: createTemplateFunction("double -> boolean", "coalesce(isnan($1), FALSE)"),
  nanvl: createTemplateFunction("double, double -> double", "CASE WHEN isnan($1) THEN $2 ELSE $1 END"),
  rand: random,
  random,
  uuid: createTemplateFunction("-> string", "CAST(uuid() AS VARCHAR)"),
  positive: (call) => ({ ...numberArgument(call, 0), name: `(+ ${call.argumentAt(0).name})` }),
  negative: (call) => {
    const { sql, type } = numberArgument(call, 0);
    return {
      sql: isIntegralType(type) ? buildWrapIntegralSql(`(-CAST(${sql} AS HUGEINT))`, type) : `(-${sql})`,
      type,
      name: `(- ${call.argumentAt(0).name})`,
    };
  },
} satisfies FunctionImplementations<ScalarTranslator>;
