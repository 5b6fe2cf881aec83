import { assertNever } from "../../base/assert-never.ts";
import { quoteName, quoteText } from "../../duckdb/database.ts";
import type {
  BoundCondition,
  BoundPath,
  CompareOperator,
  ComparisonOperand,
  PropertyPath,
} from "../../languages/sql-like/syntax.ts";
import { memberTableNameOf } from "../model/member-tree.ts";
import type { StoredProperty } from "../model/tenant-model.ts";
import type { ParameterValues } from "./filters.ts";
import { FromClauseBuilder, recordAlias } from "./from-clause.ts";
import { selectListRecords } from "./list-records.ts";
import { QueryError } from "./query-error.ts";
import type { CohortCondition, RecordCondition } from "./record-condition.ts";
import { buildColumnSql, type PlaceholderValues, type SqlText, toMicroseconds } from "./sql-text.ts";
import type { StoredModel } from "./stored-model.ts";

/** Context for converting a condition to SQL. */
export interface ConditionScope {
  readonly model: StoredModel;
  readonly values: Pick<PlaceholderValues, "bind" | "bindTexts">;
  readonly parameters: ParameterValues;
  /** SQL column of a path. */
  column(path: BoundPath): SqlText;
  /** SQL of a test whether a column has a member of a set, NULL for NULL. By default with a query of the member list. */
  isMember?(column: SqlText, membersOf: string, members: MemberNames): SqlText;
}

/**
 * Translates a condition of the SQL-like language to SQL for a WHERE, FILTER or WHEN, where unknown has the effect of
 * false. Without the difference, DuckDB makes a join of a test of members, or skips blocks of rows.
 */
export function buildFilterSql(condition: RecordCondition, scope: ConditionScope): SqlText {
  return conditionSql(condition, scope, true);
}

/** Three-valued logic (semantics.md, "Truth"), but NULL for FALSE if `isFilter`. */
function conditionSql(condition: RecordCondition, scope: ConditionScope, isFilter: boolean): SqlText {
  switch (condition.kind) {
    case "and":
    case "or":
      return condition.conditions
        .map((part) => `(${conditionSql(part, scope, isFilter)})`)
        .join(condition.kind === "and" ? " AND " : " OR ");
    case "not":
      return `NOT (${conditionSql(condition.condition, scope, false)})`;
    case "concept":
      return scope.column(condition.path);
    case "isNull":
      return `${scope.column(condition.path)} IS ${condition.isNegated ? "NOT " : ""}NULL`;
    case "compare":
      return compareSql(condition.path, condition.operator, condition.value, scope);
    case "in":
      return inSql(condition, scope);
    case "between": {
      const low = compareSql(condition.path, ">=", condition.low, scope);
      const high = compareSql(condition.path, "<=", condition.high, scope);
      return `${condition.isNegated ? "NOT " : ""}(${low} AND ${high})`;
    }
    case "member":
      return memberSql(condition, scope, isFilter);
    case "cohort":
      return cohortSql(condition, scope);
    default:
      return assertNever(condition);
  }
}

/** Builds SQL that is 0 where a condition is true, 1 where it is false and 2 where it is unknown. */
export function buildTruthKeySql(condition: RecordCondition, scope: ConditionScope): SqlText {
  return `CASE (${conditionSql(condition, scope, false)}) WHEN TRUE THEN 0 WHEN FALSE THEN 1 ELSE 2 END`;
}

/** Compares the key of a record with the keys of a list. Two-valued, because no key is missing. */
function cohortSql({ object, conditions, interval, isExcluded }: CohortCondition, scope: ConditionScope): SqlText {
  const { records, time } = selectListRecords(object, interval, "NORMAL");
  const source = new FromClauseBuilder({ model: scope.model, object, records, time });
  const inner = { ...scope, column: source.column.bind(source) };
  const tests = conditions.map((condition) => `(${buildFilterSql(condition, inner)})`);
  const where = tests.length > 0 ? ` WHERE ${tests.join(" AND ")}` : "";
  const key = buildColumnSql(recordAlias, "$key");
  return `${key} ${isExcluded ? "NOT " : ""}IN (SELECT ${key} FROM ${source.from()}${where})`;
}

type MemberCondition = Extract<BoundCondition, { kind: "member" }>;
/** Members by their names from the top. A single name stands for all members of that name, at any depth. */
type MemberNames = MemberCondition["members"];

/** Two-valued, unless `isFilter`: a record without a member is in no set. */
function memberSql({ path, members, isNegated }: MemberCondition, scope: ConditionScope, isFilter: boolean): SqlText {
  if (members.length === 0) {
    return isNegated ? "TRUE" : "FALSE";
  }
  const { membersOf } = scope.model.dimension(path.object, path.attribute.dimension.id);
  const column = scope.column(path);
  const table = quoteName(memberTableNameOf(membersOf));
  const test =
    scope.isMember?.(column, membersOf, members) ?? `${column} IN (${buildMemberSetSql(table, members, scope.values)})`;
  if (isFilter && !isNegated) {
    return test;
  }
  return `coalesce(${isNegated ? `NOT (${test})` : test}, ${isNegated})`;
}

