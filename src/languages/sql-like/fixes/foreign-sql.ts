import type { Metric } from "../../core/model-source.ts";
import { expressionAt } from "./find-node.ts";
import { type Fix, type FixMaker, type FixScope, replaceBy } from "./fix.ts";
import { setListOption } from "./repair-options.ts";
import { removal } from "./repair-signs.ts";

/** Removes a clause that the language does not have; a limit becomes the option that says it (SL601). */
export const removeClause: FixMaker = ({ text, problem, query, kind }) => {
  const clause = query?.unsupported.find(({ start }) => start === problem.start);
  if (!clause) {
    return [];
  }
  const fix = removal(text, clause, `The query no longer says ${clause.title}, which the service would refuse.`);
  const remove: Fix = { ...fix, title: `Remove ${clause.title}`, isPreferred: true };
  const limit = /^(?:LIMIT|TOP)\s+([1-9]\d{0,8})$/i.exec(text.slice(clause.start, clause.end))?.[1];
  if (kind !== "list" || limit === undefined) {
    return [remove];
  }
  const edits = [setListOption(text, query?.start ?? 0, "limit", limit), ...fix.edits];
  const title = `Use the list option \`limit\` in place of ${clause.title}`;
  const changes = `The query is asked for at most ${limit} rows by an option in a comment before it.`;
  return [
    { title, edits, isPreferred: true, changes },
    { ...remove, isPreferred: false },
  ];
};

/** Words by which metrics of a kind are called. */
const aggregateWords: Readonly<Record<string, readonly string[]>> = {
  AVG: ["average", "avg", "mean"],
  COUNT: ["count", "number", "headcount"],
  MAX: ["max", "highest", "most"],
  MEDIAN: ["median"],
  MIN: ["min", "lowest", "least"],
  STDDEV: ["deviation", "stddev"],
  SUM: ["sum", "total"],
};

type NamedMetric = Pick<Metric, "id" | "displayName" | "formula">;

/** Metrics of the object whose name or formula fits an aggregate of SQL (SL602). */
export const useMetric: FixMaker = async (scope) => {
  const { text, problem, query, object } = scope;
  const aggregate = expressionAt(query, problem);
  if (aggregate?.kind !== "unsupported" || !aggregate.standsForMetric || !object) {
    return [];
  }
  const written = text.slice(problem.start, problem.end);
  const words = aggregateWords[(/^\w+/.exec(written)?.[0] ?? "").toUpperCase()] ?? [];
  const [argument] = aggregate.parts;
  const property = argument?.kind === "path" ? (argument.segments.at(-1)?.text ?? "") : "";
  const own = await metricsOf(scope, object.id);
  const scored = own
    .map((metric) => ({ metric, score: likeness(metric, words, property) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const [best, next] = scored;
  return scored
    .slice(0, 3)
    .map(({ metric }) =>
      replaceBy(scope, problem, `${metric.id}()`, metric === best?.metric && best.score > (next?.score ?? 0)),
    );
};

/** The metrics of an object that take no values: all there are, or those that are known. */
async function metricsOf({ model, search }: FixScope, object: string): Promise<readonly NamedMetric[]> {
  const known = [...model.metrics()].filter((metric) => metric.object === object && metric.parameters.length === 0);
  const { entries } = await search({ kind: "metric", prefix: "", object });
  const found = entries.filter(({ id }) => model.metric(id) === undefined);
  return [...known, ...found];
}

function likeness({ id, displayName, formula = "" }: NamedMetric, words: readonly string[], property: string): number {
  const name = `${id} ${displayName}`.toLowerCase();
  const parts = property
    .toLowerCase()
    .split("_")
    .filter((part) => part.length > 2);
  const isOfKind = words.some((word) => name.includes(word) || formula.toLowerCase().includes(word));
  const isOfProperty = property !== "" && formula.includes(property);
  return (isOfKind ? 1 : 0) + (isOfProperty ? 3 : 0) + parts.filter((part) => name.includes(part)).length * 2;
}

/** Names every property of the object (SL603). */
export const listColumns: FixMaker = async (scope) => {
  const { problem, object, search } = scope;
  if (!object) {
    return [];
  }
  const { entries, isComplete } = await search({ kind: "property", prefix: "", object: object.id });
  const all = isComplete && entries.length > 0 ? entries : object.properties;
  // A model may write a property's id with its object, which every query names once already.
  const names = all.map(({ id }) => (id.startsWith(`${object.id}.`) ? id.slice(object.id.length + 1) : id));
  if (names.length === 0) {
    return [];
  }
  const fix = replaceBy(scope, problem, [...new Set(names)].join(", "));
  return [{ ...fix, title: `Name the properties of \`${object.id}\`` }];
};
