import { findName } from "../../core/text/find-name.ts";
import { findPlaceholder } from "../syntax/functions.ts";
import { callAround, callsIn } from "./find-node.ts";
import { type Fix, type FixMaker, replaceBy } from "./fix.ts";
import { writeName } from "./write-names.ts";

/** Turns a metric into a call (SL302). */
export const callMetric: FixMaker = (scope) => {
  const { text, problem, model } = scope;
  const name = text.slice(problem.start, problem.end).split(".").at(-1)?.trim() ?? "";
  const metric = findName(model.metrics(), name);
  return [replaceBy(scope, problem, `${metric?.item.id ?? name}()`, true)];
};

/** Suggests similar functions, or the dimension alone for a function that only JSON queries have (SL304). */
export const replaceFunction: FixMaker = async (scope) => {
  const { text, problem, query } = scope;
  const fixes = await writeName(scope);
  const call = query && callsIn(query).find(({ name }) => name.start === problem.start);
  const [first] = call?.arguments ?? [];
  const isPlaceholder = findPlaceholder(text.slice(problem.start, problem.end)) !== undefined;
  if (!call || !first || !isPlaceholder) {
    return fixes;
  }
  return [...fixes, replaceBy(scope, call, text.slice(first.value.start, first.value.end), true)];
};

/** Changes FROM to the object of the metric (SL306). */
export const changeFrom: FixMaker = ({ text, problem, query, model }) => {
  const name = text.slice(problem.start, problem.end).split(".").at(-1) ?? "";
  const metric = findName(model.metrics(), name)?.item;
  if (!metric || query?.from?.object.kind !== "path") {
    return [];
  }
  const { start, end } = query.from.object;
  const title = `Query \`${metric.object}\` in place of \`${text.slice(start, end)}\``;
  const fix: Fix = { title, edits: [{ start, end, text: metric.object }], isPreferred: true };
  return [{ ...fix, changes: `Everything in the query is then looked for on \`${metric.object}\`.` }];
};

/** Writes a dimension without `level(...)` if it has no levels (SL308). */
export const writeDimensionAlone: FixMaker = (scope) => {
  const call = callAround(scope.query, scope.problem);
  const [dimension] = call?.arguments ?? [];
  if (!call || !dimension) {
    return [];
  }
  return [replaceBy(scope, call, scope.text.slice(dimension.value.start, dimension.value.end), true)];
};

/** Makes a duplicate label unique by a number (SL704). */
export const numberLabel: FixMaker = (scope) => {
  const { text, problem, query } = scope;
  const labels = new Set(query?.items.map(({ label }) => label?.value));
  const label = query?.items.find((item) => item.label?.text.start === problem.start)?.label;
  if (!label) {
    return [];
  }
  for (let number = 2; number < 1000; number++) {
    const value = label.isQuoted ? `${label.value} ${number}` : `${label.value}_${number}`;
    if (!labels.has(value)) {
      const quote = text.charAt(problem.start);
      const written = label.isQuoted ? quote + value.replaceAll(quote, quote + quote) + quote : value;
      return [replaceBy(scope, problem, written, true)];
    }
  }
  return [];
};
