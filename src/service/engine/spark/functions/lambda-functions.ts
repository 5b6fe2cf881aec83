import type { Expression, Lambda } from "../../../../languages/table-sql/syntax.ts";
import { castSql } from "../types/cast-sql.ts";
import {
  type ArrayType,
  arrayType,
  booleanType,
  type DataType,
  duckType,
  intType,
  type MapType,
  mapType,
  typeText,
} from "../types/data-type.ts";
import type { Value } from "../types/value.ts";
import type { CallResult, FunctionCall, Implementations } from "./function-call.ts";

/** SQL and type of a lambda's parameter in its body. */
interface LambdaParameter {
  readonly sql: string;
  readonly type: DataType;
}

/** A call with lambdas among its arguments. Lambdas are passed as syntax trees and translated with their parameters. */
export class LambdaCall {
  readonly call: FunctionCall;
  readonly #translate: (expression: Expression) => Value;
  readonly #bind: (lambda: Lambda, parameters: readonly LambdaParameter[]) => Value;

  constructor(
    call: FunctionCall,
    translate: (expression: Expression) => Value,
    bind: (lambda: Lambda, parameters: readonly LambdaParameter[]) => Value,
  ) {
    this.call = call;
    this.#translate = translate;
    this.#bind = bind;
  }

  /** Returns a translated argument. Throws SparkSqlError if it is a lambda. */
  value(index: number): Value {
    const tree = this.call.tree.arguments[index];
    return tree && tree.kind !== "lambda"
      ? this.#translate(tree)
      : this.call.fail("takes a value here, not a lambda", index);
  }

  /** Returns an argument that must be an array. Throws SparkSqlError for other types. */
  array(index: number): Value & { readonly type: ArrayType } {
    const value = this.value(index);
    const { type } = value;
    return type.kind === "array" ? { ...value, type } : this.call.fail(`takes an array, not ${typeText(type)}`, index);
  }

  /** Returns an argument that must be a map. Throws SparkSqlError for other types. */
  map(index: number): Value & { readonly type: MapType } {
    const value = this.value(index);
    const { type } = value;
    return type.kind === "map" ? { ...value, type } : this.call.fail(`takes a map, not ${typeText(type)}`, index);
  }

  /** Returns an argument that must be a lambda, not yet translated. */
  lambda(index: number): Lambda {
    const tree = this.call.tree.arguments[index];
    return tree?.kind === "lambda" ? tree : this.call.fail("takes a lambda such as x -> x + 1", index);
  }

  /** Translates the body of a lambda with its parameters. Throws SparkSqlError if it has more parameters than these. */
  bind(index: number, ...parameters: readonly LambdaParameter[]): Value {
    const lambda = this.lambda(index);
    return lambda.parameters.length <= parameters.length
      ? this.#bind(lambda, parameters)
      : this.call.fail(`takes a lambda of at most ${parameters.length} parameters`, index);
  }

  /** Like `bind`, but returns SQL of a boolean result. */
  condition(index: number, ...parameters: readonly LambdaParameter[]): string {
    const value = this.bind(index, ...parameters);
    return (
      castSql(value.sql, value.type, booleanType) ?? this.call.fail("takes a lambda that returns true or false", index)
    );
  }

  get count(): number {
    return this.call.tree.arguments.length;
  }

  /** Returns a DuckDB name for a lambda parameter that no enclosing lambda uses. */
  parameterName(index: number): string {
    return `"p${index}#${this.call.tree.start}"`;
  }
}

/** Translates a call of a function that takes lambdas. */
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
  return {
    sql: `list_transform(${list.sql}, lambda ${parameters}: CAST(${body.sql} AS ${duckType(body.type)}))`,
    type: arrayType(body.type),
  };
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
  return { sql: `list_filter(${list.sql}, lambda ${parameters}: ${body})`, type: list.type };
};