/**
 * Builds a query of the ordinals of members and of all members under them. A single name matches at any depth. Names are
 * joined with the table of members rather than compared one by one, so that any number of them is looked up at once.
 */
export function buildMemberSetSql(table: SqlText, members: MemberNames, values: ConditionScope["values"]): SqlText {
  const ordinalsOf = (column: SqlText, texts: SqlText) => `SELECT ordinal FROM ${table} WHERE ${column} IN (${texts})`;
  const paths = `SELECT unnest(${values.bindTexts(members.map((names) => names.join(".")))})`;
  const chosen = [ordinalsOf("path", paths)];
  const singles = members.flatMap(([name, ...rest]) => (name === undefined || rest.length > 0 ? [] : [name]));
  if (singles.length > 0) {
    const names = `SELECT unnest(${values.bindTexts(singles)}) AS name`;
    chosen.push(ordinalsOf("name", `SELECT n.name FROM (${names}) AS n ANTI JOIN ${table} AS p ON p.path = n.name`));
  }
  const branches = `SELECT ordinal, unnest(ancestors) AS ancestor FROM ${table}`;
  return `SELECT m.ordinal FROM (${branches}) AS m WHERE m.ancestor IN (${chosen.join(" UNION ALL ")})`;
}

/**
 * Three-valued. The values form one list for each type that they are compared in, so that any number of them is looked
 * up at once.
 */
function inSql({ path, values, isNegated }: Extract<BoundCondition, { kind: "in" }>, scope: ConditionScope): SqlText {
  const lists = new Map<SqlText, { readonly side: ComparedSides; readonly texts: string[] }>();
  for (const value of values) {
    const side = comparedSides(path, value, scope);
    const list = lists.get(side.type) ?? { side, texts: [] };
    list.texts.push(side.text);
    lists.set(side.type, list);
  }
  const tests = [...lists.values()].map(({ side: { column, type, fromText }, texts }) => {
    const list = `SELECT unnest(${scope.values.bindTexts(texts)}) AS text`;
    return `${column} IN (SELECT ${fromText("text")}::${type} FROM (${list}))`;
  });
  return `${isNegated ? "NOT " : ""}(${tests.join(" OR ")})`;
}

function compareSql(
  path: PropertyPath,
  operator: CompareOperator,
  operand: ComparisonOperand,
  scope: ConditionScope,
): SqlText {
  const { column, type, text, fromText } = comparedSides(path, operand, scope);
  // Only text given by the user is bound as a parameter; with literals DuckDB can skip blocks of rows.
  const value = fromText(type === "VARCHAR" ? scope.values.bind(text) : quoteText(text));
  return `${column} ${operator === "!=" ? "<>" : operator} ${value}::${type}`;
}

/** Property and value, converted to a type in which both can be compared. */
interface ComparedSides {
  readonly column: SqlText;
  readonly type: SqlText;
  readonly text: string;
  /** Converts an expression for the text to the type, or to a type that is cast to it. */
  readonly fromText: (text: SqlText) => SqlText;
}

function comparedSides(path: PropertyPath, operand: ComparisonOperand, scope: ConditionScope): ComparedSides {
  const property = scope.model.property(path.object, path.attribute.property.id);
  const column = scope.column(path);
  const value = operand.kind === "parameter" ? parameterOperand(operand, scope) : operand;
  const fromText = (text: SqlText) => text;
  switch (value.kind) {
    case "text":
      return { column, type: "VARCHAR", text: value.value, fromText };
    case "boolean":
      return { column, type: "BOOLEAN", text: String(value.value), fromText };
    case "date": {
      const text = toMicroseconds(value.value);
      return { column, type: "TIMESTAMP", text, fromText: (micros) => `make_timestamp(${micros}::BIGINT)` };
    }
    case "number":
      return { ...numberSides(column, property, value), fromText };
    default:
      throw new QueryError(`A parameter cannot be compared with the property "${property.id}".`);
  }
}

type NumberOperand = Extract<ComparisonOperand, { kind: "number" }>;

function parameterOperand(
  { parameter }: Extract<ComparisonOperand, { kind: "parameter" }>,
  scope: ConditionScope,
): NumberOperand {
  const fallback = typeof parameter.default === "number" ? parameter.default : undefined;
  const value = scope.parameters.get(parameter.id) ?? fallback;
  if (value === undefined) {
    throw new QueryError(`The metric's parameter "${parameter.id}" has no value; give one in parameterValues.`);
  }
  return { kind: "number", value, text: String(value) };
}

const wholeNumber = /^-?\d{1,19}$/;
const shortDecimal = /^-?\d{1,19}\.\d{1,15}$/;

/** Whole numbers are compared exactly, even where doubles could not distinguish them. */
function numberSides(
  column: SqlText,
  { storage }: StoredProperty,
  { value, text }: NumberOperand,
): Pick<ComparedSides, "column" | "type" | "text"> {
  if (storage !== "BIGINT") {
    return { column, type: "DOUBLE", text: String(value) };
  }
  if (wholeNumber.test(text)) {
    return { column, type: "HUGEINT", text };
  }
  return shortDecimal.test(text)
    ? { column: `${column}::DECIMAL(38, 15)`, type: "DECIMAL(38, 15)", text }
    : { column: `${column}::DOUBLE`, type: "DOUBLE", text: String(value) };
}
