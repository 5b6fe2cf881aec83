import type { ModelSearch, ModelSearchResult } from "../../core/model/model-requests.ts";
import type { Dimension, MetricParameter } from "../../core/model/model-source.ts";
import type { InlayHintChoice } from "../../core/requests/inlay-hint-choice.ts";
import { findName } from "../../core/text/find-name.ts";
import { escapeMarkdown, formatInlineCode } from "../../core/text/markdown.ts";
import type { Span } from "../../core/text/span.ts";
import { lookUpMetric, queryKindByModel } from "../binding/kind-by-model.ts";
import { isCallOf, type PeriodsArguments, readDate, readPeriods } from "../binding/time-arguments.ts";
import { describeParameterValues } from "../hover/model-help.ts";
import { describePeriods } from "../hover/time.ts";
import { findMembers } from "../names/find-members.ts";
import { findNamesIn } from "../names/name-reader.ts";
import type { NameScope, QueryName } from "../names/query-name.ts";
import type { ParsedStatementText } from "../syntax/query-document.ts";
import { findTimeColumnName } from "../syntax/time-column.ts";
import type { BetweenPredicate, FunctionCall, Predicate, Query } from "../syntax/tree.ts";
import { expressionsOf, isInCall, predicatesOf } from "../syntax/walk.ts";
import { describeInstant, describeRangeEnd, lastDayBefore, selectShownIntervals } from "../time/describe-time.ts";

type Search = (search: ModelSearch) => Promise<ModelSearchResult>;

/** Maximum number of dimension members that are looked up for one inlay hint request. */
const maxMembers = 60;

/** Maximum number of characters of a display name that an inlay hint shows. */
const longest = 60;

/** Returns inlay hints with the display names of dimension levels whose display name differs from the id. */
function levelHints(names: readonly QueryName[]): InlayHint[] {
  return names.flatMap(({ meaning, end }) =>
    meaning.kind === "level" && meaning.level ? displayNameHints(meaning.level.id, meaning.level.displayName, end) : [],
  );
}

/** Returns inlay hints with the display names of dimension members whose display name differs from the written text. */
async function memberHints(names: readonly QueryName[], search: Search): Promise<InlayHint[]> {
  const groups = new Map<Dimension, QueryName[]>();
  for (const name of names.filter(({ meaning }) => meaning.kind === "member").slice(0, maxMembers)) {
    if (name.meaning.kind === "member") {
      const { dimension } = name.meaning;
      groups.set(dimension, [...(groups.get(dimension) ?? []), name]);
    }
  }
  const hints = await Promise.all([...groups.values()].map((group) => hintsOfDimension(group, search)));
  return hints.flat();
}

async function hintsOfDimension(names: readonly QueryName[], search: Search): Promise<InlayHint[]> {
  const meaning = names[0]?.meaning;
  if (meaning?.kind !== "member") {
    return [];
  }
  const written = names.map(({ text }) => text);
  const found = await findMembers(written, meaning.dimension, meaning.owner.id, search);
  return names.flatMap(({ text, end }) => displayNameHints(text, found.get(text)?.displayName ?? text, end));
}

function displayNameHints(written: string, displayName: string, offset: number): InlayHint[] {
  const line = displayName.replace(/\s+/g, " ").trim();
  if (line === "" || displayName === written || written.endsWith(`.${displayName}`)) {
    return [];
  }
  const label = line.length > longest ? `${line.slice(0, longest)}…` : line;
  const tooltip = `${formatInlineCode(written)} is called **${escapeMarkdown(line)}**.`;
  return [{ offset, label, tooltip, isBefore: false }];
}

/** Maximum number of period end dates that an inlay hint lists. */
const shownEnds = 3;

/**
 * Returns inlay hints for a time filter: the end dates of its periods, or the last included day of its date range,
 * whose end date is exclusive.
 */
function timeHints({ where }: Query, { timeColumn }: NameScope): InlayHint[] {
  const predicates = where ? predicatesOf(where.condition) : [];
  return predicates.flatMap(({ predicate }) => {
    const [left] = expressionsOf(predicate);
    return left && findTimeColumnName(left, timeColumn) ? timeHintsOf(predicate) : [];
  });
}

function timeHintsOf(predicate: Predicate): InlayHint[] {
  if (predicate.kind === "between") {
    return rangeHints(predicate);
  }
  if (predicate.kind !== "in" || !isInCall(predicate.values) || !isCallOf("periods", predicate.values)) {
    return [];
  }
  const periods = readPeriods(predicate.values, []);
  const tooltip = periods && describePeriods(periods);
  return tooltip ? [{ offset: predicate.values.end, label: endsOf(periods), tooltip, isBefore: false }] : [];
}

