import { quoteStringLiteral } from "../../core/model/query-forms.ts";
import { findName } from "../../core/text/find-name.ts";
import { findPlaceholderFunction } from "../syntax/functions.ts";
import { callAround, callsIn, predicateContaining } from "./find-node.ts";
import { createReplacementFix, type FixFactory, type QueryFix } from "./fix.ts";

/** Creates a fix that adds call brackets to the name of a metric (SL302). */
export const turnMetricIntoCall: FixFactory = (scope) => {
  const { text, problem, model } = scope;
  const name = text.slice(problem.start, problem.end).split(".").at(-1)?.trim() ?? "";
  const metric = findName(model.metrics(), name);
  return [createReplacementFix(scope, problem, `${metric?.item.id ?? name}()`, true)];
};

/**
 * Creates fixes that replace an unknown function by similar ones. A function that only JSON queries support is replaced
 * by its dimension alone (SL304).
 */
export const replaceUnknownFunction: FixFactory = async (scope) => {
  const { text, problem, query } = scope;
  const fixes = await replaceBySuggestedName(scope);
  const call = query && callsIn(query).find(({ name }) => name.start === problem.start);
  const [first] = call?.arguments ?? [];
  const isPlaceholder = findPlaceholderFunction(text.slice(problem.start, problem.end)) !== undefined;
  if (!call || !first || !isPlaceholder) {
    return fixes;
  }
  return [...fixes, createReplacementFix(scope, call, text.slice(first.value.start, first.value.end), true)];
};

/** Creates a fix that changes the FROM clause to the object of the metric (SL306). */
export const changeFromObject: FixFactory = ({ text, problem, query, model }) => {
  const name = text.slice(problem.start, problem.end).split(".").at(-1) ?? "";
  const metric = findName(model.metrics(), name)?.item;
  if (!metric || query?.from?.object.kind !== "path") {
    return [];
  }
  const { start, end } = query.from.object;
  const title = `Query \`${metric.object}\` in place of \`${text.slice(start, end)}\``;
  const fix: QueryFix = { title, edits: [{ start, end, text: metric.object }], isPreferred: true };
  return [{ ...fix, changes: `Everything in the query is then looked for on \`${metric.object}\`.` }];
};

/** Creates a fix that replaces `level(...)` by its dimension if the dimension has no levels (SL308). */
export const removeLevelCall: FixFactory = (scope) => {
  const call = callAround(scope.query, scope.problem);
  const [dimension] = call?.arguments ?? [];
  if (!call || !dimension) {
    return [];
  }
  return [createReplacementFix(scope, call, scope.text.slice(dimension.value.start, dimension.value.end), true)];
};

/** Creates a fix that makes a duplicate column label unique by appending a number (SL704). */
export const numberDuplicateLabel: FixFactory = (scope) => {
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
      return [createReplacementFix(scope, problem, written, true)];
    }
  }
  return [];
};

/** Maximum number of names that are suggested for one problem. */
const most = 8;

/** Creates one fix per suggested name, which replaces the problem's span by that name. */
export const replaceBySuggestedName: FixFactory = (scope) => {
  const names = scope.problem.replacements ?? [];
  return names.slice(0, most).map((name) => createReplacementFix(scope, scope.problem, name, names.length === 1));
};

/**
 * Creates fixes that replace an unknown name by similar ones. A label in WHERE is replaced by its column, since WHERE
 * cannot use labels (SL301).
 */
export const replaceBySimilarName: FixFactory = async (scope) => {
  const { text, problem, query } = scope;
  const name = text.slice(problem.start, problem.end);
  const labelled = query?.items.find(({ label, expression }) => label?.value === name && expression.kind === "path");
  const fixes = await replaceBySuggestedName(scope);
  if (!labelled) {
    return fixes;
  }
  const { start, end } = labelled.expression;
  return [
    createReplacementFix(scope, problem, text.slice(start, end), true),
    ...fixes.map((fix) => ({ ...fix, isPreferred: false })),
  ];
};

/** Creates one fix per suggested text, which replaces the text between the quotes and keeps the quotes. */
export const replaceBySuggestedString: FixFactory = (scope) => {
  const values = scope.problem.replacements ?? [];
  const written = scope.text.charAt(scope.problem.start);
  const quote = written === "'" ? written : '"';
  return values
    .slice(0, most)
    .map((value) => createReplacementFix(scope, scope.problem, quoteStringLiteral(value, quote), values.length === 1));
};

/** Creates a fix that changes a name or level id to the spelling of the model. */
export const correctLetterCase: FixFactory = (scope) =>
  /["']/.test(scope.text.charAt(scope.problem.start)) ? replaceBySuggestedString(scope) : replaceBySuggestedName(scope);

/**
 * Creates fixes that replace an unknown dimension member by similar ones, from the known members or, if there are none,
 * from a search.
 */
export const replaceBySimilarMember: FixFactory = async (scope) => {
  if (scope.problem.replacements) {
    return replaceBySuggestedString(scope);
  }
  const { problem, query, text, object } = scope;
  const written = text.slice(problem.start + 1, problem.end - 1);
  const predicate = predicateContaining(query, problem);
  const left = predicate?.kind === "bare" ? predicate.operand : predicate?.left;
  const dimension = left?.kind === "path" ? left.segments.at(-1)?.text : undefined;
  if (dimension === undefined) {
    return [];
  }
  const prefix = written.slice(0, Math.max(2, Math.floor(written.length / 2)));
  const isOwn = left?.kind === "path" && left.segments.length === 1;
  const { entries } = await scope.search({
    kind: "member",
    prefix,
    dimension,
    ...(isOwn && object && { object: object.id }),
  });
  const paths = entries.map(({ path, id }) => path ?? id);
  return replaceBySuggestedString({ ...scope, problem: { ...problem, replacements: paths.slice(0, 3) } });
};
