import { predicateAround } from "./find-node.ts";
import type { FixMaker } from "./fix.ts";
import { quoted, replaceBy } from "./fix.ts";

/** Most names that are offered for one problem. */
const most = 8;

/** Replaces the problem's span by each suggested name. */
export const writeName: FixMaker = (scope) => {
  const names = scope.problem.replacements ?? [];
  return names.slice(0, most).map((name) => replaceBy(scope, scope.problem, name, names.length === 1));
};

/** Replaces a name by similar ones, or a label in WHERE by its column, since WHERE cannot use labels (SL301). */
export const writeKnownName: FixMaker = async (scope) => {
  const { text, problem, query } = scope;
  const name = text.slice(problem.start, problem.end);
  const labelled = query?.items.find(({ label, expression }) => label?.value === name && expression.kind === "path");
  const fixes = await writeName(scope);
  if (!labelled) {
    return fixes;
  }
  const { start, end } = labelled.expression;
  return [
    replaceBy(scope, problem, text.slice(start, end), true),
    ...fixes.map((fix) => ({ ...fix, isPreferred: false })),
  ];
};

/** Like `writeName`, for quoted texts; the quotes stay. */
export const writeString: FixMaker = (scope) => {
  const values = scope.problem.replacements ?? [];
  const written = scope.text.charAt(scope.problem.start);
  const quote = written === "'" ? written : '"';
  return values
    .slice(0, most)
    .map((value) => replaceBy(scope, scope.problem, quoted(value, quote), values.length === 1));
};

/** Spells a name, or the id of a level, as the model does. */
export const writeAsInModel: FixMaker = (scope) =>
  /["']/.test(scope.text.charAt(scope.problem.start)) ? writeString(scope) : writeName(scope);

/** Replaces a member by similar ones, from the known members or else by a search. */
export const writeMember: FixMaker = async (scope) => {
  if (scope.problem.replacements) {
    return writeString(scope);
  }
  const { problem, query, text, object } = scope;
  const written = text.slice(problem.start + 1, problem.end - 1);
  const predicate = predicateAround(query, problem);
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
  return writeString({ ...scope, problem: { ...problem, replacements: paths.slice(0, 3) } });
};
