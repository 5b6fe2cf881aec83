import { buildCastSql } from "../types/cast-sql.ts";
import {
  createArrayType,
  type DataType,
  duckDbTypeOf,
  formatSparkType,
  intType,
  isFractionalType,
  isIntegralType,
  parseSparkSchema,
  stringType,
} from "../types/data-type.ts";
import { bindValues, quoteText } from "../types/value.ts";
import { quoteFieldName } from "./collection-arguments.ts";
import type { FunctionCall, FunctionImplementations, ScalarTranslator } from "./function-call.ts";
import { createTemplateFunction, fillSqlTemplate } from "./template-function.ts";
import { limitTextSize } from "./value-bounds.ts";

/** Converts a path such as `$.a[0]['b c']` to DuckDB's syntax: `$."a"[0]."b c"`. */
function jsonPath(call: FunctionCall, text: string, index: number): string {
  const steps = [
    ...text
      .trim()
      .slice(1)
      .matchAll(/\.([^.[\]*]+)|\[(\d+)\]|\['([^']+)'\]/g),
  ];
  const isSupported = text.trim().startsWith("$") && steps.map(([step]) => step).join("") === text.trim().slice(1);
  if (!isSupported) {
    call.failWith(
      `does not support the path '${text}' in the embedded engine; use only names and indexes, such as $.a[0]`,
      index,
    );
  }
  return `$${steps.map(([, name, position, quoted]) => (position === undefined ? `."${name ?? quoted}"` : `[${position}]`)).join("")}`;
}

/** Returns SQL that reads the text at a path of a JSON text. It is NULL for invalid JSON or a missing path. */
export function buildJsonTextSql(json: string, path: string): string {
  return fillSqlTemplate(`CASE WHEN json_valid($1) THEN json_extract_string($1, ${quoteText(path)}) END`, [json]);
}

const getJsonObject: ScalarTranslator = (call) => {
  call.expectCount(2);
  return {
    sql: buildJsonTextSql(call.castArgumentTo(0, stringType), jsonPath(call, call.constant(1, "a path"), 1)),
    type: stringType,
  };
};

const integerTypes = "('BIGINT', 'UBIGINT', 'HUGEINT', 'UHUGEINT')";
const numberTypes = "('BIGINT', 'UBIGINT', 'HUGEINT', 'UHUGEINT', 'DOUBLE')";

/** Returns SQL that converts JSON to a value of a type; NULL if the JSON contains a value of another type. */
function fromJsonSql(json: string, type: DataType, call: FunctionCall): string {
  const text = `json_extract_string(${json}, '$')`;
  const when = (test: string, value: string) => `CASE WHEN json_type(${json}) ${test} THEN ${value} END`;
  if (isIntegralType(type)) {
    return when(`IN ${integerTypes}`, `TRY_CAST(${text} AS ${duckDbTypeOf(type)})`);
  }
  if (isFractionalType(type) || type.kind === "decimal") {
    return when(`IN ${numberTypes}`, `TRY_CAST(${text} AS ${duckDbTypeOf(type)})`);
  }
  switch (type.kind) {
    case "string":
      return text;
    case "boolean":
      return when("= 'BOOLEAN'", `CAST(${text} AS BOOLEAN)`);
    case "date":
    case "timestamp":
      return when("= 'VARCHAR'", buildCastSql(text, stringType, type) ?? text);
    case "array": {
      const one = `"a#${formatSparkType(type).length}"`;
      const element = fromJsonSql(one, type.element, call);
      return when("= 'ARRAY'", `list_transform(CAST(${json} AS JSON[]), lambda ${one}: ${element})`);
    }
    case "map": {
      if (type.key.kind !== "string") {
        call.failWith("can read only maps with string keys from JSON", 1);
      }
      const key = `"k#${formatSparkType(type).length}"`;
      const value = fromJsonSql(`json_extract(${json}, '$."' || ${key} || '"')`, type.value, call);
      const keys = `json_keys(${json})`;
      return when("= 'OBJECT'", `map(${keys}, list_transform(${keys}, lambda ${key}: ${value}))`);
    }
    case "struct": {
      const fields = type.fields.map((field) => {
        const path = quoteText(`$."${field.name.replaceAll('"', '\\"')}"`);
        return `${quoteFieldName(field.name)}: ${fromJsonSql(`json_extract(${json}, ${path})`, field.type, call)}`;
      });
      return when("= 'OBJECT'", `{${fields.join(", ")}}`);
    }
    default:
      return call.failWith(`cannot read ${formatSparkType(type)} from JSON in the embedded engine`, 1);
  }
}

