import { castSql } from "../types/cast-sql.ts";
import { commonTypeWithText } from "../types/common-type.ts";
import { type ArrayType, arrayType, type DataType, type MapType, typeText, voidType } from "../types/data-type.ts";
import type { FunctionCall } from "./function-call.ts";

export function quoteField(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Returns the type of an array argument; NULL counts as an array of NULLs. Throws SparkSqlError for other types. */
export function arrayAt(call: FunctionCall, index: number): ArrayType {
  const { type } = call.at(index);
  if (type.kind === "array") {
    return type;
  }
  return type.kind === "void" ? arrayType(voidType) : call.fail(`takes an array, not ${typeText(type)}`, index);
}

/** Returns the type of a map argument. Throws SparkSqlError for other types. */
export function mapAt(call: FunctionCall, index: number): MapType {
  const { type } = call.at(index);
  return type.kind === "map" ? type : call.fail(`takes a map, not ${typeText(type)}`, index);
}

/** Returns the common type of arguments. Throws SparkSqlError if there is none. */
export function commonArgumentType(call: FunctionCall, types: readonly DataType[]): DataType {
  return types.reduce(
    (left, right) =>
      commonTypeWithText(left, right) ??
      call.fail(`mixes ${typeText(left)} with ${typeText(right)}, which have no common type`),
    voidType as DataType,
  );
}

/** Returns SQL of arguments, each cast to a type. */
export const castAll = (call: FunctionCall, indexes: readonly number[], type: DataType): string[] =>
  indexes.map((index) => castSql(call.at(index).sql, call.at(index).type, type) ?? "NULL");
