import { findFittingMetrics, type NamedMetric } from "../checks/foreign-advice.ts";
import { expressionAt } from "./find-node.ts";
import { createReplacementFix, type FixFactory, type FixScope, type QueryFix } from "./fix.ts";
import { createListOptionEdit } from "./repair-options.ts";
import { createRemovalFix } from "./repair-signs.ts";

/**
 * Creates a fix that removes an SQL clause which the language does not have (SL601). LIMIT is replaced by the
 * equivalent query option.
 */
export const removeUnsupportedClause: FixFactory = ({ text, problem, query, kind }) => {
  const clause = query?.unsupported.find(({ start }) => start === problem.start);
  if (!clause) {
    return [];
  }
  const fix = createRemovalFix(
    text,
    clause,
    `The query no longer says ${clause.title}, which the service would refuse.`,
  );
  const remove: QueryFix = { ...fix, title: `Remove ${clause.title}`, isPreferred: true };
  const limit = /^(?:LIMIT|TOP)\s+([1-9]\d{0,8})$/i.exec(text.slice(clause.start, clause.end))?.[1];
  if (kind !== "list" || limit === undefined) {
    return [remove];
  }
  const edits = [createListOptionEdit(text, query?.start ?? 0, "limit", limit), ...fix.edits];
  const title = `Use the list option \`limit\` in place of ${clause.title}`;
  const changes = `The query is asked for at most ${limit} rows by an option in a comment before it.`;
  return [
    { title, edits, isPreferred: true, changes },
    { ...remove, isPreferred: false },
  ];
};

/** Creates fixes that replace an SQL aggregate by a metric whose name or formula matches (SL602). */
export const replaceAggregateByMetric: FixFactory = async (scope) => {
  const { text, problem, query, object } = scope;
  const aggregate = expressionAt(query, problem);
  if (aggregate?.kind !== "unsupported" || !aggregate.standsForMetric || !object) {
    return [];
  }
  const fitting = findFittingMetrics(await metricsOf(scope, object.id), text, aggregate);
  return fitting.slice(0, 3).map(({ id, isBest }) => createReplacementFix(scope, problem, `${id}()`, isBest));
};

/** Returns the metrics of an object that have no required arguments, from a search or from the known model. */
async function metricsOf({ model, search }: FixScope, object: string): Promise<readonly NamedMetric[]> {
  const known = [...model.metrics()].filter((metric) => metric.object === object && metric.parameters.length === 0);
  const { entries } = await search({ kind: "metric", prefix: "", object });
  const found = entries.filter(({ id }) => model.metric(id) === undefined);
  return [...known, ...found];
}

/** Creates a fix that replaces `*` by the names of all properties of the object (SL603). */
export const replaceStarByProperties: FixFactory = async (scope) => {
  const { problem, object, search } = scope;
  if (!object) {
    return [];
  }
  const { entries, isComplete } = await search({ kind: "property", prefix: "", object: object.id });
  const all = isComplete && entries.length > 0 ? entries : object.properties;
  // A property's id may include its object, which a query needs to name only once.
  const names = all.map(({ id }) => (id.startsWith(`${object.id}.`) ? id.slice(object.id.length + 1) : id));
  if (names.length === 0) {
    return [];
  }
  const fix = createReplacementFix(scope, problem, [...new Set(names)].join(", "));
  return [{ ...fix, title: `Name the properties of \`${object.id}\`` }];
};