const fromJson: ScalarTranslator = (call) => {
  if (call.count === 3) {
    call.failWith("does not take options in the embedded engine", 2);
  }
  call.expectCount(2);
  const type = parseSparkSchema(call.constant(1, "a schema"), call.tree);
  const text = call.castArgumentTo(0, stringType);
  // As in Spark, a text that is not JSON becomes a struct whose fields are NULL.
  const otherwise = type.kind === "struct" ? "'{}'" : "NULL";
  const json = `CAST(CASE WHEN json_valid($1) THEN $1 WHEN $1 IS NOT NULL THEN ${otherwise} END AS JSON)`;
  const sql = `CAST(${fromJsonSql(fillSqlTemplate(json, [text]), type, call)} AS ${duckDbTypeOf(type)})`;
  return { sql, type, name: `from_json(${call.argumentAt(0).name})` };
};

/** Returns SQL that converts a value to JSON text; NULL stays NULL. */
function toJsonSql(sql: string, type: DataType, call: FunctionCall): string {
  switch (type.kind) {
    case "string":
      return `CAST(to_json(${sql}) AS VARCHAR)`;
    case "date":
      return `'"' || CAST(${sql} AS VARCHAR) || '"'`;
    case "timestamp":
      return `'"' || strftime(${sql}, '%Y-%m-%dT%H:%M:%S.') || substr(strftime(${sql}, '%f'), 1, 3) || 'Z"'`;
    case "array": {
      const name = `"j#${formatSparkType(type).length}"`;
      const element = `coalesce(${toJsonSql(name, type.element, call)}, 'null')`;
      return `'[' || array_to_string(list_transform(${sql}, lambda ${name}: ${element}), ',') || ']'`;
    }
    case "map": {
      const name = `"j#${formatSparkType(type).length}"`;
      const key = buildCastSql(`${name}."key"`, type.key, stringType) ?? `${name}."key"`;
      const entry = `CAST(to_json(${key}) AS VARCHAR) || ':' || coalesce(${toJsonSql(`${name}."value"`, type.value, call)}, 'null')`;
      return `'{' || array_to_string(list_transform(map_entries(${sql}), lambda ${name}: ${entry}), ',') || '}'`;
    }
    case "struct":
      return bindValues([sql], ([v]) => {
        const fields = type.fields.map((field) => {
          const json = toJsonSql(`(${v}).${quoteFieldName(field.name)}`, field.type, call);
          return `${quoteText(`${JSON.stringify(field.name)}:`)} || ${json}`;
        });
        return `CASE WHEN ${v} IS NOT NULL THEN '{' || array_to_string(list_filter([${fields.join(", ")}], lambda "f": "f" IS NOT NULL), ',') || '}' END`;
      });
    case "binary":
      return `'"' || to_base64(${sql}) || '"'`;
    case "interval":
      return call.failWith("cannot convert an interval to JSON", 0);
    default:
      return buildCastSql(sql, type, stringType) ?? sql;
  }
}

const toJson: ScalarTranslator = (call) => {
  if (call.count === 2) {
    call.failWith("does not take options in the embedded engine", 1);
  }
  call.expectCount(1);
  const { sql, type } = call.argumentAt(0);
  if (type.kind !== "array" && type.kind !== "map" && type.kind !== "struct") {
    call.failWith(`takes a struct, a map or an array, not ${formatSparkType(type)}`, 0);
  }
  return { sql: limitTextSize(toJsonSql(sql, type, call), call.bound("joinedText")), type: stringType };
};

const objectKeys: ScalarTranslator = (call) => {
  call.expectCount(1);
  const isObject = "json_valid($1) AND json_type(CASE WHEN json_valid($1) THEN $1 END) = 'OBJECT'";
  const sql = `CASE WHEN ${isObject} THEN json_keys(CASE WHEN json_valid($1) THEN $1 END) END`;
  return { sql: fillSqlTemplate(sql, [call.castArgumentTo(0, stringType)]), type: createArrayType(stringType) };
};

const validJson = "CASE WHEN json_valid($1) THEN $1 END";

export const jsonFunctions = {
  get_json_object: getJsonObject,
  from_json: fromJson,
  to_json: toJson,
  json_array_length: (call) => ({
    ...createTemplateFunction(
      "string -> int",
      `CASE WHEN json_type(${validJson}) = 'ARRAY' THEN CAST(json_array_length(${validJson}) AS INTEGER) END`,
    )(call),
    type: intType,
  }),
  json_object_keys: objectKeys,
} satisfies FunctionImplementations<ScalarTranslator>;
