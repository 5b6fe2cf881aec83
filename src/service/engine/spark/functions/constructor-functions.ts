import { createArrayType, createMapType, createStructType, duckDbTypeOf, voidType } from "../types/data-type.ts";
import { buildArgumentCasts, commonTypeOfArguments, quoteFieldName } from "./collection-arguments.ts";
import type { CallResult, FunctionCall, FunctionImplementations, ScalarTranslator } from "./function-call.ts";

const array: ScalarTranslator = (call) => {
  const element = commonTypeOfArguments(
    call,
    call.arguments.map(({ type }) => type),
  );
  const values = buildArgumentCasts(
    call,
    call.arguments.map((_, index) => index),
    element,
  );
  return { sql: `CAST([${values.join(", ")}] AS ${duckDbTypeOf(element)}[])`, type: createArrayType(element) };
};

const map: ScalarTranslator = (call) => {
  if (call.count % 2 !== 0) {
    call.failWith("takes keys and values alternately");
  }
  const indexes = call.arguments.map((_, index) => index);
  const [keys, values] = [indexes.filter((index) => index % 2 === 0), indexes.filter((index) => index % 2 === 1)];
  const types = [keys, values].map((indexes) =>
    commonTypeOfArguments(
      call,
      indexes.map((index) => call.argumentAt(index).type),
    ),
  );
  const type = createMapType(types[0] ?? voidType, types[1] ?? voidType);
  const lists = [
    buildArgumentCasts(call, keys, type.key).join(", "),
    buildArgumentCasts(call, values, type.value).join(", "),
  ];
  return {
    sql: `map(CAST([${lists[0]}] AS ${duckDbTypeOf(type.key)}[]), CAST([${lists[1]}] AS ${duckDbTypeOf(type.value)}[]))`,
    type,
  };
};

function structResult(names: readonly string[], call: FunctionCall, values: readonly number[]): CallResult {
  const fields = names.map((name, index) => ({ name, value: call.argumentAt(values[index] ?? 0) }));
  const type = createStructType(fields.map(({ name, value }) => ({ name, type: value.type })));
  const text = fields.map(
    ({ name, value }) => `${quoteFieldName(name)}: CAST(${value.sql} AS ${duckDbTypeOf(value.type)})`,
  );
  return { sql: `{${text.join(", ")}}`, type };
}

/** Fields have the names of their columns or aliases; others are called `col1`, `col2` and so on by position. */
const struct: ScalarTranslator = (call) => {
  const names = call.tree.arguments.map((value, index) => {
    if (value.kind === "column") {
      return value.path.at(-1) ?? "";
    }
    const alias = value.kind === "call" && value.name === "alias" ? value.arguments[1] : undefined;
    return alias?.kind === "literal" ? alias.text : `col${index + 1}`;
  });
  return structResult(
    names,
    call,
    names.map((_, index) => index),
  );
};

const namedStruct: ScalarTranslator = (call) => {
  if (call.count % 2 !== 0) {
    call.failWith("takes names and values alternately");
  }
  const indexes = call.arguments.flatMap((_, index) => (index % 2 === 0 ? [index] : []));
  return structResult(
    indexes.map((index) => call.constant(index, "a name")),
    call,
    indexes.map((index) => index + 1),
  );
};

/** Translators of the functions that build arrays, maps and structs from values. */
export const constructorFunctions = {
  array,
  map,
  struct,
  named_struct: namedStruct,
} satisfies FunctionImplementations<ScalarTranslator>;