function rangeHints({ low, high }: BetweenPredicate): InlayHint[] {
  const from = readDate(low, []);
  const to = readDate(high, []);
  if (from === undefined || to === undefined || from >= to) {
    return [];
  }
  const label = `last day ${describeInstant(lastDayBefore(to))}`;
  return [{ offset: high.end, label, tooltip: describeRangeEnd(to), isBefore: false }];
}

/**
 * Returns the hint text that lists the period end dates. For three months before July 2024: `ends 2024-05-01,
 * 2024-06-01, 2024-07-01`.
 */
function endsOf(periods: PeriodsArguments): string {
  const shown = selectShownIntervals(periods, shownEnds);
  const ends = shown ? [shown.first, ...shown.last].map(({ end }) => describeInstant(end)) : [];
  return `ends ${shown?.left ? `${ends.at(0)} … ${ends.at(-1)}` : ends.join(", ")}`;
}

interface InlayHintOptions extends NameScope {
  readonly choice: InlayHintChoice;
  readonly search: (search: ModelSearch) => Promise<ModelSearchResult>;
}

/** Returns the inlay hints of a document part that lie inside a span, in text order. */
export async function findInlayHints(
  part: ParsedStatementText,
  range: Span,
  options: InlayHintOptions,
): Promise<InlayHint[]> {
  const { choice } = options;
  const isShown = ({ offset }: InlayHint) => range.start <= offset && offset <= range.end;
  const queries = part.statements.filter((statement) => statement.kind === "query");
  const names = findNamesIn(part, options).filter(({ start, end }) => range.start <= end && start <= range.end);
  const hints = [
    ...queries.flatMap((query) => (choice.queryKind ? kindHints(query, options) : [])),
    ...queries.flatMap((query) => (choice.periods ? timeHints(query, options) : [])),
    ...queries.flatMap((query) => (choice.parameterNames ? parameterHints(query, options) : [])),
    ...(choice.levelNames ? levelHints(names) : []),
  ].filter(isShown);
  const members = choice.memberNames ? (await memberHints(names, options.search)).filter(isShown) : [];
  return [...hints, ...members].sort((a, b) => a.offset - b.offset);
}

function kindHints(query: Query, { model }: NameScope): InlayHint[] {
  if (query.items.every(({ expression }) => expression.kind === "hole")) {
    return [];
  }
  const kind = queryKindByModel(query, model);
  const tooltip =
    kind === "aggregate"
      ? "The query selects a metric: its other items group the result."
      : "The query selects no metric: each record is a row.";
  return [{ offset: query.select.end, label: kind, tooltip, isBefore: false }];
}

/** Inlay hint: text that the editor shows between the characters of a document without inserting it. */
interface InlayHint {
  readonly offset: number;
  readonly label: string;
  /** Tooltip of the inlay hint, as Markdown. */
  readonly tooltip: string;
  /** Whether the inlay hint is shown before the text that it labels instead of behind it. */
  readonly isBefore: boolean;
}

/** Returns inlay hints that show parameter names before the positional arguments of metric calls. */
function parameterHints({ items }: Query, scope: NameScope): InlayHint[] {
  return items.flatMap(({ expression }) => (expression.kind === "call" ? argumentHints(expression, scope) : []));
}

/** Assigns the arguments of a metric call to its parameters, by the rules of sql-like-language 6.1. */
function argumentHints(call: FunctionCall, { model }: NameScope): InlayHint[] {
  const parameters = lookUpMetric(model, call.name.text)?.parameters ?? [];
  const given = new Set<MetricParameter>();
  const hints: InlayHint[] = [];
  let current: MetricParameter | undefined;
  for (const { name, value } of call.arguments) {
    if (name) {
      current = findName(parameters, name.text)?.item;
    } else if (current?.kind !== "member" || value.kind !== "string") {
      current = parameters.find((parameter) => !given.has(parameter));
      if (current && value.kind !== "hole") {
        hints.push(hintOf(current, value.start));
      }
    }
    if (current) {
      given.add(current);
    }
  }
  return hints;
}

function hintOf(parameter: MetricParameter, offset: number): InlayHint {
  const { id, displayName, description = "" } = parameter;
  const texts = [`**${escapeMarkdown(displayName)}**`, describeParameterValues(parameter), escapeMarkdown(description)];
  return { offset, label: `${id} =`, tooltip: texts.join(" ").trim(), isBefore: true };
}
