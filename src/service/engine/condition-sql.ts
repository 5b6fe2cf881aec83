import { assertNever } from "../../base/assert-never.ts";
import { quoteName } from "../../duckdb/database.ts";
import type {
  BoundCondition,
  BoundPath,
  CompareOperator,
  Operand,
  PropertyPath,
} from "../../languages/sql-like/syntax.ts";
import { memberTable } from "../model/member-table.ts";
import type { StoredProperty } from "../model/tenant-model.ts";
import type { ParameterValues } from "./filters.ts";
import { QueryError } from "./query-error.ts";
import { instantSql, type Sql, type SqlValues } from "./sql-text.ts";
import type { StoredModel } from "./stored-model.ts";

/** What a condition is turned into SQL with. */
export interface ConditionScope {
  readonly model: StoredModel;
  readonly values: SqlValues;
  readonly parameters: ParameterValues;
  /** The column of a path. */
  column(path: BoundPath): Sql;
}

/** A condition as SQL, three-valued as docs/semantics.md says ("Truth"). */
export function conditionSql(condition: BoundCondition, scope: ConditionScope): Sql {
  switch (condition.kind) {
    case "and":
    case "or":
      return condition.conditions
        .map((part) => `(${conditionSql(part, scope)})`)
        .join(condition.kind === "and" ? " AND " : " OR ");
    case "not":
      return `NOT (${conditionSql(condition.condition, scope)})`;
    case "concept":
      return scope.column(condition.path);
    case "isNull":
      return `${scope.column(condition.path)} IS ${condition.isNegated ? "NOT " : ""}NULL`;
    case "compare":
      return compareSql(condition.path, condition.operator, condition.value, scope);
    case "in": {
      const tests = condition.values.map((value) => compareSql(condition.path, "=", value, scope));
      return `${condition.isNegated ? "NOT " : ""}(${tests.join(" OR ")})`;
    }
    case "between": {
      const low = compareSql(condition.path, ">=", condition.low, scope);
      const high = compareSql(condition.path, "<=", condition.high, scope);
      return `${condition.isNegated ? "NOT " : ""}(${low} AND ${high})`;
    }
    case "member":
      return memberSql(condition, scope);
    default:
      return assertNever(condition);
  }
}

/**
 * Two-valued: a record without a member is in no set. A name alone may stand at any depth. The names are joined with the
 * table of members and not compared one by one, so that any number of them is looked up in one go.
 */
function memberSql(
  { path, members, isNegated }: Extract<BoundCondition, { kind: "member" }>,
  scope: ConditionScope,
): Sql {
  if (members.length === 0) {
    return isNegated ? "TRUE" : "FALSE";
  }
  const { membersOf } = scope.model.dimension(path.object, path.attribute.dimension.id);
  const table = quoteName(memberTable(membersOf));
  const ordinalsOf = (column: Sql, texts: Sql) => `SELECT ordinal FROM ${table} WHERE ${column} IN (${texts})`;
  const paths = `SELECT unnest(${scope.values.bindTexts(members.map((names) => names.join(".")))})`;
  const chosen = [ordinalsOf("path", paths)];
  const singles = members.flatMap(([name, ...rest]) => (name === undefined || rest.length > 0 ? [] : [name]));
  if (singles.length > 0) {
    const names = `SELECT unnest(${scope.values.bindTexts(singles)}) AS name`;
    chosen.push(ordinalsOf("name", `SELECT n.name FROM (${names}) AS n ANTI JOIN ${table} AS p ON p.path = n.name`));
  }
  const branches = `SELECT ordinal, unnest(ancestors) AS ancestor FROM ${table}`;
  const under = `SELECT m.ordinal FROM (${branches}) AS m WHERE m.ancestor IN (${chosen.join(" UNION ALL ")})`;
  return `coalesce(${scope.column(path)} ${isNegated ? "NOT " : ""}IN (${under}), ${isNegated})`;
}

function compareSql(path: PropertyPath, operator: CompareOperator, operand: Operand, scope: ConditionScope): Sql {
  const property = scope.model.property(path.object, path.attribute.property.id);
  const column = scope.column(path);
  const sign = operator === "!=" ? "<>" : operator;
  const value = operand.kind === "parameter" ? parameterOperand(operand, scope) : operand;
  switch (value.kind) {
    case "text":
      return `${column} ${sign} ${scope.values.bind(value.value)}::VARCHAR`;
    case "boolean":
      return `${column} ${sign} ${value.value}`;
    case "date":
      return `${column} ${sign} ${instantSql(value.value)}`;
    case "number":
      return `${numberColumn(column, property, value.text)} ${sign} ${numberSql(property, value)}`;
    default:
      throw new QueryError(`A parameter cannot be compared with the property "${property.id}".`);
  }
}

type NumberOperand = Extract<Operand, { kind: "number" }>;

function parameterOperand(
  { parameter }: Extract<Operand, { kind: "parameter" }>,
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

/** Whole numbers are compared exactly, also where a double could not tell them apart. */
function numberColumn(column: Sql, { storage }: StoredProperty, text: string): Sql {
  if (storage !== "BIGINT" || wholeNumber.test(text)) {
    return column;
  }
  return shortDecimal.test(text) ? `${column}::DECIMAL(38, 15)` : `${column}::DOUBLE`;
}

function numberSql({ storage }: StoredProperty, { value, text }: NumberOperand): Sql {
  if (storage === "BIGINT" && wholeNumber.test(text)) {
    return `${text}::HUGEINT`;
  }
  if (storage === "BIGINT" && shortDecimal.test(text)) {
    return `'${text}'::DECIMAL(38, 15)`;
  }
  return `'${value}'::DOUBLE`;
}
