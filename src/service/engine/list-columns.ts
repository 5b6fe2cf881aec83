import { assertNever } from "../../base/assert-never.ts";
import type { ObjectReference, QueryProperty } from "../../contract/query-parts.ts";
import { quoteName } from "../../duckdb/database.ts";
import { type BoundPath, type DimensionPath, resolvePath } from "../../languages/sql-like/syntax.ts";
import { memberTableNameOf } from "../model/member-tree.ts";
import { findLevelDepth } from "./dimension-axis.ts";
import { buildMapTextsSql } from "./member-map-axis.ts";
import { QueryError, readOptionMeaning } from "./query-error.ts";
import type { ListSettings } from "./query-options.ts";
import type { PlaceholderValues, SqlText } from "./sql-text.ts";
import type { BoundMemberMap, StoredModel } from "./stored-model.ts";
import { buildDoubleTextSql } from "./value-text.ts";

/** Column of a list query with its names resolved. */
export type ListColumn =
  | { readonly kind: "attribute"; readonly path: BoundPath }
  | { readonly kind: "level"; readonly path: DimensionPath; readonly depth: number; readonly text: MemberText }
  | { readonly kind: "memberMap"; readonly bound: BoundMemberMap }
  | { readonly kind: "effectiveDate" }
  /** Column that could not be resolved, while `queryMode` is `FILL`. */
  | { readonly kind: "empty" };

/** Column of a member table that holds a text of the member. */
type MemberText = "display_name" | "name" | "path";

/** Member texts by the level option of a column. */
const memberTexts = new Map<string, MemberText>([
  ["DISPLAY_NAME", "display_name"],
  ["NAME", "name"],
  ["PATH", "path"],
]);

/**
 * Resolves the names in a column of a list query (sql-like-language 6.3). Throws QueryError for a name that cannot be
 * resolved unless `queryMode` is `FILL`, and in each mode for a level that is asked for in no known way.
 */
export function readListColumn(
  definition: QueryProperty | undefined,
  from: string,
  settings: ListSettings,
  model: StoredModel,
): ListColumn {
  const selection = definition?.dimensionLevelSelection;
  const level = selection && readLevel(selection);
  try {
    return resolveColumn(definition ?? {}, level, from, model);
  } catch (error) {
    if (error instanceof QueryError && settings.queryMode === "FILL") {
      return { kind: "empty" };
    }
    throw error;
  }
}

/** Level as a column asks for it, before its names are resolved. */
interface AskedLevel {
  readonly dimension: ObjectReference | undefined;
  readonly level: string | number;
  readonly text: MemberText;
}

function readLevel(selection: NonNullable<QueryProperty["dimensionLevelSelection"]>): AskedLevel {
  const { dimension, levelId, levelDepth, memberValueMode } = selection;
  const text = readOptionMeaning(memberValueMode, memberTexts, "memberValueMode");
  const level = levelId ?? levelDepth;
  if (level === undefined) {
    throw new QueryError("A column with a level needs levelId or levelDepth.");
  }
  return { dimension, level, text };
}

function resolveColumn(
  definition: QueryProperty,
  level: AskedLevel | undefined,
  from: string,
  model: StoredModel,
): ListColumn {
  if (definition.property) {
    return { kind: "attribute", path: model.resolve(definition.property, from, "property") };
  }
  if (definition.selectionConcept) {
    return { kind: "attribute", path: model.resolve(definition.selectionConcept, from, "concept") };
  }
  if (definition.dimension) {
    return { kind: "attribute", path: model.resolve(definition.dimension, from, "dimension") };
  }
  if (level) {
    const path = model.resolve(level.dimension, from, "dimension");
    const stored = model.dimension(path.object, path.attribute.dimension.id);
    return { kind: "level", path, depth: findLevelDepth(stored, level.level), text: level.text };
  }
  if (definition.effectiveDateProperty) {
    return { kind: "effectiveDate" };
  }
  if (definition.formula !== undefined) {
    const resolution = resolvePath(model.source, from, definition.formula.trim().split("."));
    if (resolution.kind === "path") {
      return { kind: "attribute", path: resolution.path };
    }
    throw new QueryError(
      `The formula \`${definition.formula}\` is no path from "${from}"; other formulas are not available (columnDefinition.formula).`,
    );
  }
  if (definition.memberMapProperty) {
    const { memberMap, targetDimensionName } = definition.memberMapProperty;
    return { kind: "memberMap", bound: model.memberMap(memberMap, targetDimensionName, from) };
  }
  throw new QueryError(
    "A column needs a property, a concept, a dimension, a level, a member map, or effectiveDateProperty.",
  );
}

/** Returns the path of a column, if it has one. */
export function pathsOfColumn(column: ListColumn): readonly BoundPath[] {
  switch (column.kind) {
    case "attribute":
    case "level":
      return [column.path];
    case "memberMap":
      return [column.bound.keys];
    default:
      return [];
  }
}

