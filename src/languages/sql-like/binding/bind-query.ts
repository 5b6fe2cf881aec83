import type { AnalyticObject, ModelSource } from "../../core/model/model-source.ts";
import { findNearestNames, formatDidYouMean } from "../../core/text/find-name.ts";
import { ErrorLimit, hasErrors, type Problem } from "../../core/text/problem.ts";
import { createQueryProblem, withReplacements } from "../syntax/diagnostics.ts";
import { sortByPosition } from "../syntax/parse-script.ts";
import { type QueryKind, queryKind } from "../syntax/query-kind.ts";
import { defaultTimeColumn } from "../syntax/time-column.ts";
import type { Query, SelectItem, WhereClause } from "../syntax/tree.ts";
import { pathTextOf, segmentTextsOf } from "../syntax/walk.ts";
import { type BoundConditionResult, bindConditionFrom } from "./bind-condition.ts";
import { bindSelectItem, isObsoletePeriod, type SelectItemScope } from "./bind-item.ts";
import { defaultArgument } from "./bind-metric.ts";
import type { BoundAttribute, BoundQuery } from "./bound-query.ts";
import { checkTimeFilters, type TimeFilter } from "./check-time.ts";
import { nameColumns } from "./column-names.ts";
import { lookUpObject, queryKindOnObject } from "./kind-by-model.ts";
import type { MemberLookup } from "./member-lookup.ts";
import { resolvePath } from "./resolve-path.ts";

export interface BindOptions {
  /** Name of the time column; `Service_Time` by default. */
  readonly timeColumn?: string;
  /**
   * Known dimension members, against which member names are checked (SL407, SL706). If omitted, member names are not
   * checked.
   */
  readonly members?: MemberLookup;
  /** Requested result format. `cellSet` results allow only one metric (SL510). */
  readonly output?: "table" | "cellSet";
  /** Number of errors after which no more names are looked up. Set by callers that show only the first errors. */
  readonly maxErrors?: number;
}

export interface BoundQueryResult {
  readonly kind: QueryKind;
  /** Object of the FROM clause; undefined if it is missing or unknown. */
  readonly object: AnalyticObject | undefined;
  /** Bound query; undefined if the query has errors. */
  readonly query: BoundQuery | undefined;
  /** Problems in text order, including those of `checkTime` but not the syntax problems found by the parser. */
  readonly problems: readonly Problem[];
}

/**
 * Resolves the names of a query against a model and runs all checks that need the model (SL3xx, SL4xx, SL5xx, SL7xx).
 */
export function bindQuery(query: Query, model: ModelSource, options: BindOptions = {}): BoundQueryResult {
  const { timeColumn = defaultTimeColumn, output } = options;
  const problems: Problem[] = [];
  const from = bindFrom(query, model, problems);
  const kind = from ? queryKindOnObject(query, model, from) : queryKind(query);
  const time = checkTimeFilters(query, { timeColumn, kind });
  if (!from) {
    return { kind, object: undefined, query: undefined, problems: withoutDoubles(time.problems, problems) };
  }
  checkLabels(query, model, from, problems);
  const scope = { model, from, kind, timeColumn, problems };
  const items = itemsOf(query);
  const attributes = bindItems(items, scope, options.maxErrors);
  checkMetrics(items, attributes, output, problems);
  const where = query.where && bindWhere(query.where, scope, options);
  const all = withoutDoubles(time.problems, problems);
  return new BoundParts({ scope, items, attributes, time: time.filter, where }, all);
}

/** Results of binding the clauses of a query, from which the bound query is assembled. */
interface QueryParts {
  readonly scope: SelectItemScope;
  readonly items: readonly SelectItem[];
  readonly attributes: readonly (BoundAttribute | undefined)[];
  readonly time: TimeFilter | undefined;
  readonly where: BoundConditionResult | undefined;
}

/**
 * Binding result that assembles the bound query on first access, because a mere check does not need its column names.
 */
class BoundParts implements BoundQueryResult {
  readonly problems: readonly Problem[];
  readonly #parts: QueryParts;
  #query: BoundQuery | undefined;

  constructor(parts: QueryParts, problems: readonly Problem[]) {
    this.#parts = parts;
    this.problems = problems;
  }

  get kind(): QueryKind {
    return this.#parts.scope.kind;
  }

  get object(): AnalyticObject {
    return this.#parts.scope.from;
  }

  get query(): BoundQuery | undefined {
    this.#query ??= this.#isComplete() ? this.#create() : undefined;
    return this.#query;
  }

  #isComplete(): boolean {
    const { items, attributes, where } = this.#parts;
    const hasItems = items.length > 0 && !attributes.includes(undefined);
    return hasItems && where?.isComplete !== false && !hasErrors(this.problems);
  }

  #create(): BoundQuery {
    const { scope, items, attributes, time, where } = this.#parts;
    const { kind, from, timeColumn } = scope;
    return { kind, object: from, items: nameColumns(items, attributes, timeColumn), time, condition: where?.condition };
  }
}

function bindItems(
  items: readonly SelectItem[],
  scope: SelectItemScope,
  maxErrors: number | undefined,
): readonly (BoundAttribute | undefined)[] {
  const limit = new ErrorLimit(scope.problems, maxErrors);
  return items.map((item) => (limit.isReached() ? undefined : bindSelectItem(item, scope)));
}

/** Returns the SELECT items that produce result columns. */
function itemsOf(query: Query): readonly SelectItem[] {
  for (const item of query.items) {
    if (isObsoletePeriod(item, query)) {
      return query.items.filter((other) => !isObsoletePeriod(other, query));
    }
  }
  return query.items;
}

