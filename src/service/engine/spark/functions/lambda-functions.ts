import { buildCastSql } from "../types/cast-sql.ts";
import {
  booleanType,
  createArrayType,
  createMapType,
  duckDbTypeOf,
  formatSparkType,
  intType,
  type MapType,
} from "../types/data-type.ts";
import type { TranslatedValue } from "../types/value.ts";
import type { CallResult, FunctionImplementations } from "./function-call.ts";
import type { LambdaCall, LambdaParameter } from "./lambda-call.ts";

/** Function that translates a call of a SQL function with lambdas. */
export type LambdaTranslator = (call: LambdaCall) => CallResult;

const transform: LambdaTranslator = (call) => {
  const list = call.array(0);
  const [element, position] = [call.parameterName(0), call.parameterName(1)];
  const body = call.bind(
    1,
    { sql: element, type: list.type.element },
    { sql: `CAST(${position} - 1 AS INTEGER)`, type: intType },
  );
  const parameters = call.lambda(1).parameters.length > 1 ? `${element}, ${position}` : element;
  const sql = call.iterate(
    list.sql,
    { lambdas: [1], kept: body.type },
    (array) => `list_transform(${array}, lambda ${parameters}: CAST(${body.sql} AS ${duckDbTypeOf(body.type)}))`,
  );
  return { sql, type: createArrayType(body.type) };
};

const filter: LambdaTranslator = (call) => {
  const list = call.array(0);
  const [element, position] = [call.parameterName(0), call.parameterName(1)];
  const body = call.condition(
    1,
    { sql: element, type: list.type.element },
    { sql: `CAST(${position} - 1 AS INTEGER)`, type: intType },
  );
  const parameters = call.lambda(1).parameters.length > 1 ? `${element}, ${position}` : element;
  const sql = call.iterate(
    list.sql,
    { lambdas: [1], kept: undefined },
    (array) => `list_filter(${array}, lambda ${parameters}: ${body})`,
  );
  return { sql, type: list.type };
};

/**
 * Creates the translator of `exists` or `forall`. The result is NULL if it depends on an element whose condition is
 * NULL.
 */
function quantifierFunction(aggregate: "list_bool_or" | "list_bool_and"): LambdaTranslator {
  return (call) => {
    const list = call.array(0);
    const element = call.parameterName(0);
    const body = call.condition(1, { sql: element, type: list.type.element });
    const conditions = call.iterate(
      list.sql,
      { lambdas: [1], kept: undefined },
      (array) => `list_transform(${array}, lambda ${element}: ${body})`,
    );
    const [wins, other] = aggregate === "list_bool_or" ? ["TRUE", "FALSE"] : ["FALSE", "TRUE"];
    const sql = call.evaluateOnce(
      conditions,
      "q",
      (all) =>
        `CASE WHEN ${all} IS NULL THEN NULL WHEN list_contains(${all}, ${wins}) THEN ${wins} ` +
        `WHEN len(${all}) > list_count(${all}) THEN NULL ELSE ${other} END`,
    );
    return { sql, type: booleanType };
  };
}

/**
 * Reduces an array to one value, from the first element to the last, then applies the optional fourth argument to it.
 */
const aggregate: LambdaTranslator = (call) => {
  const list = call.array(0);
  const start = call.value(1);
  const [left, right, element] = [call.parameterName(0), call.parameterName(1), call.parameterName(2)];
  const step = call.bindAccumulated(
    2,
    { sql: `${left}."a"`, type: start.type },
    { sql: `${right}."x"`, type: list.type.element },
  );
  const type = start.type.kind === "void" ? step.type : start.type;
  const [accumulatorType, elementType] = [duckDbTypeOf(type), duckDbTypeOf(list.type.element)];
  const next =
    buildCastSql(step.sql, step.type, type) ??
    call.call.failWith(`takes a lambda that returns ${formatSparkType(type)}, the type of the start value`, 2);
  const first = `[{"a": CAST(${start.sql} AS ${accumulatorType}), "x": CAST(NULL AS ${elementType})}]`;
  const rest = (array: string) =>
    `list_transform(${array}, lambda ${element}: {"a": CAST(NULL AS ${accumulatorType}), "x": ${element}})`;
  const reduced = (array: string) =>
    `list_reduce(${first} || ${rest(array)}, lambda ${left}, ${right}: {"a": CAST(${next} AS ${accumulatorType}), "x": CAST(NULL AS ${elementType})})."a"`;
  const sql = call.iterate(
    list.sql,
    { lambdas: [2], others: [start], kept: undefined, isAccumulated: true },
    (array) => `CASE WHEN ${array} IS NOT NULL THEN (${reduced(array)}) END`,
  );
  if (call.count < 4) {
    return { sql, type };
  }
  const end = call.parameterName(3);
  const finish = call.bind(3, { sql: end, type });
  const finished = call.iterate(
    "[1]",
    { lambdas: [3], kept: undefined },
    () => `list_transform([${sql}], lambda ${end}: ${finish.sql})[1]`,
  );
  return { sql: finished, type: finish.type };
};

