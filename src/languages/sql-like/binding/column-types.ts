import type { ValueType } from "../../core/model/model-source.ts";
import type { ColumnValueTypes } from "../../core/requests/server-requests.ts";
import { hasErrors } from "../../core/text/problem.ts";
import { parseScript } from "../syntax/parse-script.ts";
import { isMetricCall, queryKind } from "../syntax/query-kind.ts";
import { findTimeColumnName } from "../syntax/time-column.ts";
import type { Expression, FunctionCall, NamePath, Query } from "../syntax/tree.ts";
import { AttributeSearch, type SearchModel, type TypedAttribute } from "./attribute-search.ts";
import { isObsoletePeriod } from "./bind-item.ts";
import type { DimensionPath } from "./bound-condition.ts";
import { nameColumns } from "./column-names.ts";
import { isCallOf } from "./time-arguments.ts";

interface ColumnTypeOptions {
  readonly timeColumn: string;
  readonly search: SearchModel;
}

type Column = readonly [name: string, type: ValueType | undefined];

/**
 * Returns the value types of a query's result columns (sql-like-language 11). Column types of aggregate queries follow
 * from the text alone, those of list queries are looked up in the model. Empty unless the text is exactly one query.
 */
export async function findColumnTypes(
  text: string,
  { timeColumn, search }: ColumnTypeOptions,
): Promise<ColumnValueTypes> {
  const { script, problems } = parseScript(text, { isSingleStatement: true });
  const [query] = script.statements;
  const from = query?.kind === "query" ? fromObject(query) : undefined;
  if (query?.kind !== "query" || from === undefined || hasErrors(problems)) {
    return {};
  }
  const isAggregate = queryKind(query) === "aggregate";
  const items = query.items.filter((item) => !isObsoletePeriod(item, query));
  const told = items.map(({ expression }) => typeByText(expression, from, timeColumn, isAggregate));
  const paths = items.map(({ expression }, index) => (told[index] ? undefined : pathOf(expression)));
  const found = await new AttributeSearch(from, search).find(paths);
  const typed = told.map((attribute, index) => attribute ?? found[index]);
  const attributes = typed.map((found) => found?.attribute);
  const named = nameColumns(items, attributes, timeColumn);
  const types = typed.filter((attribute) => attribute !== undefined).map(({ type }) => type);
  const columns = named.map(({ name }, index): Column => [name, types[index]]);
  return typesByName(isAggregate ? withTimeAxis(columns) : columns);
}

function fromObject({ from }: Query): string | undefined {
  const [object, ...rest] = from ? (pathOf(from.object) ?? []) : [];
  return rest.length === 0 ? object : undefined;
}

function pathOf(expression: Expression): readonly string[] | undefined {
  return expression.kind === "path" ? expression.segments.map(({ text }) => text) : undefined;
}

function typeByText(
  expression: Expression,
  from: string,
  timeColumn: string,
  isAggregate: boolean,
): TypedAttribute | undefined {
  if (findTimeColumnName(expression, timeColumn)) {
    return { attribute: { kind: "time" }, type: "date" };
  }
  if (expression.kind === "call") {
    return isCallOf("level", expression) ? typeOfLevel(expression, from) : typeOfMetric(expression, from);
  }
  // Only list queries have properties (sql-like-language 6.2).
  return isAggregate && expression.kind === "path"
    ? { attribute: { kind: "dimension", path: dimensionPath(from, expression) }, type: "text" }
    : undefined;
}

function typeOfLevel(call: FunctionCall, from: string): TypedAttribute | undefined {
  const [dimension, level] = call.arguments.map(({ value }) => value);
  if (dimension?.kind !== "path" || (level?.kind !== "string" && level?.kind !== "number")) {
    return undefined;
  }
  const asked = level.kind === "string" ? { id: level.value } : { depth: level.value };
  return { attribute: { kind: "level", path: dimensionPath(from, dimension), level: asked }, type: "text" };
}

function typeOfMetric(call: FunctionCall, from: string): TypedAttribute | undefined {
  const id = call.name.text;
  const metric = { id, displayName: id, object: from, parameters: [] };
  return isMetricCall(call) ? { attribute: { kind: "metric", metric, arguments: [] }, type: "number" } : undefined;
}

/** Creates a dimension path that contains only what is needed to derive the column name. */
function dimensionPath(from: string, { segments }: NamePath): DimensionPath {
  const id = segments.at(-1)?.text ?? "";
  const dimension = { id, displayName: id, kind: "custom", levels: undefined } as const;
  return { from, references: [], object: from, attribute: { kind: "dimension", dimension } };
}

/** Returns the columns with the time axis appended as the last one, unless it is already selected. */
function withTimeAxis(columns: readonly Column[]): readonly Column[] {
  const axes = ["DateInRange", "TimeInInterval"].filter((axis) => columns.every(([name]) => name !== axis));
  return [...columns, ...axes.map((axis): Column => [axis, "date"])];
}

/** Returns the types by column name. Columns with the same name are included only if they have the same type. */
function typesByName(columns: readonly Column[]): ColumnValueTypes {
  const types = new Map<string, ValueType | undefined>();
  for (const [name, type] of columns) {
    types.set(name, !types.has(name) || types.get(name) === type ? type : undefined);
  }
  return Object.fromEntries([...types].flatMap(([name, type]) => (type === undefined ? [] : [[name, type]])));
}
