import { countOf } from "../../../../base/count-of.ts";
import type { GeneratorFunctionName } from "../../../../languages/table-sql/functions/functions.ts";
import type { Call } from "../../../../languages/table-sql/syntax.ts";
import type { VisibleColumn } from "../expressions/name-scope.ts";
import { type ExpressionContext, translateExpression } from "../expressions/translate-expression.ts";
import { FunctionCall } from "../functions/function-call.ts";
import { buildJsonTextSql } from "../functions/json-functions.ts";
import { buildCastSql } from "../types/cast-sql.ts";
import { type DataType, formatSparkType, intType, isSameType, stringType, voidType } from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import { quoteName, type RelationSql, type StatementTranslation } from "./query-context.ts";

type TranslateGenerator = (call: FunctionCall) => readonly GeneratedColumn[];

interface GeneratedColumn {
  readonly name: string;
  readonly type: DataType;
  /** SQL of the column in the SELECT list. */
  readonly sql: string;
}

/**
 * Translates a generator, such as `explode`, to a relation and its columns. The relation is a SELECT in brackets with
 * an alias. Throws SparkSqlError.
 */
export function translateGenerator(
  tree: Call,
  aliases: readonly string[],
  context: ExpressionContext,
  translation: StatementTranslation,
  qualifier?: string,
): RelationSql {
  const call = new FunctionCall(
    tree,
    tree.arguments.map((one) => translateExpression(one, context)),
  );
  const generated = byName.get(call.name)?.(call) ?? call.failWith("is not a generator");
  if (aliases.length > 0 && aliases.length !== generated.length) {
    const problem = `${tree.name} returns ${countOf(generated.length, "column")}, but ${aliases.length} are named.`;
    throw new SparkSqlError(problem, tree.start, tree.end);
  }
  const alias = translation.uniqueAlias(tree.name);
  const list = generated.map(({ sql }, index) => `${sql} AS "c${index}"`);
  const columns = generated.map(({ name, type }, index) => ({
    name: aliases[index] ?? name,
    type,
    qualifier,
    sql: `${alias}."c${index}"`,
  }));
  if (/^inline/i.test(tree.name)) {
    return inlineRelation(alias, generated, columns);
  }
  return { sql: `(SELECT ${list.join(", ")}) AS ${alias}`, columns };
}

/** Relation of `inline`: the columns are fields of a struct that a single `unnest` returns. */
function inlineRelation(alias: string, generated: readonly GeneratedColumn[], columns: readonly VisibleColumn[]) {
  const sql = `(SELECT ${generated[0]?.sql ?? ""} AS "s") AS ${alias}`;
  return {
    sql,
    columns: columns.map((column, index) => ({
      ...column,
      sql: `(${alias}."s").${quoteName(generated[index]?.name ?? "")}`,
    })),
  };
}

const explode: TranslateGenerator = (call) => explodeColumns(call, false);
const posexplode: TranslateGenerator = (call) => explodeColumns(call, true);

const generators = {
  explode,
  explode_outer: explode,
  posexplode,
  posexplode_outer: posexplode,
  inline: inlineColumns,
  inline_outer: inlineColumns,
  stack: stackColumns,
  json_tuple: jsonTupleColumns,
} satisfies Readonly<Record<GeneratorFunctionName, TranslateGenerator>>;

const byName: ReadonlyMap<string, TranslateGenerator> = new Map(Object.entries(generators));

export function isGeneratorFunction(name: string): boolean {
  return byName.has(name.toLowerCase());
}

/**
 * Returns the SQL of FROM that joins each row of `inputSql` with the rows that a generator returns for it. Without
 * `inputSql`, the input is one row, as in a query without FROM. An outer generator keeps rows without generated ones.
 */
export function joinGeneratedSql(inputSql: string | undefined, generatedSql: string, isOuter: boolean): string {
  const input = inputSql ?? '(SELECT 1) AS "one#"';
  return isOuter ? `${input} LEFT JOIN LATERAL ${generatedSql} ON TRUE` : `${input} CROSS JOIN LATERAL ${generatedSql}`;
}

/** Returns whether a generator keeps a row for which it generates none, such as `explode_outer`. */
export function isOuterGenerator(name: string): boolean {
  return name.toLowerCase().endsWith("_outer");
}

function explodeColumns(call: FunctionCall, hasPosition: boolean): readonly GeneratedColumn[] {
  call.expectCount(1);
  const { sql, type } = call.argumentAt(0);
  const length = type.kind === "map" ? `cardinality(${sql})` : `len(${sql})`;
  const position: GeneratedColumn = {
    name: "pos",
    type: intType,
    sql: `CAST(unnest(range(CAST(${length} AS BIGINT))) AS INTEGER)`,
  };
  const before = hasPosition ? [position] : [];
  if (type.kind === "map") {
    return [
      ...before,
      { name: "key", type: type.key, sql: `unnest(map_keys(${sql}))` },
      { name: "value", type: type.value, sql: `unnest(map_values(${sql}))` },
    ];
  }
  return type.kind === "array"
    ? [...before, { name: "col", type: type.element, sql: `unnest(${sql})` }]
    : call.failWith(`takes an array or a map, not ${formatSparkType(type)}`, 0);
}

function inlineColumns(call: FunctionCall): readonly GeneratedColumn[] {
  call.expectCount(1);
  const { sql, type } = call.argumentAt(0);
  if (type.kind !== "array" || type.element.kind !== "struct") {
    return call.failWith(`takes an array of structs, not ${formatSparkType(type)}`, 0);
  }
  return type.element.fields.map((field) => ({ ...field, sql: `unnest(${sql})` }));
}

function stackColumns(call: FunctionCall): readonly GeneratedColumn[] {
  const count = Number(call.constant(0, "a number of rows"));
  const values = call.arguments.slice(1);
  if (!(count > 0)) {
    return call.failWith("takes a number of rows of at least 1", 0);
  }
  const width = Math.ceil(values.length / count);
  const columns: GeneratedColumn[] = [];
  for (let column = 0; column < width; column++) {
    const cells = Array.from({ length: count }, (_, row) => values[row * width + column]);
    const type = cells.reduce(
      (left, cell) =>
        commonExactType(left, cell?.type ?? voidType) ?? call.failWith(`mixes types in column ${column + 1}`),
      voidType as DataType,
    );
    const list = cells.map((cell) =>
      cell ? buildCastSql(cell.sql, cell.type, type) : buildCastSql("NULL", voidType, type),
    );
    columns.push({ name: `col${column}`, type, sql: `unnest([${list.join(", ")}])` });
  }
  return columns;
}

/** Returns the type that both have, ignoring NULL. Spark does not widen types in `stack`. */
function commonExactType(left: DataType, right: DataType): DataType | undefined {
  if (left.kind === "void") {
    return right;
  }
  return right.kind === "void" || isSameType(left, right) ? left : undefined;
}

function jsonTupleColumns(call: FunctionCall): readonly GeneratedColumn[] {
  const json = call.castArgumentTo(0, stringType);
  return call.arguments.slice(1).map((_, index) => {
    const name = call.constant(index + 1, "a name");
    return { name: `c${index}`, type: stringType, sql: buildJsonTextSql(json, `$."${name.replaceAll('"', '\\"')}"`) };
  });
}