const zipWith: LambdaTranslator = (call) => {
  const [left, right] = [call.array(0), call.array(1)];
  const position = call.parameterName(0);
  const [leftName, rightName] = [call.nameEvaluatedOnce(left.sql, "left"), call.nameEvaluatedOnce(right.sql, "right")];
  const body = call.bind(
    2,
    { sql: `(${leftName})[${position}]`, type: left.type.element },
    { sql: `(${rightName})[${position}]`, type: right.type.element },
  );
  const list = call.iterate(
    `range(1, greatest(len(${leftName}), len(${rightName})) + 1)`,
    { lambdas: [2], kept: body.type },
    (positions) => `list_transform(${positions}, lambda ${position}: ${body.sql})`,
  );
  const zipped = `CASE WHEN ${leftName} IS NOT NULL AND ${rightName} IS NOT NULL THEN ${list} END`;
  const sql = call.evaluateOnce(left.sql, "left", () => call.evaluateOnce(right.sql, "right", () => zipped));
  return { sql, type: createArrayType(body.type) };
};

function readEntries(call: LambdaCall): {
  readonly map: TranslatedValue & { readonly type: MapType };
  readonly element: string;
  readonly bound: readonly LambdaParameter[];
} {
  const map = call.map(0);
  const element = call.parameterName(0);
  return {
    map,
    element,
    bound: [
      { sql: `${element}."key"`, type: map.type.key },
      { sql: `${element}."value"`, type: map.type.value },
    ],
  };
}

const mapFilter: LambdaTranslator = (call) => {
  const { map, element, bound } = readEntries(call);
  const body = call.condition(1, ...bound);
  const sql = call.evaluateOnce(map.sql, "map", (name) => {
    const filtered = call.iterate(
      `map_entries(${name})`,
      { lambdas: [1], kept: undefined },
      (entries) => `list_filter(${entries}, lambda ${element}: ${body})`,
    );
    return `CASE WHEN ${name} IS NOT NULL THEN map_from_entries(${filtered}) END`;
  });
  return { sql, type: map.type };
};

function transformMapFunction(part: "key" | "value"): LambdaTranslator {
  return (call) => {
    const { map, element, bound } = readEntries(call);
    const body = call.bind(1, ...bound);
    const sql = call.evaluateOnce(map.sql, "map", (name) => {
      const changed = call.iterate(
        `map_entries(${name})`,
        { lambdas: [1], kept: body.type },
        (entries) => `list_transform(${entries}, lambda ${element}: ${body.sql})`,
      );
      const [keys, values] = part === "key" ? [changed, `map_values(${name})`] : [`map_keys(${name})`, changed];
      return `CASE WHEN ${name} IS NOT NULL THEN map(${keys}, ${values}) END`;
    });
    return {
      sql,
      type: part === "key" ? createMapType(body.type, map.type.value) : createMapType(map.type.key, body.type),
    };
  };
}

export const lambdaFunctions = {
  transform,
  filter,
  exists: quantifierFunction("list_bool_or"),
  forall: quantifierFunction("list_bool_and"),
  aggregate,
  reduce: aggregate,
  zip_with: zipWith,
  map_filter: mapFilter,
  transform_keys: transformMapFunction("key"),
  transform_values: transformMapFunction("value"),
} satisfies FunctionImplementations<LambdaTranslator>;
