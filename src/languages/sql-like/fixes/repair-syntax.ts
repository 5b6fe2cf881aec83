import type { TextEdit } from "../../core/text/span.ts";
import type { Token } from "../syntax/token.ts";
import { isInCall, predicatesOf } from "../syntax/walk.ts";
import { callsIn, expressionAt, groupsIn } from "./find-node.ts";
import { createRemovalEdit, type FixFactory, type FixScope, type QueryFix } from "./fix.ts";
import { createRemovalFix } from "./repair-signs.ts";

/** Creates fixes for a misplaced word: insert a separator or keyword before it, or delete it (SL201). */
export const repairUnexpectedWord: FixFactory = (scope) => {
  const { text, tokens, problem, query } = scope;
  const index = tokens.findIndex(({ start }) => start === problem.start);
  const token = tokens[index];
  if (!token || token.kind === "end" || !query) {
    return [];
  }
  const isInWhere = query.where !== undefined && problem.start > query.where.start;
  const value = expressionAt(query, problem);
  const fixes: QueryFix[] = [];
  if (isInWhere && value) {
    const edits = [createInsertion(problem.start, "("), createInsertion(problem.end, ")")];
    fixes.push({ title: "Put the value in brackets", edits, isPreferred: true });
  }
  const before = tokens[index - 1];
  if (isInWhere) {
    fixes.push({ title: "Insert `AND`", edits: [createInsertion(problem.start, "AND ")], isPreferred: true });
    fixes.push({ title: "Insert `OR`", edits: [createInsertion(problem.start, "OR ")] });
  }
  if (before) {
    fixes.push({ title: "Insert `,`", edits: [createInsertion(before.end, ",")], isPreferred: true });
  }
  fixes.push(createRemovalFix(text, token));
  const rest = { start: problem.start, end: endOfStretch(tokens, index) };
  if (rest.end > token.end) {
    const fix = createRemovalFix(text, rest, "The query no longer says what stands there.");
    fixes.push({ ...fix, isFallback: true });
  }
  return fixes;
};

/**
 * Returns the offset at which the text from a token ends: at the next clause, at `;` or at the end of the document
 * part.
 */
function endOfStretch(tokens: readonly Token[], index: number): number {
  const isEnd = (token: Token) =>
    token.kind === "end" ||
    (token.kind === "word" && ["SELECT", "FROM", "WHERE"].includes(token.text)) ||
    (token.kind === "sign" && token.text === ";");
  const next = tokens.findIndex((token, place) => place > index && isEnd(token));
  return tokens[next - 1]?.end ?? tokens[index]?.end ?? 0;
}

/**
 * Creates fixes that insert a missing comma. If the item is a plain name, another fix makes it the label of the
 * preceding item (SL203).
 */
export const insertMissingComma: FixFactory = ({ tokens, problem, query }) => {
  const before = tokens.filter(({ end }) => end <= problem.start).at(-1);
  const fixes: QueryFix[] = [];
  if (before) {
    fixes.push({ title: "Insert `,`", edits: [createInsertion(before.end, ",")], isPreferred: true });
  }
  if (query?.items.some(({ label }) => label?.text.start === problem.start)) {
    fixes.push({ title: "Insert `AS`, for a label", edits: [createInsertion(problem.start, "AS ")] });
  }
  return fixes;
};

export const insertMissingAs: FixFactory = ({ problem }) => [
  { title: "Insert `AS`", edits: [createInsertion(problem.start, "AS ")], isPreferred: true },
];

/** Creates a fix that inserts a missing closing bracket (SL204). */
export const insertMissingBracket: FixFactory = ({ tokens, problem, query }) => {
  const last = tokens.filter(({ kind }) => kind !== "end").at(-1);
  const ends = query
    ? [
        ...callsIn(query).filter(({ open }) => open === problem.start),
        ...(query.where ? groupsIn(query.where.condition) : []).filter(({ start }) => start === problem.start),
        ...(query.where ? predicatesOf(query.where.condition) : [])
          .map(({ predicate }) => predicate)
          .filter((predicate) => predicate.kind === "in" && !isInCall(predicate.values))
          .filter(({ start, end }) => start < problem.start && problem.start < end),
      ].map(({ end }) => end)
    : [];
  const [end = last?.end] = ends;
  return end === undefined ? [] : [{ title: "Insert `)`", edits: [createInsertion(end, ")")], isPreferred: true }];
};

/**
 * Creates fixes that delete an AND, OR or comma without a right operand. Alternative fixes also delete up to three
 * preceding words that would be incomplete without it (SL206).
 */
export const removeDanglingWord: FixFactory = (scope) => {
  const { text, tokens, problem } = scope;
  const index = tokens.findIndex(({ start }) => start === problem.start);
  const fixes: QueryFix[] = [];
  for (const token of tokens.slice(Math.max(0, index - 3), index + 1).reverse()) {
    const fix = createRemovalFix(text, { start: token.start, end: problem.end });
    fixes.push({ ...fix, isPreferred: token.start === problem.start, isFallback: token.start < problem.start });
  }
  return fixes;
};

/** Creates a fix that deletes all statements but the first (SL207). */
export const keepFirstStatement: FixFactory = ({ text, problem }) => [
  {
    title: "Keep only the first statement",
    edits: [createRemovalEdit(text, { start: problem.start, end: problem.end })],
    changes: "The statements after the first `;` are removed.",
  },
];

/**
 * Creates fixes that insert a missing FROM clause, with the object of the first metric or with an object that has all
 * selected columns (SL202).
 */
export const insertMissingFrom: FixFactory = (scope) => {
  const { problem, query } = scope;
  const objects = query ? objectsFor(scope) : [];
  return objects.slice(0, 5).map((id) => ({
    title: `Insert \`FROM ${id}\``,
    edits: [createInsertion(problem.end, ` FROM ${id}`)],
    isPreferred: objects.length === 1,
  }));
};

function objectsFor({ query, model }: FixScope): string[] {
  const items = query?.items.map(({ expression }) => expression) ?? [];
  for (const item of items) {
    const metric = item.kind === "call" ? model.metric(item.name.text) : undefined;
    if (metric) {
      return [metric.object];
    }
  }
  const names = items.flatMap((item) => (item.kind === "path" ? [item.segments[0]?.text ?? ""] : []));
  return names.length === 0
    ? []
    : [...model.objects()]
        .filter(({ id, properties, dimensions, concepts, references }) => {
          const known = new Set([id, ...[properties, dimensions, concepts, references].flat().map((one) => one.id)]);
          return names.every((name) => known.has(name) || known.has(`${id}.${name}`));
        })
        .map(({ id }) => id);
}

export function createInsertion(offset: number, text: string): TextEdit {
  return { start: offset, end: offset, text };
}
