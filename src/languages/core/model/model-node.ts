import { isCountFormula } from "./formula.ts";
import type { ModelEntry } from "./model-requests.ts";
import type { MetricParameter } from "./model-source.ts";
import {
  defaultEndDateOf,
  formatConceptCondition,
  formatLevelCall,
  formatMemberCondition,
  formatMetricCall,
  quoteStringLiteral,
  subtractOneYear,
} from "./query-forms.ts";

/** A name of the business model, with the analytic object and dimension that contain it. */
export interface ModelNode {
  readonly kind: "object" | "metric" | "dimension" | "level" | "member" | "property" | "concept" | "reference";
  readonly entry: ModelEntry;
  /** Analytic object that contains the named item. For an analytic object, the object itself. */
  readonly object: ModelEntry;
  /** Dimension that contains the item. Only set for a level or member. */
  readonly dimension?: ModelEntry;
}

/** Clause of a query into which text is inserted. */
type Clause = "SELECT" | "FROM" | "WHERE";

/**
 * Returns the query text for a model item in a clause. A member is always written as a condition, whatever the clause.
 */
export function queryTextOf(node: ModelNode, clause: Clause): string {
  const { kind, entry, object, dimension } = node;
  if (clause === "FROM") {
    return object.id;
  }
  switch (kind) {
    case "metric":
      return formatMetricCall(entry.id, (entry.parameters ?? []).flatMap(neededArgument));
    case "dimension":
      return clause === "WHERE" ? formatMemberCondition(entry.id, '""') : dimensionItem(entry);
    case "level":
      return formatLevelCall(dimension?.id ?? "", entry.id.replaceAll('"', '""'));
    case "member":
      return formatMemberCondition(dimension?.id ?? "", quoteStringLiteral(memberTextOf(entry)));
    case "property":
      return propertyId(node);
    case "concept":
      return clause === "WHERE" ? formatConceptCondition(entry.id) : entry.id;
    case "reference":
    case "object":
      return `${entry.id}.`;
  }
}

/** Returns a dimension member as it is written between quotes in a query: its path of names, otherwise its id. */
export function memberTextOf({ path, id }: ModelEntry): string {
  return path ?? id;
}

/** Returns the id of a property without its object prefix: `Age` for `Employee.Age` (sql-like-language 8.2, rule 3). */
export function propertyId({ entry, object }: Readonly<Record<"entry" | "object", Pick<ModelEntry, "id">>>): string {
  return entry.id.startsWith(`${object.id}.`) ? entry.id.slice(object.id.length + 1) : entry.id;
}

function dimensionItem({ id, levels = [] }: ModelEntry): string {
  const [top] = levels;
  return top === undefined ? id : formatLevelCall(id, top.replaceAll('"', '""'));
}

/**
 * Returns the argument to insert for a metric parameter: `0` for a number, otherwise the parameter's id as a
 * placeholder. Empty if the parameter has a default value.
 */
function neededArgument({ id, kind, default: value }: MetricParameter): readonly string[] {
  return value !== undefined ? [] : [kind === "number" ? "0" : id];
}

/**
 * Returns the text that inserts a model item at the cursor, including a separator such as a comma or AND. `before` is
 * the query text before the cursor.
 */
export function createInsertionAfter(node: ModelNode, before: string): string {
  const statement = withoutTexts(before).split(";").at(-1) ?? "";
  const clause = clauseOf(statement);
  const form = queryTextOf(node, clause);
  if (!/[\w)"'\]]$/.test(statement.trimEnd()) || /\b(SELECT|FROM|WHERE|AND|OR|NOT)$/i.test(statement.trimEnd())) {
    return /\s$|^$|\($/.test(statement) ? form : ` ${form}`;
  }
  const gap = /\s$/.test(statement) ? "" : " ";
  return clause === "SELECT" ? `, ${form}` : clause === "WHERE" ? `${gap}AND ${form}` : `${gap}${form}`;
}

function clauseOf(statement: string): Clause {
  const word = [...statement.matchAll(/\b(SELECT|FROM|WHERE)\b/gi)].at(-1)?.[1]?.toUpperCase();
  return word === "FROM" || word === "WHERE" ? word : "SELECT";
}

/** Removes comments and the content of string literals from a query text. */
function withoutTexts(text: string): string {
  return text.replace(/"[^"\n]*"|'[^'\n]*'|--[^\n]*|\/\*[\s\S]*?\*\//g, (found) =>
    found.startsWith("-") || found.startsWith("/") ? "" : '""',
  );
}

/** Additional input for generating a new query. */
interface NewQueryOptions {
  readonly timeColumn: string;
  /** Current time in epoch milliseconds. */
  readonly now: number;
  /** Metrics of the analytic object that the model item belongs to. */
  readonly metrics: readonly ModelEntry[];
  /** Properties of the analytic object, used as the columns of a list query. */
  readonly properties: readonly ModelEntry[];
}

/** Maximum number of properties in a generated list query. */
const maxProperties = 5;

/**
 * Generates a complete query about a model item. The query is an aggregate if the item's analytic object has a suitable
 * metric, otherwise a list.
 */
export function createQueryAbout(node: ModelNode, { timeColumn, now, metrics, properties }: NewQueryOptions): string {
  const { kind, entry, object } = node;
  const metric = kind === "metric" ? entry : countMetricOf(metrics);
  const isOfObject = kind === "object" || kind === "reference";
  const isList = metric === undefined || kind === "property" || (isOfObject && properties.length > 0);
  const end = defaultEndDateOf(now, isList || metric.dataEnd === undefined ? object : metric);
  const items: string[] = isList ? [] : [queryTextOf({ kind: "metric", entry: metric, object }, "SELECT")];
  const conditions: string[] = [];
  if (kind === "dimension" || kind === "level" || kind === "property") {
    items.push(queryTextOf(node, "SELECT"));
  } else if (kind === "member" || kind === "concept") {
    conditions.push(queryTextOf(node, "WHERE"));
  }
  if (items.length === 0) {
    const listed = properties.slice(0, maxProperties).map((property) => propertyId({ entry: property, object }));
    items.push(...(listed.length > 0 ? listed : [`${object.id}.`]));
  }
  const time = isList
    ? `${timeColumn} BETWEEN date("${subtractOneYear(end)}") AND date("${end}")`
    : `${timeColumn} IN periods(date("${end}"), 12, period(1, Month))`;
  const lines = [
    `SELECT ${items.join(",\n  ")}`,
    `FROM ${object.id}`,
    `WHERE ${[time, ...conditions].join("\n  AND ")}`,
  ];
  return `${lines.join("\n")};\n`;
}

/** Returns the metric that counts the records of an analytic object. Falls back to a metric that needs no argument. */
function countMetricOf(metrics: readonly ModelEntry[]): ModelEntry | undefined {
  const simple = metrics.filter(({ parameters = [] }) => parameters.every(({ default: value }) => value !== undefined));
  return simple.find(({ formula = "" }) => isCountFormula(formula)) ?? simple[0];
}
