import { countOf } from "../../../../base/count-of.ts";
import type { Span } from "../../../../languages/core/text/span.ts";
import type {
  Column,
  Expression,
  MergeAction,
  MergeWhen,
  SetAssignment,
  Statement,
  TargetTable,
} from "../../../../languages/table-sql/syntax.ts";
import { NameScope, type VisibleColumn } from "../expressions/name-scope.ts";
import { buildBooleanSql } from "../expressions/operator-value.ts";
import { translateExpression } from "../expressions/translate-expression.ts";
import {
  createExpressionContext,
  makeNamesUnique,
  type QueryContext,
  quoteName,
  type TypedColumn,
  typedColumnsOf,
} from "../relations/query-context.ts";
import { translateRelation } from "../relations/translate-relation.ts";
import { buildCastSql } from "../types/cast-sql.ts";
import { canStore } from "../types/common-type.ts";
import {
  type DataType,
  duckDbTypeOf,
  formatSparkType,
  isFractionalType,
  isIntegralType,
  isNumericType,
  isSameType,
  voidType,
} from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import type {
  ColumnAssignment,
  MergeClause,
  TranslatedDelete,
  TranslatedInsert,
  TranslatedMerge,
  TranslatedUpdate,
} from "../types/translated-statement.ts";

type StatementOf<Kind> = Extract<Statement, { readonly kind: Kind }>;

/** The table that a statement changes. */
interface Target {
  readonly name: string;
  readonly alias: string;
  readonly columns: readonly TypedColumn[];
  readonly visible: readonly VisibleColumn[];
}

function resolveTarget(target: TargetTable, context: QueryContext): Target {
  const table = context.translation.findRelation(target.path, target);
  const alias = target.alias ?? table.name;
  const columns = typedColumnsOf(table);
  const visible = columns.map(({ name, type, isJson }) => {
    const sql = `${quoteName(alias)}.${quoteName(name)}`;
    return { name, type, qualifier: alias, sql: isJson ? `CAST(${sql} AS VARCHAR)` : sql };
  });
  return { name: table.name, alias, columns, visible };
}

function findTargetColumn(target: Target, tree: Column): TypedColumn {
  const [first, second] = tree.path;
  const name = tree.path.length === 2 && first?.toLowerCase() === target.alias.toLowerCase() ? second : first;
  const column =
    tree.path.length <= 2 ? target.columns.find((one) => one.name.toLowerCase() === name?.toLowerCase()) : undefined;
  if (!column || (tree.path.length === 2 && name === first)) {
    const names = target.columns.map((one) => one.name).join(", ");
    throw new SparkSqlError(
      `${target.name} has no column ${tree.path.join(".")}; it has ${names}.`,
      tree.start,
      tree.end,
    );
  }
  return column;
}

function refuseDuplicates(columns: readonly TypedColumn[], span: Span): void {
  const names = columns.map(({ name }) => name);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined) {
    throw new SparkSqlError(`The column ${duplicate} is assigned more than once.`, span.start, span.end);
  }
}

export function translateInsert(statement: StatementOf<"insert">, context: QueryContext): TranslatedInsert {
  refusePartitions(statement);
  const target = resolveTarget(statement.target, context);
  const query = context.translate(statement.query, context);
  const span = statement.query;
  const listed = statement.columns?.map((column) => findTargetColumn(target, column));
  const named = statement.isByName
    ? query.columns.map(({ name }) => findTargetColumn(target, { kind: "column", path: [name], ...toSpan(span) }))
    : listed;
  const columns = named ?? target.columns;
  refuseDuplicates(columns, statement.target);
  if (columns.length !== query.columns.length) {
    const advice = named
      ? "give as many values as columns are listed"
      : "give a value for each column, or list the columns to fill";
    const mismatch = `${countOf(columns.length, "column")} of ${target.name} with ${countOf(query.columns.length, "value")}`;
    throw new SparkSqlError(`INSERT fills ${mismatch}; ${advice}.`, span.start, span.end);
  }
  const alias = context.translation.uniqueAlias("rows");
  const list = columns.map((column, index) => {
    const value = query.columns[index] ?? { sqlName: "", type: voidType };
    const stored = storedValueSql(`${alias}.${quoteName(value.sqlName)}`, value.type, column, span);
    return `${stored} AS ${quoteName(column.name)}`;
  });
  const isSame = columns.every((column, index) => {
    const value = query.columns[index];
    return value?.sqlName === column.name && isSameType(value.type, column.type);
  });
  return {
    kind: "insert",
    target: target.name,
    columns: named?.map(({ name }) => name),
    isOverwrite: statement.isOverwrite,
    sql: isSame ? query.sql : `SELECT ${list.join(", ")} FROM (${query.sql}) AS ${alias}`,
    reads: context.translation.reads,
  };
}

