import { buildCastSql } from "../types/cast-sql.ts";
import { commonTypeOf } from "../types/common-type.ts";
import {
  type ArrayType,
  bigintType,
  booleanType,
  createArrayType,
  createStructType,
  type DataType,
  duckDbTypeOf,
  formatSparkType,
  intType,
  isNestedType,
  stringType,
  voidType,
} from "../types/data-type.ts";
import { arrayTypeOfArgument, buildArgumentCasts, quoteFieldName } from "./collection-arguments.ts";
import type { FunctionCall, FunctionImplementations, ScalarTranslator } from "./function-call.ts";
import { translateMapAccess } from "./map-functions.ts";
import { fillSqlTemplate } from "./template-function.ts";
import { buildJoinedSizeSql, createSizeLimitedTemplate } from "./value-bounds.ts";

const size: ScalarTranslator = (call) => {
  call.expectCount(1);
  const { sql, type } = call.argumentAt(0);
  if (type.kind !== "array" && type.kind !== "map" && type.kind !== "void") {
    call.failWith(`takes an array or a map, not ${formatSparkType(type)}`, 0);
  }
  const count = type.kind === "map" ? `cardinality(${sql})` : `len(${sql})`;
  return { sql: type.kind === "void" ? "-1" : `CAST(coalesce(${count}, -1) AS INTEGER)`, type: intType };
};

/**
 * Returns a translator of a function of an array and a value, both cast to their common element type. `sizeInLambda` is
 * SQL of the number of elements to limit within lambdas, where the function may be applied to its own result.
 */
function elementFunction(
  template: string,
  result: (element: DataType) => DataType,
  sizeInLambda?: string,
): ScalarTranslator {
  return (call) => {
    call.expectCount(2);
    const element = commonTypeOf(arrayTypeOfArgument(call, 0).element, call.argumentAt(1).type);
    if (!element) {
      return call.failWith(
        `takes a value of the array's type ${formatSparkType(arrayTypeOfArgument(call, 0).element)}, not ${formatSparkType(call.argumentAt(1).type)}`,
        1,
      );
    }
    const list =
      buildCastSql(call.argumentAt(0).sql, call.argumentAt(0).type, createArrayType(element)) ?? call.argumentAt(0).sql;
    const isBounded = sizeInLambda !== undefined && call.place.repetition !== undefined;
    const bounded = isBounded ? createSizeLimitedTemplate(template, sizeInLambda, 1, call.bound("array")) : template;
    return {
      sql: fillSqlTemplate(bounded, [list, buildArgumentCasts(call, [1], element)[0] ?? "NULL"]),
      type: result(element),
    };
  };
}

/**
 * Returns a translator of a function of two arrays of one type. `comparisons` is SQL of the number of comparisons to
 * limit.
 */
function arrayPairFunction(
  template: string,
  result: (type: ArrayType) => DataType,
  comparisons?: string,
): ScalarTranslator {
  return (call) => {
    call.expectCount(2);
    const element = commonTypeOf(arrayTypeOfArgument(call, 0).element, arrayTypeOfArgument(call, 1).element);
    if (!element) {
      return call.failWith("takes arrays of the same type", 1);
    }
    const type = createArrayType(element);
    const bounded = comparisons ? createSizeLimitedTemplate(template, comparisons, 1, call.bound("pairs")) : template;
    return { sql: fillSqlTemplate(bounded, buildArgumentCasts(call, [0, 1], type)), type: result(type) };
  };
}

/**
 * Returns a translator of a function of an array and `integerCount` integers; its default result type is that of the
 * array.
 */
function arrayFunction(template: string, result?: (type: ArrayType) => DataType, integerCount = 0): ScalarTranslator {
  return (call) => {
    call.expectCount(1 + integerCount);
    const type = arrayTypeOfArgument(call, 0);
    const rest = call.arguments.slice(1).map((_, index) => call.castArgumentTo(index + 1, intType));
    return { sql: fillSqlTemplate(template, [call.argumentAt(0).sql, ...rest]), type: result?.(type) ?? type };
  };
}

const arrayItself = (type: ArrayType): DataType => type;
const distinctSql = (list: string): string =>
  `list_filter(${list}, lambda "one", "at": "at" = list_position(${list}, "one"))`;
const hasNullSql = (list: string): string => `(len(${list}) > list_count(${list}))`;

