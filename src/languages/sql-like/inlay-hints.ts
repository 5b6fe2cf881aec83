import type { InlayHintChoice } from "../core/inlay-hint-choice.ts";
import type { ModelSearch, ModelSearchResult } from "../core/model-requests.ts";
import type { Span } from "../core/span.ts";
import { instantText, lastDayBefore, longInstantText, showIntervals } from "./describe-time.ts";
import { findMembers } from "./hover-members.ts";
import { describePeriods } from "./hover-time.ts";
import type { InlayHint } from "./inlay-hint.ts";
import { code, escapeMarkdown } from "./markdown.ts";
import { parameterHints } from "./parameter-hints.ts";
import type { QueryPart } from "./query-document.ts";
import type { NameScope, QueryName } from "./query-name.ts";
import { kindOf, namesIn } from "./query-names.ts";
import { isCallOf, readDate, readPeriods } from "./time-arguments.ts";
import { timeColumnName } from "./time-column.ts";
import type { Query } from "./tree.ts";
import { isCall, predicatesOf } from "./walk.ts";

export interface InlayHintOptions extends NameScope {
  readonly choice: InlayHintChoice;
  readonly search: (search: ModelSearch) => Promise<ModelSearchResult>;
}

/** Members looked up for one part at most. */
const mostMembers = 60;

/** What a part does not say by itself, for places inside a span of it, in the order of the text. */
export async function inlayHints(part: QueryPart, range: Span, options: InlayHintOptions): Promise<InlayHint[]> {
  const { choice } = options;
  const isShown = ({ offset }: InlayHint) => range.start <= offset && offset <= range.end;
  const queries = part.statements.filter((statement) => statement.kind === "query");
  const names = namesIn(part, options).filter(({ start, end }) => range.start <= end && start <= range.end);
  const hints = [
    ...queries.flatMap((query) => (choice.queryKind ? kindHints(query, options) : [])),
    ...queries.flatMap((query) => (choice.periods ? timeHints(query, options) : [])),
    ...queries.flatMap((query) => (choice.parameterNames ? parameterHints(query, options) : [])),
    ...(choice.levelNames ? names.flatMap(levelHints) : []),
  ].filter(isShown);
  const members = choice.memberNames ? (await memberHints(names, options)).filter(isShown) : [];
  return [...hints, ...members].sort((a, b) => a.offset - b.offset);
}

function kindHints(query: Query, { model }: NameScope): InlayHint[] {
  if (query.items.every(({ expression }) => expression.kind === "hole")) {
    return [];
  }
  const kind = kindOf(query, model);
  const tooltip =
    kind === "aggregate"
      ? "The query selects a metric: its other items group the result."
      : "The query selects no metric: each record is a row.";
  return [{ offset: query.select.end, label: kind, tooltip, isBefore: false }];
}

/** The ends of periods, and the last day of a range, whose end is not included. */
function timeHints({ where }: Query, { timeColumn }: NameScope): InlayHint[] {
  const hints: InlayHint[] = [];
  for (const { predicate } of where ? predicatesOf(where.condition) : []) {
    if (predicate.kind === "in" && isCall(predicate.values) && isCallOf("periods", predicate.values)) {
      const periods = timeColumnName(predicate.left, timeColumn) && readPeriods(predicate.values, []);
      const label = periods && endsOf(periods);
      if (label) {
        hints.push({
          offset: predicate.values.end,
          label,
          tooltip: describePeriods(periods) ?? "",
          isBefore: false,
        });
      }
    } else if (predicate.kind === "between" && timeColumnName(predicate.left, timeColumn)) {
      const from = readDate(predicate.low, []);
      const to = readDate(predicate.high, []);
      if (from !== undefined && to !== undefined && from < to) {
        const last = lastDayBefore(to);
        const tooltip = `\`${instantText(to)}\` is not included: the last day is **${longInstantText(last)}**.`;
        hints.push({ offset: predicate.high.end, label: `last day ${instantText(last)}`, tooltip, isBefore: false });
      }
    }
  }
  return hints;
}

/** For three months before July 2024 this is `ends 2024-05-01, 2024-06-01, 2024-07-01`. */
function endsOf(periods: Parameters<typeof showIntervals>[0]): string | undefined {
  const shown = showIntervals(periods, 3);
  if (!shown) {
    return undefined;
  }
  const { first, last, left } = shown;
  const newest = last.at(-1);
  if (left > 0 && newest) {
    return `ends ${instantText(first.end)} … ${instantText(newest.end)}`;
  }
  return `ends ${[first, ...last].map(({ end }) => instantText(end)).join(", ")}`;
}

function levelHints({ meaning, end }: QueryName): InlayHint[] {
  if (meaning.kind !== "level" || !meaning.level || meaning.level.displayName === meaning.level.id) {
    return [];
  }
  const { displayName, id } = meaning.level;
  const tooltip = `${code(id)} is called **${escapeMarkdown(displayName)}**.`;
  return [{ offset: end, label: oneLine(displayName), tooltip, isBefore: false }];
}

async function memberHints(names: readonly QueryName[], { search }: InlayHintOptions): Promise<InlayHint[]> {
  const groups = new Map<unknown, QueryName[]>();
  for (const name of names.filter(({ meaning }) => meaning.kind === "member").slice(0, mostMembers)) {
    const key = name.meaning.kind === "member" ? name.meaning.dimension : undefined;
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  const hints = await Promise.all([...groups.values()].map((group) => hintsOfDimension(group, search)));
  return hints.flat();
}

async function hintsOfDimension(names: readonly QueryName[], search: InlayHintOptions["search"]): Promise<InlayHint[]> {
  const [first] = names;
  if (first?.meaning.kind !== "member") {
    return [];
  }
  const { dimension, owner } = first.meaning;
  const texts = names.map(({ text }) => text);
  const found = await findMembers(texts, dimension, owner, search);
  return names.flatMap(({ text, end }) => {
    const displayName = found.get(text)?.displayName ?? text;
    const isSaid = displayName === text || text.endsWith(`.${displayName}`);
    const tooltip = `${code(text)} is called **${escapeMarkdown(displayName)}**.`;
    return isSaid ? [] : [{ offset: end, label: oneLine(displayName), tooltip, isBefore: false }];
  });
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