function refusePartitions({ partition, replaceWhere }: StatementOf<"insert">): void {
  if (partition) {
    const problem =
      "INSERT with PARTITION is not available, because table sources have no partitions; use DELETE and INSERT.";
    throw new SparkSqlError(problem, partition.start, partition.end);
  }
  if (replaceWhere) {
    const problem = "INSERT with REPLACE WHERE is not available; use DELETE and INSERT.";
    throw new SparkSqlError(problem, replaceWhere.start, replaceWhere.end);
  }
}

/** Refuses WITH before DELETE, UPDATE and MERGE, because the translated statements have no common table expressions. */
function refuseWith({ kind, ctes: [cte] }: StatementOf<"delete" | "update" | "merge">): void {
  if (cte) {
    const problem = `WITH before ${kind.toUpperCase()} is not available in the embedded engine; write the query where it is used.`;
    throw new SparkSqlError(problem, cte.start, cte.end);
  }
}

function toSpan({ start, end }: Span): Span {
  return { start, end };
}

function condition(
  tree: Expression | undefined,
  columns: readonly VisibleColumn[],
  context: QueryContext,
): string | undefined {
  const scope = new NameScope(columns);
  return tree && buildBooleanSql(translateExpression(tree, createExpressionContext(scope, context)), tree);
}

function translateAssignments(
  clauses: readonly SetAssignment[],
  target: Target,
  columns: readonly VisibleColumn[],
  context: QueryContext,
): ColumnAssignment[] {
  const expressions = createExpressionContext(new NameScope(columns), context);
  const set = clauses.map(({ column, value }) => ({ column: findTargetColumn(target, column), value }));
  const [first] = clauses;
  if (first) {
    refuseDuplicates(
      set.map(({ column }) => column),
      first.column,
    );
  }
  return set.map(({ column, value }) => {
    const isDefault = value.kind === "column" && value.path.length === 1 && value.path[0]?.toUpperCase() === "DEFAULT";
    const { sql, type } = isDefault ? { sql: "NULL", type: voidType } : translateExpression(value, expressions);
    return { column: column.name, sql: storedValueSql(sql, type, column, value) };
  });
}

export function translateDelete(statement: StatementOf<"delete">, context: QueryContext): TranslatedDelete {
  refuseWith(statement);
  const target = resolveTarget(statement.target, context);
  const where = condition(statement.where, target.visible, context);
  return { kind: "delete", target: target.name, alias: target.alias, where, reads: context.translation.reads };
}

export function translateUpdate(statement: StatementOf<"update">, context: QueryContext): TranslatedUpdate {
  refuseWith(statement);
  const target = resolveTarget(statement.target, context);
  return {
    kind: "update",
    target: target.name,
    alias: target.alias,
    assignments: translateAssignments(statement.assignments, target, target.visible, context),
    where: condition(statement.where, target.visible, context),
    reads: context.translation.reads,
  };
}

export function translateMerge(statement: StatementOf<"merge">, context: QueryContext): TranslatedMerge {
  refuseWith(statement);
  const target = resolveTarget(statement.target, context);
  const relation = translateRelation(statement.source, context);
  const sourceColumns = relation.columns.filter((column) => !column.isHidden);
  const qualifier = sourceColumns[0]?.qualifier ?? "source";
  const alias = qualifier.toLowerCase() === target.alias.toLowerCase() ? `${qualifier}#source` : qualifier;
  const names = makeNamesUnique(sourceColumns.map(({ name }) => name));
  const list = sourceColumns.map(({ sql }, index) => `${sql} AS ${quoteName(names[index] ?? "")}`);
  const source = sourceColumns.map((column, index) => ({
    ...column,
    sql: `${quoteName(alias)}.${quoteName(names[index] ?? "")}`,
  }));
  refuseUnreachable(statement.clauses);
  const mergeSides = { target, source };
  const on = condition(statement.on, [...target.visible, ...source], context) ?? "TRUE";
  return {
    kind: "merge",
    target: target.name,
    alias: target.alias,
    source: { sql: `SELECT ${list.join(", ")} FROM ${relation.sql}`, alias },
    on,
    clauses: statement.clauses.map((clause) => translateMergeClause(clause, mergeSides, context)),
    reads: context.translation.reads,
  };
}