function bindWhere(
  { condition }: WhereClause,
  scope: SelectItemScope,
  { members, maxErrors }: BindOptions,
): BoundConditionResult {
  const { model, from, kind, timeColumn, problems } = scope;
  const preference = kind === "aggregate" ? "dimension" : "property";
  const bound = bindConditionFrom(from, condition, model, { timeColumn, preference, members, maxErrors });
  for (const problem of bound.problems) {
    problems.push(problem);
  }
  return bound;
}

/** Resolves the object of the FROM clause against the model; reports SL303, SL310, SL311 and SL701. */
function bindFrom({ from }: Query, model: ModelSource, problems: Problem[]): AnalyticObject | undefined {
  if (from?.object.kind !== "path") {
    return undefined;
  }
  const path = from.object;
  const name = pathTextOf(path);
  const found = path.segments.length === 1 ? lookUpObject(model, name) : undefined;
  if (!found) {
    const what = [...model.objects()].map(({ unsupported }) => unsupported[name]).find((kind) => kind !== undefined);
    if (what) {
      problems.push(createQueryProblem("SL310", path, { name, what, advice: `${what}s cannot be queried here` }));
      return undefined;
    }
    const ids = [...model.objects()].map(({ id }) => id);
    const near = findNearestNames(ids, name);
    // In `Employee.Position` either name may be the intended object.
    const parts = segmentTextsOf(path).filter((text) => ids.includes(text));
    const problem = createQueryProblem("SL303", path, { name, suggestion: formatDidYouMean(near) });
    problems.push(withReplacements(problem, [...new Set([...near, ...parts])]));
    return undefined;
  }
  if (found.id !== name) {
    problems.push(withReplacements(createQueryProblem("SL701", path, { name: found.id }), [found.id]));
  }
  if (found.kind === "overlay") {
    problems.push(createQueryProblem("SL311", path, { name: found.id }));
  }
  return found;
}

/** Reports duplicate column labels (SL704), and labels that are probably columns after a forgotten comma (SL203). */
function checkLabels(query: Query, model: ModelSource, from: AnalyticObject, problems: Problem[]): void {
  if (query.items.every(({ label }) => !label)) {
    return;
  }
  let first: string | undefined;
  let seen: Set<string> | undefined;
  for (const { label } of query.items) {
    if (!label || label.value === "") {
      continue;
    }
    if (!label.as && !label.isQuoted && resolvePath(model, from.id, [label.value]).kind === "path") {
      problems.push(createQueryProblem("SL203", label.text, { name: label.value }));
    } else if (first === label.value || seen?.has(label.value)) {
      problems.push(createQueryProblem("SL704", label.text, { label: label.value }));
    }
    // Many queries have a single label and need no set.
    if (first === undefined) {
      first = label.value;
    } else {
      seen ??= new Set();
      seen.add(label.value);
    }
  }
}

/**
 * Reports several metrics if a cell set is requested (SL510). Also reports different values for one metric parameter,
 * because a request has only one value per parameter: one that is written counts for all metrics of the query.
 */
function checkMetrics(
  items: readonly SelectItem[],
  attributes: readonly (BoundAttribute | undefined)[],
  output: BindOptions["output"],
  problems: Problem[],
): void {
  let written: Map<string, string> | undefined;
  let metrics = 0;
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    const attribute = attributes[index];
    if (!item || attribute?.kind !== "metric") {
      continue;
    }
    metrics++;
    if (metrics === 2 && output === "cellSet") {
      problems.push(createQueryProblem("SL510", item));
    }
    for (const argument of attribute.arguments) {
      written ??= new Map();
      if (!written.has(argument.parameter)) {
        written.set(argument.parameter, JSON.stringify(argument));
      }
    }
  }
  if (written && metrics > 1) {
    checkParameterValues(items, attributes, written, problems);
  }
}

/** Reports metrics with another value of a parameter than the one that is written first in the query (SL406). */
function checkParameterValues(
  items: readonly SelectItem[],
  attributes: readonly (BoundAttribute | undefined)[],
  written: ReadonlyMap<string, string>,
  problems: Problem[],
): void {
  for (const [index, item] of items.entries()) {
    const attribute = attributes[index];
    if (attribute?.kind !== "metric") {
      continue;
    }
    const { metric } = attribute;
    for (const parameter of metric.parameters) {
      const value = written.get(parameter.id);
      const given = attribute.arguments.find((argument) => argument.parameter === parameter.id);
      if (value !== undefined && value !== JSON.stringify(given ?? defaultArgument(parameter))) {
        const takes = `one value of \`${parameter.id}\` in a query${given ? "" : ", and its default is another"}`;
        problems.push(createQueryProblem("SL406", item, { name: metric.id, takes }));
      }
    }
  }
}

/**
 * Returns the problems without duplicates, in text order. Invalid dates are reported twice, by the time check and by
 * condition binding.
 */
function withoutDoubles(ofTime: readonly Problem[], ofNames: readonly Problem[]): readonly Problem[] {
  if (ofTime.length + ofNames.length < 2) {
    return ofTime.length === 0 ? ofNames : ofTime;
  }
  const problems = [...ofTime, ...ofNames];
  const byPlace = new Map(problems.map((problem) => [`${problem.code} ${problem.start} ${problem.end}`, problem]));
  return sortByPosition([...byPlace.values()]);
}
