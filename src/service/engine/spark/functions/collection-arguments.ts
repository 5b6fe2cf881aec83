import { buildCastSql } from "../types/cast-sql.ts";
import { commonTypeOrTextOf } from "../types/common-type.ts";
import {
  type ArrayType,
  createArrayType,
  type DataType,
  formatSparkType,
  type MapType,
  voidType,
} from "../types/data-type.ts";
import type { FunctionCall } from "./function-call.ts";

export function quoteFieldName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Returns the type of an array argument. NULL counts as an array of NULLs. Throws SparkSqlError for other types. */
export function arrayTypeOfArgument(call: FunctionCall, index: number): ArrayType {
  const { type } = call.argumentAt(index);
  if (type.kind === "array") {
    return type;
  }
  return type.kind === "void"
    ? createArrayType(voidType)
    : call.failWith(`takes an array, not ${formatSparkType(type)}`, index);
}

/** Returns the type of a map argument. Throws SparkSqlError for other types. */
export function mapTypeOfArgument(call: FunctionCall, index: number): MapType {
  const { type } = call.argumentAt(index);
  return type.kind === "map" ? type : call.failWith(`takes a map, not ${formatSparkType(type)}`, index);
}

/** Returns the common type of several arguments. Throws SparkSqlError if they have none. */
export function commonTypeOfArguments(call: FunctionCall, types: readonly DataType[]): DataType {
  return types.reduce(
    (left, right) =>
      commonTypeOrTextOf(left, right) ??
      call.failWith(`mixes ${formatSparkType(left)} with ${formatSparkType(right)}, which have no common type`),
    voidType as DataType,
  );
}

/** Returns the SQL of each argument, cast to the given type. */
export const buildArgumentCasts = (call: FunctionCall, indexes: readonly number[], type: DataType): string[] =>
  indexes.map((index) => buildCastSql(call.argumentAt(index).sql, call.argumentAt(index).type, type) ?? "NULL");