const join: ScalarTranslator = (call) => {
  call.expectCount(2, 3);
  const list = call.castArgumentTo(0, createArrayType(stringType));
  const values = [
    list,
    call.castArgumentTo(1, stringType),
    call.count === 3 ? call.castArgumentTo(2, stringType) : "''",
  ];
  const shown =
    call.count === 3
      ? 'list_transform($1, lambda "one": coalesce("one", $3))'
      : 'list_filter($1, lambda "one": "one" IS NOT NULL)';
  const lengths = buildJoinedSizeSql("$1", "$2");
  const size = call.count === 3 ? `${lengths} + (len($1) - list_count($1)) * strlen($3)` : lengths;
  const template = createSizeLimitedTemplate(`array_to_string(${shown}, $2)`, size, 1, call.bound("joinedText"));
  return { sql: fillSqlTemplate(template, values), type: stringType };
};

/** Refuses arrays of nested values, because DuckDB orders NULLs in them last and Spark first. */
function refuseNested(call: FunctionCall): void {
  if (isNestedType(arrayTypeOfArgument(call, 0).element)) {
    call.failWith("cannot order arrays and structs in the embedded engine; sort the rows before you collect them", 0);
  }
}

/** Wraps a translator to refuse arrays of nested values. */
function orderedArrayFunction(translator: ScalarTranslator): ScalarTranslator {
  return (call) => {
    call.expectCount(1);
    refuseNested(call);
    return translator(call);
  };
}

const sortArray: ScalarTranslator = (call) => {
  call.expectCount(1, 2);
  refuseNested(call);
  const isAscending = call.count === 1 || call.constant(1, "true or false") !== "false";
  const order = isAscending ? "'ASC', 'NULLS FIRST'" : "'DESC', 'NULLS LAST'";
  const names = [call.argumentAt(0).name, String(isAscending)];
  return {
    sql: `list_sort(${call.argumentAt(0).sql}, ${order})`,
    type: arrayTypeOfArgument(call, 0),
    name: `sort_array(${names.join(", ")})`,
  };
};

const repeat: ScalarTranslator = (call) => {
  call.expectCount(2);
  const { sql, type } = call.argumentAt(0);
  const template = `list_transform(range(greatest($2, 0)), lambda "at": CAST($1 AS ${duckDbTypeOf(type)}))`;
  // The size of the repeated value counts, too: ten bytes of text count as one element.
  const weight =
    type.kind === "array" ? "greatest(len($1), 1)" : type.kind === "string" ? "greatest(strlen($1) // 10, 1)" : "1";
  const size = `CASE WHEN $2 > 0 THEN CAST($2 AS BIGINT) * coalesce(${weight}, 1) ELSE 0 END`;
  return {
    sql: fillSqlTemplate(createSizeLimitedTemplate(template, size, 2, call.bound("array")), [
      sql,
      call.castArgumentTo(1, intType),
    ]),
    type: createArrayType(type),
  };
};

const zip: ScalarTranslator = (call) => {
  call.expectCount(1, 20);
  const names = call.tree.arguments.map((value, index) =>
    value.kind === "column" ? (value.path.at(-1) ?? "") : String(index),
  );
  const types = call.arguments.map((_, index) => arrayTypeOfArgument(call, index).element);
  const fields = names.map((name, index) => `${quoteFieldName(name)}: $${index + 1}["at"]`).join(", ");
  const lengths = names.map((_, index) => `len($${index + 1})`);
  const isAnyNull = names.map((_, index) => `$${index + 1} IS NULL`).join(" OR ");
  const list = `list_transform(range(1, greatest(${lengths.join(", ")}) + 1), lambda "at": {${fields}})`;
  return {
    sql: fillSqlTemplate(
      `CASE WHEN ${isAnyNull} THEN NULL ELSE ${list} END`,
      call.arguments.map(({ sql }) => sql),
    ),
    type: createArrayType(createStructType(names.map((name, index) => ({ name, type: types[index] ?? voidType })))),
  };
};

const elementAt: ScalarTranslator = (call) => {
  call.expectCount(2);
  if (call.argumentAt(0).type.kind === "map") {
    return translateMapAccess(call);
  }
  const index = call.castArgumentTo(1, intType);
  const missing = "CASE WHEN $2 = 0 THEN error('The index of element_at is 0; arrays count from 1.') ELSE $1[$2] END";
  const template = Number(call.argumentAt(1).constant) ? "$1[$2]" : missing;
  return {
    sql: fillSqlTemplate(template, [call.argumentAt(0).sql, index]),
    type: arrayTypeOfArgument(call, 0).element,
  };
};

/** SQL template of an array element by its index from 0. It is NULL for an index outside the array. */
export const zeroBasedElementTemplate = "CASE WHEN $2 >= 0 THEN $1[$2 + 1] END";

