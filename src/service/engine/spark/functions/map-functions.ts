import {
  booleanType,
  createArrayType,
  createMapType,
  createStructType,
  type DataType,
  type MapType,
  stringType,
} from "../types/data-type.ts";
import { arrayTypeOfArgument, mapTypeOfArgument, quoteFieldName } from "./collection-arguments.ts";
import type { CallResult, FunctionCall, FunctionImplementations, ScalarTranslator } from "./function-call.ts";
import { fillSqlTemplate } from "./template-function.ts";

/** Translates the access to a map's value by key. */
export function translateMapAccess(call: FunctionCall): CallResult {
  const { key, value } = mapTypeOfArgument(call, 0);
  return { sql: `map_extract_value(${call.argumentAt(0).sql}, ${call.castArgumentTo(1, key)})`, type: value };
}

const entriesType = ({ key, value }: MapType): DataType =>
  createArrayType(
    createStructType([
      { name: "key", type: key },
      { name: "value", type: value },
    ]),
  );

function mapFunction(template: string, result: (type: MapType) => DataType): ScalarTranslator {
  return (call) => {
    call.expectCount(1);
    return { sql: fillSqlTemplate(template, [call.argumentAt(0).sql]), type: result(mapTypeOfArgument(call, 0)) };
  };
}

const mapFromArrays: ScalarTranslator = (call) => {
  call.expectCount(2);
  const type = createMapType(arrayTypeOfArgument(call, 0).element, arrayTypeOfArgument(call, 1).element);
  return {
    sql: fillSqlTemplate("CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN map($1, $2) END", [
      call.argumentAt(0).sql,
      call.argumentAt(1).sql,
    ]),
    type,
  };
};

const mapFromEntries: ScalarTranslator = (call) => {
  call.expectCount(1);
  const { element } = arrayTypeOfArgument(call, 0);
  const [key, value] = element.kind === "struct" ? element.fields : [];
  if (!key || !value) {
    return call.failWith("takes an array of structs with two fields", 0);
  }
  const pick = (field: string) => `list_transform($1, lambda "one": "one".${quoteFieldName(field)})`;
  return {
    sql: fillSqlTemplate(`CASE WHEN $1 IS NOT NULL THEN map(${pick(key.name)}, ${pick(value.name)}) END`, [
      call.argumentAt(0).sql,
    ]),
    type: createMapType(key.type, value.type),
  };
};

const mapConcat: ScalarTranslator = (call) => {
  const type = mapTypeOfArgument(call, 0);
  const maps = call.arguments.map((_, index) => call.castArgumentTo(index, type));
  const list = (pick: string) => `flatten([${maps.map((sql) => `${pick}(${sql})`).join(", ")}])`;
  const isAnyNull = maps.map((sql) => `${sql} IS NULL`).join(" OR ");
  return { sql: `CASE WHEN ${isAnyNull} THEN NULL ELSE map(${list("map_keys")}, ${list("map_values")}) END`, type };
};

const mapContainsKey: ScalarTranslator = (call) => {
  call.expectCount(2);
  const { key } = mapTypeOfArgument(call, 0);
  return { sql: `map_contains(${call.argumentAt(0).sql}, ${call.castArgumentTo(1, key)})`, type: booleanType };
};

const textToMap: ScalarTranslator = (call) => {
  call.expectCount(1, 3);
  const [pairs, colon] = [
    call.count > 1 ? call.constant(1, "a separator") : ",",
    call.count > 2 ? call.constant(2, "a separator") : ":",
  ];
  if (/[\\^$.*+?()[\]{}|']/.test(pairs + colon)) {
    call.failWith("takes separators without special characters of regular expressions in the embedded engine", 1);
  }
  const key = `split_part("one", '${colon}', 1)`;
  const value = `CASE WHEN contains("one", '${colon}') THEN "one"[length(${key}) + ${colon.length + 1}:] END`;
  const list = (pick: string) => `list_transform(string_split($1, '${pairs}'), lambda "one": ${pick})`;
  const template = `CASE WHEN $1 IS NOT NULL THEN map(${list(key)}, ${list(value)}) END`;
  return {
    sql: fillSqlTemplate(template, [call.castArgumentTo(0, stringType)]),
    type: createMapType(stringType, stringType),
    name: `str_to_map(${call.argumentAt(0).name}, ${pairs}, ${colon})`,
  };
};

export const mapFunctions = {
  map_keys: mapFunction("map_keys($1)", (type) => createArrayType(type.key)),
  map_values: mapFunction("map_values($1)", (type) => createArrayType(type.value)),
  map_entries: mapFunction("map_entries($1)", entriesType),
  map_contains_key: mapContainsKey,
  map_from_arrays: mapFromArrays,
  map_from_entries: mapFromEntries,
  map_concat: mapConcat,
  str_to_map: textToMap,
} satisfies FunctionImplementations<ScalarTranslator>;