/** `exists` and `forall`: NULL if the result depends on an element whose condition is NULL. */
function quantifierFunction(aggregate: "list_bool_or" | "list_bool_and"): LambdaTranslator {
  return (call) => {
    const list = call.array(0);
    const element = call.parameterName(0);
    const body = call.condition(1, { sql: element, type: list.type.element });
    const conditions = `list_transform(${list.sql}, lambda ${element}: ${body})`;
    const [wins, other] = aggregate === "list_bool_or" ? ["TRUE", "FALSE"] : ["FALSE", "TRUE"];
    const sql =
      `CASE WHEN ${list.sql} IS NULL THEN NULL WHEN list_contains(${conditions}, ${wins}) THEN ${wins} ` +
      `WHEN len(${conditions}) > list_count(${conditions}) THEN NULL ELSE ${other} END`;
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
  const step = call.bind(2, { sql: `${left}."a"`, type: start.type }, { sql: `${right}."x"`, type: list.type.element });
  const type = start.type.kind === "void" ? step.type : start.type;
  const [accumulatorType, elementType] = [duckType(type), duckType(list.type.element)];
  const next =
    castSql(step.sql, step.type, type) ??
    call.call.fail(`takes a lambda that returns ${typeText(type)}, the type of the start value`, 2);
  const first = `[{"a": CAST(${start.sql} AS ${accumulatorType}), "x": CAST(NULL AS ${elementType})}]`;
  const rest = `list_transform(${list.sql}, lambda ${element}: {"a": CAST(NULL AS ${accumulatorType}), "x": ${element}})`;
  const reduced = `list_reduce(${first} || ${rest}, lambda ${left}, ${right}: {"a": CAST(${next} AS ${accumulatorType}), "x": CAST(NULL AS ${elementType})})."a"`;
  const sql = `CASE WHEN ${list.sql} IS NOT NULL THEN (${reduced}) END`;
  if (call.count < 4) {
    return { sql, type };
  }
  const end = call.parameterName(3);
  const finish = call.bind(3, { sql: end, type });
  return { sql: `list_transform([${sql}], lambda ${end}: ${finish.sql})[1]`, type: finish.type };
};

const zipWith: LambdaTranslator = (call) => {
  const [left, right] = [call.array(0), call.array(1)];
  const position = call.parameterName(0);
  const body = call.bind(
    2,
    { sql: `(${left.sql})[${position}]`, type: left.type.element },
    { sql: `(${right.sql})[${position}]`, type: right.type.element },
  );
  const range = `range(1, greatest(len(${left.sql}), len(${right.sql})) + 1)`;
  const list = `list_transform(${range}, lambda ${position}: ${body.sql})`;
  return {
    sql: `CASE WHEN ${left.sql} IS NOT NULL AND ${right.sql} IS NOT NULL THEN ${list} END`,
    type: arrayType(body.type),
  };
};

function readEntries(call: LambdaCall): {
  readonly map: Value & { readonly type: MapType };
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
  const filtered = `list_filter(map_entries(${map.sql}), lambda ${element}: ${call.condition(1, ...bound)})`;
  return { sql: `CASE WHEN ${map.sql} IS NOT NULL THEN map_from_entries(${filtered}) END`, type: map.type };
};

function transformMapFunction(part: "key" | "value"): LambdaTranslator {
  return (call) => {
    const { map, element, bound } = readEntries(call);
    const body = call.bind(1, ...bound);
    const changed = `list_transform(map_entries(${map.sql}), lambda ${element}: ${body.sql})`;
    const [keys, values] = part === "key" ? [changed, `map_values(${map.sql})`] : [`map_keys(${map.sql})`, changed];
    const type = part === "key" ? mapType(body.type, map.type.value) : mapType(map.type.key, body.type);
    return { sql: `CASE WHEN ${map.sql} IS NOT NULL THEN map(${keys}, ${values}) END`, type };
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
} satisfies Implementations<LambdaTranslator>;