const insert: ScalarTranslator = (call) => {
  call.expectCount(3);
  const type = arrayTypeOfArgument(call, 0);
  const position = Number(call.constant(1, "a position"));
  if (!(position > 0)) {
    call.failWith("takes a position of at least 1 in the embedded engine", 1);
  }
  const bound = call.bound("array");
  if (position > bound.maximum) {
    call.failWith(bound.problem, 1);
  }
  const value = call.castArgumentTo(2, type.element);
  const filled = `list_resize($1, greatest(len($1), ${position - 1}))`;
  const inserted = `(${filled}[:${position - 1}] || [$2] || ${filled}[${position}:])`;
  const template = createSizeLimitedTemplate(inserted, `greatest(len($1), ${position})`, 1, bound);
  return { sql: fillSqlTemplate(template, [call.argumentAt(0).sql, value]), type };
};

const start = "CASE WHEN $2 < 0 THEN len($1) + $2 + 1 ELSE $2 END";
const containsTemplate = "list_contains($1, $2)";
const crossComparisons = "len($1) * (len($1) + len($2))";
const bothNull = "$1 IS NULL OR $2 IS NULL";

export const collectionFunctions = {
  size,
  cardinality: size,
  array_size: arrayFunction("CAST(len($1) AS INTEGER)", () => intType),
  array_contains: elementFunction(
    `CASE WHEN ${bothNull} THEN NULL WHEN ${containsTemplate} THEN TRUE WHEN ${hasNullSql("$1")} THEN NULL ELSE FALSE END`,
    () => booleanType,
  ),
  array_distinct: (call) => {
    call.expectCount(1);
    const template = createSizeLimitedTemplate(distinctSql("$1"), "len($1) * len($1)", 1, call.bound("pairs"));
    return { sql: fillSqlTemplate(template, [call.argumentAt(0).sql]), type: arrayTypeOfArgument(call, 0) };
  },
  array_join: join,
  array_max: orderedArrayFunction(arrayFunction("list_max($1)", (type) => type.element)),
  array_min: orderedArrayFunction(arrayFunction("list_min($1)", (type) => type.element)),
  array_position: elementFunction(
    `CASE WHEN ${bothNull} THEN NULL ELSE CAST(coalesce(list_position($1, $2), 0) AS BIGINT) END`,
    () => bigintType,
  ),
  array_remove: elementFunction(
    `CASE WHEN ${bothNull} THEN NULL ELSE list_filter($1, lambda "one": "one" IS DISTINCT FROM $2) END`,
    createArrayType,
  ),
  array_repeat: repeat,
  array_sort: orderedArrayFunction(arrayFunction("list_sort($1, 'ASC', 'NULLS LAST')")),
  sort_array: sortArray,
  slice: arrayFunction(`CASE WHEN ${start} < 1 THEN $1[1:0] ELSE $1[${start}:${start} + $3 - 1] END`, arrayItself, 2),
  flatten: (call) => {
    call.expectCount(1);
    const size = 'coalesce(list_sum(list_transform($1, lambda "one": len("one"))), 0)';
    const template = createSizeLimitedTemplate(
      `CASE WHEN NOT ${hasNullSql("$1")} THEN flatten($1) END`,
      size,
      1,
      call.bound("array"),
    );
    return { sql: fillSqlTemplate(template, [call.argumentAt(0).sql]), type: arrayTypeOfArgument(call, 0).element };
  },
  array_union: arrayPairFunction(distinctSql("($1 || $2)"), arrayItself, "(len($1) + len($2)) * (len($1) + len($2))"),
  array_intersect: arrayPairFunction(
    distinctSql('list_filter($1, lambda "in": list_position($2, "in") IS NOT NULL)'),
    arrayItself,
    crossComparisons,
  ),
  array_except: arrayPairFunction(
    distinctSql('list_filter($1, lambda "in": list_position($2, "in") IS NULL)'),
    arrayItself,
    crossComparisons,
  ),
  arrays_overlap: arrayPairFunction(
    `CASE WHEN ${bothNull} THEN NULL WHEN list_has_any($1, $2) THEN TRUE WHEN len($1) > 0 AND len($2) > 0 AND (${hasNullSql("$1")} OR ${hasNullSql("$2")}) THEN NULL ELSE FALSE END`,
    () => booleanType,
  ),
  arrays_zip: zip,
  array_append: elementFunction("CASE WHEN $1 IS NOT NULL THEN $1 || [$2] END", createArrayType, "len($1) + 1"),
  array_prepend: elementFunction("CASE WHEN $1 IS NOT NULL THEN [$2] || $1 END", createArrayType, "len($1) + 1"),
  array_compact: arrayFunction('list_filter($1, lambda "one": "one" IS NOT NULL)'),
  array_insert: insert,
  get: arrayFunction(zeroBasedElementTemplate, (type) => type.element, 1),
  element_at: elementAt,
  try_element_at: elementAt,
} satisfies FunctionImplementations<ScalarTranslator>;
