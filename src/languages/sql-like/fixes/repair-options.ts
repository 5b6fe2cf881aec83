import { findOptionComments, type OptionComment } from "../../core/text/option-comments.ts";
import type { TextEdit } from "../../core/text/span.ts";
import { optionFieldOf } from "../checks/check-options.ts";
import { parseOptionComment, queryOptionSets } from "../checks/option-table.ts";
import type { FixFactory, FixScope, QueryFix } from "./fix.ts";
import { createInsertion } from "./repair-syntax.ts";

/**
 * Creates fixes for query options that the query ignores: remove them, or rename them to the options that it uses
 * (SL803).
 */
export const moveIgnoredOptions: FixFactory = (scope) => {
  const { text, problem, kind } = scope;
  const comment = commentOf(scope);
  if (!comment) {
    return [];
  }
  const { name } = queryOptionSets[kind];
  const rename: QueryFix = {
    title: `Call them \`${name}\``,
    edits: [{ start: problem.start, end: problem.end, text: name }],
    changes: "The query is then asked with these options.",
  };
  const behind = /^[ \t]*(?:\r\n|\n|\r)?/.exec(text.slice(comment.end))?.[0].length ?? 0;
  const edits = [{ start: comment.start, end: comment.end + behind, text: "" }];
  return [{ title: "Remove the options", edits, isPreferred: true }, rename];
};

/** Creates fixes that set `queryMode` to a value that allows a result without header (SL805). */
export const setQueryMode: FixFactory = (scope) => {
  const comment = commentOf(scope);
  return ["FILL", "FAIL"].flatMap((mode) => {
    const edit = comment && setOption(scope.text, comment, "queryMode", JSON.stringify(mode));
    return edit ? [{ title: `Set \`queryMode\` to ${mode}`, edits: [edit] }] : [];
  });
};

function commentOf({ text, problem }: FixScope): OptionComment | undefined {
  return findOptionComments(text).find(({ start, end }) => start <= problem.start && problem.end <= end);
}

/**
 * Returns the edit that sets an option of a list query in the comments before the query. Extends an existing option
 * comment or adds a new one.
 */
export function createListOptionEdit(text: string, queryStart: number, option: string, value: string): TextEdit {
  const { name } = queryOptionSets.list;
  const comments = findOptionComments(text).filter((one) => one.name.text === name);
  const [edit] = comments.flatMap((comment) => setOption(text, comment, option, value) ?? []);
  return edit ?? createInsertion(queryStart, `-- ${name}: {${JSON.stringify(option)}: ${value}}\n`);
}

/** Returns the edit that sets an option in an option comment; `undefined` if the comment's options cannot be parsed. */
function setOption(text: string, comment: OptionComment, name: string, value: string): TextEdit | undefined {
  const { json } = comment;
  const root = parseOptionComment(text, comment);
  if (root?.type !== "object") {
    return undefined;
  }
  const known = optionFieldOf(root, name)?.value;
  if (known) {
    const start = json.start + known.offset;
    return { start, end: start + known.length, text: value };
  }
  const field = `${JSON.stringify(name)}: ${value}`;
  const isEmpty = (root.children ?? []).length === 0;
  return createInsertion(json.start + root.offset + 1, isEmpty ? field : `${field}, `);
}
