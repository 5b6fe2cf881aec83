import type { Additivity, ColumnAdditivity } from "../../../base/additivity.ts";
import { findName } from "../../core/text/find-name.ts";
import { hasErrors } from "../../core/text/problem.ts";
import { parseScript } from "../syntax/parse-script.ts";
import { isMetricCall, queryKind } from "../syntax/query-kind.ts";
import { isSearchable, type SearchModel } from "./attribute-search.ts";

/**
 * Formulas are texts for people. Those of counts and sums begin with the word; distinct counts must not be added up.
 */
const addsUp = /^(count|sum)\b(?![\s(]*distinct\b)/i;

/**
 * Additivity of an aggregate's metrics by column name (sql-like-language 11.2), judged by their formulas; `none` if the
 * model has no formula. Empty unless the text is exactly one aggregate query.
 */
export async function columnAdditivity(text: string, search: SearchModel): Promise<ColumnAdditivity> {
  const { script, problems } = parseScript(text, { isSingleStatement: true });
  const [query] = script.statements;
  if (query?.kind !== "query" || hasErrors(problems) || queryKind(query) !== "aggregate") {
    return {};
  }
  const from = query.from?.object.kind === "path" ? query.from.object.segments[0]?.text : undefined;
  const metrics = query.items.flatMap(({ expression, label }) =>
    expression.kind === "call" && isMetricCall(expression)
      ? [{ id: expression.name.text, name: label?.value ?? expression.name.text }]
      : [],
  );
  const ids = [...new Set(metrics.map(({ id }) => id))].filter(isSearchable);
  if (from === undefined || !isSearchable(from) || ids.length === 0) {
    return Object.fromEntries(metrics.map(({ name }): [string, Additivity] => [name, "none"]));
  }
  const [found, objects] = await Promise.all([
    search({ kind: "metric", prefix: "", names: ids, object: from }),
    search({ kind: "analyticObject", prefix: "", names: [from] }),
  ]);
  const isEvent = findName(objects.entries, from)?.item.objectKind?.toUpperCase() === "EVENT";
  const additivityOf = (id: string): Additivity => {
    const formula = findName(found.entries, id)?.item.formula ?? "";
    return addsUp.test(formula) ? (isEvent ? "full" : "withinPeriod") : "none";
  };
  return Object.fromEntries(metrics.map(({ id, name }) => [name, additivityOf(id)]));
}