function refuseUnreachable(clauses: readonly MergeWhen[]): void {
  for (const [index, clause] of clauses.entries()) {
    const next = clauses.slice(index + 1).find(({ when }) => when === clause.when);
    if (clause.condition === undefined && next) {
      const problem = "This WHEN never applies, because an earlier WHEN for the same rows has no condition.";
      throw new SparkSqlError(problem, next.start, next.end);
    }
  }
}

interface MergeSides {
  readonly target: Target;
  readonly source: readonly VisibleColumn[];
}

function translateMergeClause(clause: MergeWhen, { target, source }: MergeSides, context: QueryContext): MergeClause {
  const visible = {
    matched: [...target.visible, ...source],
    notMatched: source,
    notMatchedBySource: target.visible,
  }[clause.when];
  const { action } = clause;
  const when = condition(clause.condition, visible, context);
  if (clause.when === "notMatched") {
    const assignments =
      action.kind === "insert"
        ? translateAssignments(insertAssignments(action), target, visible, context)
        : starAssignments(target, source, clause);
    return {
      kind: "whenNotMatched",
      condition: when,
      action: { kind: action.kind === "insert" ? "insert" : "insertStar", assignments },
    };
  }
  const kind = clause.when === "matched" ? "whenMatched" : "whenNotMatchedBySource";
  if (action.kind === "delete") {
    return { kind, condition: when, action: { kind: "delete" } };
  }
  const assignments =
    action.kind === "update"
      ? translateAssignments(action.assignments, target, visible, context)
      : starAssignments(target, source, clause);
  return { kind, condition: when, action: { kind: action.kind === "update" ? "update" : "updateStar", assignments } };
}

/** Returns the assignments of `INSERT (a, b) VALUES (1, 2)`. */
function insertAssignments({
  columns,
  values,
  valuesSpan: span,
}: Extract<MergeAction, { kind: "insert" }>): SetAssignment[] {
  if (values.length !== columns.length) {
    const problem = `INSERT lists ${countOf(columns.length, "column")}, but has ${countOf(values.length, "value")}.`;
    throw new SparkSqlError(problem, span.start, span.end);
  }
  return columns.flatMap((column, index) => {
    const value = values[index];
    return value ? [{ column, value }] : [];
  });
}

/** Assigns to each column of the target the source column of the same name. Throws SparkSqlError if one is missing. */
function starAssignments(target: Target, source: readonly VisibleColumn[], span: Span): ColumnAssignment[] {
  return target.columns.map((column) => {
    const found = source.find(({ name }) => name.toLowerCase() === column.name.toLowerCase());
    if (!found) {
      const problem = `* needs a column ${column.name} in the source, because ${target.name} has one; list the columns instead.`;
      throw new SparkSqlError(problem, span.start, span.end);
    }
    return { column: column.name, sql: storedValueSql(found.sql, found.type, column, span) };
  });
}

/**
 * Returns SQL that converts a value to the type of the column that it is stored in. Spark's rules for storing are
 * stricter than those for casting: text is converted to a number only by an explicit CAST, and a number that does not
 * fit is an error.
 */
function storedValueSql(sql: string, type: DataType, column: TypedColumn, span: Span): string {
  if (isSameType(type, column.type)) {
    return sql;
  }
  const duck = duckDbTypeOf(column.type);
  if (!canStore(type, column.type)) {
    const storedType = formatSparkType(column.type);
    const problem = `The column ${column.name} is ${storedType} and cannot store ${formatSparkType(type)}; write CAST(... AS ${storedType.toUpperCase()}).`;
    throw new SparkSqlError(problem, span.start, span.end);
  }
  if (isNumericType(type) && isIntegralType(column.type)) {
    return isIntegralType(type) ? `CAST(${sql} AS ${duck})` : `CAST(trunc(${sql}) AS ${duck})`;
  }
  if (isNumericType(type) && column.type.kind === "decimal") {
    return `CAST(${isFractionalType(type) ? `CAST(${sql} AS VARCHAR)` : sql} AS ${duck})`;
  }
  return buildCastSql(sql, type, column.type) ?? `CAST(${sql} AS ${duck})`;
}
