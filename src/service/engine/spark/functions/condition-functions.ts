import { buildCastSql } from "../types/cast-sql.ts";
import { commonTypeOrTextOf } from "../types/common-type.ts";
import { buildComparisonSql } from "../types/common-value.ts";
import {
  booleanType,
  type DataType,
  formatSparkType,
  parseSparkType,
  stringType,
  voidType,
} from "../types/data-type.ts";
import type { FunctionCall, FunctionImplementations, ScalarTranslator } from "./function-call.ts";
import { translateDecode } from "./text-functions.ts";

/** Returns the common type of some arguments. Throws SparkSqlError if there is none. */
function commonResultType(call: FunctionCall, indexes: readonly number[]): DataType {
  return indexes
    .map((index) => call.argumentAt(index).type)
    .reduce(
      (left, right) =>
        commonTypeOrTextOf(left, right) ??
        call.failWith(
          `cannot return ${formatSparkType(left)} or ${formatSparkType(right)}, because they have no common type`,
        ),
    );
}

function castArgument(call: FunctionCall, index: number, type: DataType): string {
  return buildCastSql(call.argumentAt(index).sql, call.argumentAt(index).type, type) ?? "NULL";
}

function conditionArgument(call: FunctionCall, index: number): string {
  const value = call.argumentAt(index);
  const isCondition = value.type.kind === "boolean" || value.type.kind === "void" || value.type.kind === "string";
  return isCondition
    ? (buildCastSql(value.sql, value.type, booleanType) ?? value.sql)
    : call.failWith("takes a condition as the first argument", index);
}

const coalesce: ScalarTranslator = (call) => {
  call.expectCount(1, 1000);
  const type = commonResultType(
    call,
    call.arguments.map((_, index) => index),
  );
  return { sql: `coalesce(${call.arguments.map((_, index) => castArgument(call, index, type)).join(", ")})`, type };
};

const coalesceTwo: ScalarTranslator = (call) => {
  call.expectCount(2);
  return coalesce(call);
};

const ifFunction: ScalarTranslator = (call) => {
  call.expectCount(3);
  const type = commonResultType(call, [1, 2]);
  const sql = `CASE WHEN ${conditionArgument(call, 0)} THEN ${castArgument(call, 1, type)} ELSE ${castArgument(call, 2, type)} END`;
  const [test, yes, no] = call.arguments.map(({ name }) => name);
  return { sql, type, name: `(IF(${test}, ${yes}, ${no}))` };
};

const nvl2: ScalarTranslator = (call) => {
  call.expectCount(3);
  const type = commonResultType(call, [1, 2]);
  return {
    sql: `CASE WHEN ${call.argumentAt(0).sql} IS NOT NULL THEN ${castArgument(call, 1, type)} ELSE ${castArgument(call, 2, type)} END`,
    type,
  };
};

const nullif: ScalarTranslator = (call) => {
  call.expectCount(2);
  const [left, right] = [call.argumentAt(0), call.argumentAt(1)];
  const same =
    buildComparisonSql("=", left, right) ??
    call.failWith(`cannot compare ${formatSparkType(left.type)} with ${formatSparkType(right.type)}`);
  const type = left.type.kind === "void" ? voidType : left.type;
  return { sql: `CASE WHEN ${same} THEN NULL ELSE ${left.sql} END`, type };
};

/**
 * Decodes binary data with a character set if there are two arguments; otherwise compares a value with several cases.
 */
const decode: ScalarTranslator = (call) => {
  if (call.count === 2) {
    return translateDecode(call);
  }
  call.expectCount(3, 1000);
  const hasDefault = call.count % 2 === 0;
  const results = call.arguments.flatMap((_, index) =>
    (index > 0 && index % 2 === 0) || (hasDefault && index === call.count - 1) ? [index] : [],
  );
  const type = commonResultType(call, results);
  const branches: string[] = [];
  for (let index = 1; index + 1 < call.count; index += 2) {
    const same =
      buildComparisonSql("<=>", call.argumentAt(0), call.argumentAt(index)) ??
      call.failWith("cannot compare these values", index);
    branches.push(`WHEN ${same} THEN ${castArgument(call, index + 1, type)}`);
  }
  const otherwise = hasDefault ? ` ELSE ${castArgument(call, call.count - 1, type)}` : "";
  return { sql: `CASE ${branches.join(" ")}${otherwise} END`, type };
};

function isNull(negated: boolean): ScalarTranslator {
  return (call) => {
    call.expectCount(1);
    const test = negated ? "IS NOT NULL" : "IS NULL";
    return {
      sql: `(${call.argumentAt(0).sql} ${test})`,
      type: booleanType,
      name: `(${call.argumentAt(0).name} ${test})`,
    };
  };
}

/** Returns a translator of a cast by function: `int('5')` is `CAST('5' AS INT)`. */
function castFunction(name: string): ScalarTranslator {
  const type = parseSparkType(name, { start: 0, end: 0 });
  return (call) => {
    call.expectCount(1);
    const { sql, type: from, name: columnName } = call.argumentAt(0);
    const cast =
      buildCastSql(sql, from, type) ??
      call.failWith(`cannot cast ${formatSparkType(from)} to ${formatSparkType(type)}`, 0);
    return { sql: cast, type, name: `CAST(${columnName} AS ${formatSparkType(type).toUpperCase()})` };
  };
}

export const conditionFunctions = {
  coalesce,
  nvl: coalesceTwo,
  ifnull: coalesceTwo,
  if: ifFunction,
  nvl2,
  nullif,
  decode,
  isnull: isNull(false),
  isnotnull: isNull(true),
  typeof: (call) => {
    call.expectCount(1);
    return { sql: `'${formatSparkType(call.argumentAt(0).type).replaceAll("'", "''")}'`, type: stringType };
  },
  current_timezone: () => ({ sql: "'UTC'", type: stringType }),
  boolean: castFunction("boolean"),
  tinyint: castFunction("tinyint"),
  smallint: castFunction("smallint"),
  int: castFunction("int"),
  bigint: castFunction("bigint"),
  float: castFunction("float"),
  double: castFunction("double"),
  decimal: castFunction("decimal"),
  string: castFunction("string"),
  binary: castFunction("binary"),
  date: castFunction("date"),
  timestamp: castFunction("timestamp"),
} satisfies FunctionImplementations<ScalarTranslator>;
