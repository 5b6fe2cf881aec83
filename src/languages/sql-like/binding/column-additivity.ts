import type { Additivity, ResultAdditivity } from "../../../base/additivity.ts";
import { isAdditiveFormula } from "../../core/model/formula.ts";
import { findName } from "../../core/text/find-name.ts";
import { hasErrors } from "../../core/text/problem.ts";
import { parseScript } from "../syntax/parse-script.ts";
import { isMetricCall, queryKind } from "../syntax/query-kind.ts";
import { isSearchable, type SearchModel } from "./attribute-search.ts";

/**
 * Returns how far the values of a query's metrics may be added up, by column name (sql-like-language 11.2). Derived
 * from the metrics' formulas; `none` if the model has no formula. Undefined unless the text is exactly one valid query.
 */
export async function findColumnAdditivity(text: string, search: SearchModel): Promise<ResultAdditivity | undefined> {
  const { script, problems } = parseScript(text, { isSingleStatement: true });
  const [query] = script.statements;
  if (query?.kind !== "query" || hasErrors(problems)) {
    return undefined;
  }
  if (queryKind(query) === "list") {
    return { isAggregate: false, columns: {} };
  }
  const from = query.from?.object.kind === "path" ? query.from.object.segments[0]?.text : undefined;
  const metrics = query.items.flatMap(({ expression, label }) =>
    expression.kind === "call" && isMetricCall(expression)
      ? [{ id: expression.name.text, name: label?.value ?? expression.name.text }]
      : [],
  );
  const ids = [...new Set(metrics.map(({ id }) => id))].filter(isSearchable);
  if (from === undefined || !isSearchable(from) || ids.length === 0) {
    return { isAggregate: true, columns: {} };
  }
  const [found, objects] = await Promise.all([
    search({ kind: "metric", prefix: "", names: ids, object: from }),
    search({ kind: "analyticObject", prefix: "", names: [from] }),
  ]);
  const isEvent = findName(objects.entries, from)?.item.objectKind?.toUpperCase() === "EVENT";
  const additivityOf = (id: string): Additivity => {
    const formula = findName(found.entries, id)?.item.formula ?? "";
    return isAdditiveFormula(formula) ? (isEvent ? "full" : "withinPeriod") : "none";
  };
  const columns = Object.fromEntries(metrics.map(({ id, name }) => [name, additivityOf(id)]));
  return { isAggregate: true, columns };
}
