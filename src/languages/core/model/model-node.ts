import { isCountFormula } from "./formula.ts";
import type { ModelEntry } from "./model-requests.ts";
import type { MetricParameter } from "./model-source.ts";
import {
  conceptCondition,
  defaultEndDate,
  levelCall,
  memberCondition,
  metricCall,
  quoted,
  yearBefore,
} from "./query-forms.ts";

/** A name of the model with the names that it belongs to. */
export interface ModelNode {
  readonly kind: "object" | "metric" | "dimension" | "level" | "member" | "property" | "concept" | "reference";
  readonly entry: ModelEntry;
  /** Analytic object that the name belongs to, or that it is. */
  readonly object: ModelEntry;
  /** Dimension of a level or member. */
  readonly dimension?: ModelEntry;
}

/** Clause of a query that a text is inserted into. */
type Clause = "SELECT" | "FROM" | "WHERE";

/** The node as written in a clause of a query; a member is a condition wherever it stands. */
export function formOf(node: ModelNode, clause: Clause): string {
  const { kind, entry, object, dimension } = node;
  if (clause === "FROM") {
    return object.id;
  }
  switch (kind) {
    case "metric":
      return metricCall(entry.id, (entry.parameters ?? []).flatMap(neededArgument));
    case "dimension":
      return clause === "WHERE" ? memberCondition(entry.id, '""') : dimensionItem(entry);
    case "level":
      return levelCall(dimension?.id ?? "", entry.id.replaceAll('"', '""'));
    case "member":
      return memberCondition(dimension?.id ?? "", quoted(memberText(entry)));
    case "property":
      return propertyId(node);
    case "concept":
      return clause === "WHERE" ? conceptCondition(entry.id) : entry.id;
    case "reference":
    case "object":
      return `${entry.id}.`;
  }
}

/** Text of a member inside quotes. */
export function memberText({ path, id }: ModelEntry): string {
  return path ?? id;
}

/** A property's id may include its object, `Employee.Age` (sql-like-language 8.2, rule 3). */
function propertyId({ entry, object }: Pick<ModelNode, "entry" | "object">): string {
  return entry.id.startsWith(`${object.id}.`) ? entry.id.slice(object.id.length + 1) : entry.id;
}

function dimensionItem({ id, levels = [] }: ModelEntry): string {
  const [top] = levels;
  return top === undefined ? id : levelCall(id, top.replaceAll('"', '""'));
}

/** Argument for a parameter without a default: 0 for a number, otherwise the name of the parameter to fill in. */
function neededArgument({ id, kind, default: value }: MetricParameter): readonly string[] {
  return value !== undefined ? [] : [kind === "number" ? "0" : id];
}

/** Text to insert behind a text, with the separator that the query needs there. */
export function insertionAfter(node: ModelNode, before: string): string {
  const statement = withoutTexts(before).split(";").at(-1) ?? "";
  const clause = clauseOf(statement);
  const form = formOf(node, clause);
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

/** Text without the content of its strings and without its comments. */
function withoutTexts(text: string): string {
  return text.replace(/"[^"\n]*"|'[^'\n]*'|--[^\n]*|\/\*[\s\S]*?\*\//g, (found) =>
    found.startsWith("-") || found.startsWith("/") ? "" : '""',
  );
}

/** What else a new query needs. */
interface NewQueryOptions {
  readonly timeColumn: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Metrics of the node's object. */
  readonly metrics: readonly ModelEntry[];
  /** Properties of the node's object, for a list of an object. */
  readonly properties: readonly ModelEntry[];
}

/** Most properties that a new list of an object has. */
const maxProperties = 5;

/** A complete query about the node: by a metric where its object has one, otherwise a list. */
export function newQueryOf(node: ModelNode, { timeColumn, now, metrics, properties }: NewQueryOptions): string {
  const { kind, entry, object } = node;
  const metric = kind === "metric" ? entry : countMetricOf(metrics);
  const isOfObject = kind === "object" || kind === "reference";
  const isList = metric === undefined || kind === "property" || (isOfObject && properties.length > 0);
  const end = defaultEndDate(now, isList || metric.dataEnd === undefined ? object : metric);
  const items: string[] = isList ? [] : [formOf({ kind: "metric", entry: metric, object }, "SELECT")];
  const conditions: string[] = [];
  if (kind === "dimension" || kind === "level" || kind === "property") {
    items.push(formOf(node, "SELECT"));
  } else if (kind === "member" || kind === "concept") {
    conditions.push(formOf(node, "WHERE"));
  }
  if (items.length === 0) {
    const listed = properties.slice(0, maxProperties).map((property) => propertyId({ entry: property, object }));
    items.push(...(listed.length > 0 ? listed : [`${object.id}.`]));
  }
  const time = isList
    ? `${timeColumn} BETWEEN date("${yearBefore(end)}") AND date("${end}")`
    : `${timeColumn} IN periods(date("${end}"), 12, period(1, Month))`;
  const lines = [
    `SELECT ${items.join(",\n  ")}`,
    `FROM ${object.id}`,
    `WHERE ${[time, ...conditions].join("\n  AND ")}`,
  ];
  return `${lines.join("\n")};\n`;
}

/** The metric that counts the records of an object, or else one that needs no argument. */
function countMetricOf(metrics: readonly ModelEntry[]): ModelEntry | undefined {
  const simple = metrics.filter(({ parameters = [] }) => parameters.every(({ default: value }) => value !== undefined));
  return simple.find(({ formula = "" }) => isCountFormula(formula)) ?? simple[0];
}
