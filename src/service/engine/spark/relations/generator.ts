import type { Generator } from "../../../../languages/table-sql/functions/functions.ts";
import type { Call } from "../../../../languages/table-sql/syntax.ts";
import type { VisibleColumn } from "../expressions/name-scope.ts";
import { type ExpressionContext, translateExpression } from "../expressions/translate-expression.ts";
import { FunctionCall } from "../functions/function-call.ts";
import { jsonText } from "../functions/json-functions.ts";
import { castSql } from "../types/cast-sql.ts";
import { type DataType, intType, isSameType, stringType, typeText, voidType } from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import { quoteName, type Translation } from "./translation.ts";

type MakeColumns = (call: FunctionCall) => readonly Made[];

interface Made {
  readonly name: string;
  readonly type: DataType;
  /** SQL of the column in the SELECT list. */
  readonly sql: string;
}

/**
 * Translates a generator such as `explode` to a relation (a SELECT in brackets with an alias) and its columns. Throws
 * SparkSqlError.
 */
export function generatorColumns(
  tree: Call,
  aliases: readonly string[],
  context: ExpressionContext,
  translation: Translation,
  qualifier?: string,
): { readonly sql: string; readonly columns: readonly VisibleColumn[] } {
  const call = new FunctionCall(
    tree,
    tree.arguments.map((one) => translateExpression(one, context)),
  );
  const made = byName.get(call.name)?.(call) ?? call.fail("is not a generator");
  if (aliases.length > 0 && aliases.length !== made.length) {
    const problem = `${tree.name} returns ${made.length} columns, but ${aliases.length} are named.`;
    throw new SparkSqlError(problem, tree.start, tree.end);
  }
  const alias = translation.alias(tree.name);
  const list = made.map(({ sql }, index) => `${sql} AS "c${index}"`);
  const columns = made.map(({ name, type }, index) => ({
    name: aliases[index] ?? name,
    type,
    qualifier,
    sql: `${alias}."c${index}"`,
  }));
  if (/^inline/i.test(tree.name)) {
    return inlined(alias, made, columns);
  }
  return { sql: `(SELECT ${list.join(", ")}) AS ${alias}`, columns };
}

/** Relation of `inline`: the columns are fields of a struct that a single `unnest` returns. */
function inlined(alias: string, made: readonly Made[], columns: readonly VisibleColumn[]) {
  const sql = `(SELECT ${made[0]?.sql ?? ""} AS "s") AS ${alias}`;
  return {
    sql,
    columns: columns.map((column, index) => ({
      ...column,
      sql: `(${alias}."s").${quoteName(made[index]?.name ?? "")}`,
    })),
  };
}

const explode: MakeColumns = (call) => exploded(call, false);
const posexplode: MakeColumns = (call) => exploded(call, true);

const generators = {
  explode,
  explode_outer: explode,
  posexplode,
  posexplode_outer: posexplode,
  inline: structs,
  inline_outer: structs,
  stack: stacked,
  json_tuple: jsonFields,
} satisfies Readonly<Record<Generator, MakeColumns>>;

const byName: ReadonlyMap<string, MakeColumns> = new Map(Object.entries(generators));

export function isGenerator(name: string): boolean {
  return byName.has(name.toLowerCase());
}

function exploded(call: FunctionCall, hasPosition: boolean): readonly Made[] {
  call.expectCount(1);
  const { sql, type } = call.at(0);
  const length = type.kind === "map" ? `cardinality(${sql})` : `len(${sql})`;
  const position: Made = {
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
    : call.fail(`takes an array or a map, not ${typeText(type)}`, 0);
}

function structs(call: FunctionCall): readonly Made[] {
  call.expectCount(1);
  const { sql, type } = call.at(0);
  if (type.kind !== "array" || type.element.kind !== "struct") {
    return call.fail(`takes an array of structs, not ${typeText(type)}`, 0);
  }
  return type.element.fields.map((field) => ({ ...field, sql: `unnest(${sql})` }));
}

function stacked(call: FunctionCall): readonly Made[] {
  const count = Number(call.constant(0, "a number of rows"));
  const values = call.arguments.slice(1);
  if (!(count > 0)) {
    return call.fail("takes a number of rows of at least 1", 0);
  }
  const width = Math.ceil(values.length / count);
  const columns: Made[] = [];
  for (let column = 0; column < width; column++) {
    const cells = Array.from({ length: count }, (_, row) => values[row * width + column]);
    const type = cells.reduce(
      (left, cell) => sameType(left, cell?.type ?? voidType) ?? call.fail(`mixes types in column ${column + 1}`),
      voidType as DataType,
    );
    const list = cells.map((cell) => (cell ? castSql(cell.sql, cell.type, type) : castSql("NULL", voidType, type)));
    columns.push({ name: `col${column}`, type, sql: `unnest([${list.join(", ")}])` });
  }
  return columns;
}

/** Returns the type that both have, ignoring NULL. Spark does not widen types in `stack`. */
function sameType(left: DataType, right: DataType): DataType | undefined {
  if (left.kind === "void") {
    return right;
  }
  return right.kind === "void" || isSameType(left, right) ? left : undefined;
}

function jsonFields(call: FunctionCall): readonly Made[] {
  const json = call.as(0, stringType);
  return call.arguments.slice(1).map((_, index) => {
    const name = call.constant(index + 1, "a name");
    return { name: `c${index}`, type: stringType, sql: jsonText(json, `$."${name.replaceAll('"', '\\"')}"`) };
  });
}
