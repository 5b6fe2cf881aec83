import type { Additivity, AnswerAdditivity } from "../../../base/additivity.ts";
import { findName } from "../../core/text/find-name.ts";
import { hasErrors } from "../../core/text/problem.ts";
import { parseScript } from "../syntax/parse-script.ts";
import { isMetricCall, queryKind } from "../syntax/query-kind.ts";
import { isSearchable, type SearchModel } from "./attribute-search.ts";

/** Begins the formula of a count or sum; formulas are texts for people. */
const countOrSum = /^(count|sum)\b/i;

/** Operators that make something else of counts and sums, and words for them. */
const operator = /[-/*%^\u00d7\u00f7\u2212]|\b(divided|times|multiplied|minus|mod|modulo|per|percent|ratio)\b/i;

/** Aggregates whose values must not be added up, wherever they stand. */
const otherAggregate =
  /\b(distinct|unique|avg|average|mean|median|percentile|rate|min|minimum|max|maximum|stddev|variance|first|last)\b/i;

/**
 * Whether a formula is one count or sum, or several that are added. Anything else in it, such as a division or a second
 * aggregate, makes its values wrong to add up.
 */
function isAdditive(formula: string): boolean {
  // Members and names in quotes are no operators.
  const unquoted = formula.replaceAll(/"[^"]*"|'[^']*'|\[[^\]]*\]/g, "x");
  return termsOf(unquoted).every((term) => {
    const calls = term.match(/\b(?!(?:in|and|or|not|where|of|over)\b)\w+\s*\(/gi)?.length ?? 0;
    const aggregates = term.match(/\b(count|sum)\b/gi)?.length ?? 0;
    return (
      countOrSum.test(term) && calls <= 1 && aggregates === 1 && !operator.test(term) && !otherAggregate.test(term)
    );
  });
}

/** The terms of a sum; `count(a) + sum(b + c)` has two. */
function termsOf(formula: string): string[] {
  const terms = [""];
  let depth = 0;
  for (const character of formula) {
    depth += character === "(" ? 1 : character === ")" ? -1 : 0;
    if (character === "+" && depth === 0) {
      terms.push("");
    } else {
      terms.push(`${terms.pop()}${character}`);
    }
  }
  return terms.map((term) => term.trim());
}

/**
 * Additivity of an aggregate's metrics by column name (sql-like-language 11.2), judged by their formulas; `none` if the
 * model has no formula. Undefined unless the text is exactly one query.
 */
export async function columnAdditivity(text: string, search: SearchModel): Promise<AnswerAdditivity | undefined> {
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
    return isAdditive(formula) ? (isEvent ? "full" : "withinPeriod") : "none";
  };
  const columns = Object.fromEntries(metrics.map(({ id, name }) => [name, additivityOf(id)]));
  return { isAggregate: true, columns };
}
