import type { TextEdit } from "../../core/text/span.ts";
import type { Token } from "../syntax/token.ts";
import { isCall, predicatesOf } from "../syntax/walk.ts";
import { callsIn, expressionAt, groupsIn } from "./find-node.ts";
import { type Fix, type FixMaker, type FixScope, removalOf } from "./fix.ts";
import { removal } from "./repair-signs.ts";

/** Creates fixes for a misplaced word: insert a separator or keyword before it, or delete it (SL201). */
export const repairUnexpected: FixMaker = (scope) => {
  const { text, tokens, problem, query } = scope;
  const index = tokens.findIndex(({ start }) => start === problem.start);
  const token = tokens[index];
  if (!token || token.kind === "end" || !query) {
    return [];
  }
  const isInWhere = query.where !== undefined && problem.start > query.where.start;
  const value = expressionAt(query, problem);
  const fixes: Fix[] = [];
  if (isInWhere && value) {
    const edits = [insertion(problem.start, "("), insertion(problem.end, ")")];
    fixes.push({ title: "Put the value in brackets", edits, isPreferred: true });
  }
  const before = tokens[index - 1];
  if (isInWhere) {
    fixes.push({ title: "Insert `AND`", edits: [insertion(problem.start, "AND ")], isPreferred: true });
    fixes.push({ title: "Insert `OR`", edits: [insertion(problem.start, "OR ")] });
  }
  if (before) {
    fixes.push({ title: "Insert `,`", edits: [insertion(before.end, ",")], isPreferred: true });
  }
  fixes.push(removal(text, token));
  const rest = { start: problem.start, end: endOfStretch(tokens, index) };
  if (rest.end > token.end) {
    const fix = removal(text, rest, "The query no longer says what stands there.");
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
export const insertComma: FixMaker = ({ tokens, problem, query }) => {
  const before = tokens.filter(({ end }) => end <= problem.start).at(-1);
  const fixes: Fix[] = [];
  if (before) {
    fixes.push({ title: "Insert `,`", edits: [insertion(before.end, ",")], isPreferred: true });
  }
  if (query?.items.some(({ label }) => label?.text.start === problem.start)) {
    fixes.push({ title: "Insert `AS`, for a label", edits: [insertion(problem.start, "AS ")] });
  }
  return fixes;
};

export const insertAs: FixMaker = ({ problem }) => [
  { title: "Insert `AS`", edits: [insertion(problem.start, "AS ")], isPreferred: true },
];

/** Creates a fix that inserts a missing closing bracket (SL204). */
export const closeBracket: FixMaker = ({ tokens, problem, query }) => {
  const last = tokens.filter(({ kind }) => kind !== "end").at(-1);
  const ends = query
    ? [
        ...callsIn(query).filter(({ open }) => open === problem.start),
        ...(query.where ? groupsIn(query.where.condition) : []).filter(({ start }) => start === problem.start),
        ...(query.where ? predicatesOf(query.where.condition) : [])
          .map(({ predicate }) => predicate)
          .filter((predicate) => predicate.kind === "in" && !isCall(predicate.values))
          .filter(({ start, end }) => start < problem.start && problem.start < end),
      ].map(({ end }) => end)
    : [];
  const [end = last?.end] = ends;
  return end === undefined ? [] : [{ title: "Insert `)`", edits: [insertion(end, ")")], isPreferred: true }];
};

/**
 * Creates fixes that delete an AND, OR or comma without a right operand. Alternative fixes also delete up to three
 * preceding words that would be incomplete without it (SL206).
 */
export const removeDangling: FixMaker = (scope) => {
  const { text, tokens, problem } = scope;
  const index = tokens.findIndex(({ start }) => start === problem.start);
  const fixes: Fix[] = [];
  for (const token of tokens.slice(Math.max(0, index - 3), index + 1).reverse()) {
    const fix = removal(text, { start: token.start, end: problem.end });
    fixes.push({ ...fix, isPreferred: token.start === problem.start, isFallback: token.start < problem.start });
  }
  return fixes;
};

/** Creates a fix that deletes all statements but the first (SL207). */
export const keepFirst: FixMaker = ({ text, problem }) => [
  {
    title: "Keep only the first statement",
    edits: [removalOf(text, { start: problem.start, end: problem.end })],
    changes: "The statements after the first `;` are removed.",
  },
];

/**
 * Creates fixes that insert a missing FROM clause, with the object of the first metric or with an object that has all
 * selected columns (SL202).
 */
export const insertFrom: FixMaker = (scope) => {
  const { problem, query } = scope;
  const objects = query ? objectsFor(scope) : [];
  return objects.slice(0, 5).map((id) => ({
    title: `Insert \`FROM ${id}\``,
    edits: [insertion(problem.end, ` FROM ${id}`)],
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

export function insertion(offset: number, text: string): TextEdit {
  return { start: offset, end: offset, text };
}
