import type { DataTimeRange } from "../../core/model/model-source.ts";
import { findName } from "../../core/text/find-name.ts";
import { isMetricCall, type QueryKind, queryKind } from "../syntax/query-kind.ts";
import { findTimeColumnName } from "../syntax/time-column.ts";
import type { Expression, SelectItem } from "../syntax/tree.ts";
import type { CompletionContext } from "./context.ts";
import type { ModelName } from "./model-name.ts";
import type { ModelNameFinder } from "./model-names.ts";

/** Input for creating completion items: the text around the cursor and what the model knows about it. */
export interface CompletionScope {
  readonly context: CompletionContext;
  readonly names: ModelNameFinder;
  readonly timeColumn: string;
  /** Current time in epoch milliseconds. */
  readonly now: number;
  /** Id of the object in the FROM clause, spelled as in the model if the model knows it. */
  readonly from: string | undefined;
  /** Id of the object in the FROM clause, or else of the object that the SELECT items belong to. */
  readonly object: string | undefined;
  /** Metrics that the query selects, including the one at the cursor. */
  readonly metrics: readonly ModelName[];
  /** Query kind (aggregate or list); `undefined` while nothing is selected. */
  readonly kind: QueryKind | undefined;
}

export async function createCompletionScope(
  context: CompletionContext,
  names: ModelNameFinder,
  { timeColumn, now }: { readonly timeColumn: string; readonly now: number },
): Promise<CompletionScope> {
  const items = context.slot.kind === "item" ? context.otherItems : (context.query?.items ?? []);
  const metrics = await selectedMetrics(items, names);
  const from = fromObject(context, names);
  const selected = items.filter(({ expression }) => expression.kind !== "hole");
  const query = context.query && { ...context.query, items: selected };
  return {
    context,
    names,
    timeColumn,
    now,
    from,
    metrics,
    object: from ?? metrics[0]?.object ?? (await commonObject(context.otherItems, names, timeColumn)),
    kind: query && selected.length > 0 ? (metrics.length > 0 ? "aggregate" : queryKind(query)) : undefined,
  };
}

/** Returns the time range that has data, for the selected metric or else for the object. */
export async function findDataTimeRange({ metrics, object, names }: CompletionScope): Promise<DataTimeRange> {
  const [metric] = metrics;
  if (metric?.dataEnd !== undefined || metric?.dataStart !== undefined) {
    return metric;
  }
  return object === undefined ? {} : ((await names.find("object", undefined, object)) ?? {});
}

function fromObject({ query }: CompletionContext, names: ModelNameFinder): string | undefined {
  const object = query?.from?.object;
  if (object?.kind !== "path") {
    return undefined;
  }
  const id = object.segments.map(({ text }) => text).join(".");
  return names.object(id)?.id ?? id;
}

async function selectedMetrics(items: readonly SelectItem[], names: ModelNameFinder): Promise<ModelName[]> {
  const ids = items.flatMap(({ expression }) => {
    if (expression.kind === "call") {
      return isMetricCall(expression) ? [expression.name.text] : [];
    }
    // Metric without brackets.
    const [id] = pathSegmentsOf(expression);
    return id !== undefined && names.model.metric(id) ? [id] : [];
  });
  const found = await Promise.all(ids.map((id) => names.find("metric", undefined, id)));
  return found.filter((metric) => metric !== undefined);
}

/** Returns the object that has the first names of all selected paths, if there is exactly one. */
async function commonObject(
  items: readonly SelectItem[],
  names: ModelNameFinder,
  timeColumn: string,
): Promise<string | undefined> {
  const starts = items.flatMap(({ expression }) => {
    const path = findTimeColumnName(expression, timeColumn) ? [] : itemPathOf(expression);
    return path.slice(0, 1);
  });
  const [first] = starts;
  if (first === undefined) {
    return undefined;
  }
  const having: string[] = [];
  for (const object of names.model.objects()) {
    const lists = [object.properties, object.dimensions, object.concepts, object.references, [object]];
    if (starts.every((start) => lists.some((list) => list.some(({ id }) => id === start)))) {
      having.push(object.id);
    }
  }
  if (having.length > 0) {
    // `Employee.Age` may begin with the object's own name or with a reference of the same name.
    return having.length === 1 ? having[0] : undefined;
  }
  return (await names.find("property", undefined, first))?.object;
}

/** Returns the path of a SELECT item, which may also be the dimension path inside `level(...)`. */
export function itemPathOf(expression: Expression): readonly string[] {
  const [argument] = expression.kind === "call" && !isMetricCall(expression) ? expression.arguments : [];
  return pathSegmentsOf(argument?.value ?? expression);
}

export function pathSegmentsOf(expression: Expression): readonly string[] {
  return expression.kind === "path" ? expression.segments.map(({ text }) => text) : [];
}

/** Finds the name at the end of a path. Searches the kinds of names in the order of `kinds`. */
export async function findNameAtPathEnd(
  { names, object }: Pick<CompletionScope, "names" | "object">,
  path: readonly string[],
  kinds: readonly ("property" | "dimension" | "concept")[],
): Promise<ModelName | undefined> {
  const id = path.at(-1);
  const on = path.length > 1 ? await names.targetObject(object, path.slice(0, -1)) : object;
  if (id === undefined) {
    return undefined;
  }
  const found = await Promise.all(kinds.map((kind) => names.find(kind, on, id)));
  const present = found.filter((name) => name !== undefined);
  return findName(present, id)?.item ?? present[0];
}