/** Type of the values of a column. An instant is a time in UTC. */
export type ValueType = "text" | "double" | "integer" | "boolean" | "instant";

/** Returns the type of the values of a column. */
export function valueTypeOf(column: ListColumn, model: StoredModel): ValueType {
  if (column.kind === "effectiveDate") {
    return "instant";
  }
  if (column.kind !== "attribute" || column.path.attribute.kind === "dimension") {
    return "text";
  }
  const { attribute, object } = column.path;
  return attribute.kind === "concept"
    ? "boolean"
    : typeOfStorage(model.property(object, attribute.property.id).storage);
}

/** SQL that reads a column of a list. */
interface ColumnSql {
  /** SQL of the value as text. NULL for a missing value. */
  readonly text: SqlText;
  /** SQL expression by which rows are sorted when they are sorted by this column. */
  readonly sort: SqlText;
  /** Joins with the member tables that contain the texts of members. */
  readonly joins: readonly SqlText[];
}

/** Builds the SQL that reads a column of a list query. `index` makes the aliases in the SQL unique. */
export function buildListColumnSql(
  column: ListColumn,
  index: number,
  rows: { column(path: BoundPath): SqlText; readonly effectiveDate: SqlText },
  { dateTimeDisplayMode }: ListSettings,
  model: StoredModel,
  values: PlaceholderValues,
): ColumnSql {
  switch (column.kind) {
    case "empty":
      return plain("NULL::VARCHAR", "NULL");
    case "effectiveDate":
      return plain(instantText(rows.effectiveDate, dateTimeDisplayMode), rows.effectiveDate);
    case "memberMap":
      return joinTexts(buildMapTextsSql(column.bound, values), index, rows.column(column.bound.keys));
    case "level":
      return memberColumn(column.path, column, index, rows.column(column.path), model);
    case "attribute": {
      const { attribute, object } = column.path;
      const value = rows.column(column.path);
      switch (attribute.kind) {
        case "dimension":
          return memberColumn({ ...column.path, attribute }, undefined, index, value, model);
        case "concept":
          return plain(`${value}::VARCHAR`, value);
        case "property":
          return plain(
            propertyText(value, model.property(object, attribute.property.id).storage, dateTimeDisplayMode),
            value,
          );
      }
    }
  }
}

function plain(text: SqlText, sort: SqlText): ColumnSql {
  return { text, sort, joins: [] };
}

function typeOfStorage(storage: string): ValueType {
  switch (storage) {
    case "DOUBLE":
      return "double";
    case "BIGINT":
      return "integer";
    case "TIMESTAMP":
      return "instant";
    default:
      return "text";
  }
}

function propertyText(value: SqlText, storage: string, mode: ListSettings["dateTimeDisplayMode"]): SqlText {
  switch (storage) {
    case "VARCHAR":
      return value;
    case "DOUBLE":
      return buildDoubleTextSql(value);
    case "TIMESTAMP":
      return instantText(value, mode);
    default:
      return `${value}::VARCHAR`;
  }
}

function instantText(value: SqlText, mode: ListSettings["dateTimeDisplayMode"]): SqlText {
  switch (mode) {
    case "EPOCH":
      return `epoch_ms(${value})::VARCHAR`;
    case "DATETIME":
      return `strftime(${value}, '%Y-%m-%d %H:%M:%S+00:00')`;
    case "EXACT":
      return `(${value})::VARCHAR || '+00'`;
    default:
      return assertNever(mode);
  }
}

/** Dotted name path of a member, or a text of its ancestor at a depth. */
function memberColumn(
  path: DimensionPath,
  level: { readonly depth: number; readonly text: MemberText } | undefined,
  index: number,
  value: SqlText,
  model: StoredModel,
): ColumnSql {
  const dimension = model.dimension(path.object, path.attribute.dimension.id);
  const table = quoteName(memberTableNameOf(dimension.membersOf));
  const members =
    level === undefined
      ? `SELECT ordinal, path AS text FROM ${table}`
      : `SELECT m.ordinal, a.${level.text} AS text FROM ${table} AS m JOIN ${table} AS a ON a.depth = ${level.depth} AND a.ordinal = m.ancestors[len(m.ancestors) - m.depth + ${level.depth}]`;
  return joinTexts(members, index, value);
}

/** Column of the texts of members, which a query selects as `ordinal` and `text`. */
function joinTexts(texts: SqlText, index: number, ordinal: SqlText): ColumnSql {
  const alias = `d${index}`;
  const text = `${alias}.text`;
  return { text, sort: text, joins: [`LEFT JOIN (${texts}) AS ${alias} ON ${alias}.ordinal = ${ordinal}`] };
}
