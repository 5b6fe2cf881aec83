import { assertNever } from "../../base/assert-never.ts";
import type { ModelEntry, ModelEntryKind, ModelSearch, ModelSearchResult } from "../core/model-requests.ts";
import { type CompletionContext, completionContext } from "./completion-context.ts";
import { dateOffers } from "./completion-dates.ts";
import { units } from "./units.ts";

/** One thing that may be inserted, in the order of `rank`. */
export interface CompletionOffer {
  readonly label: string;
  readonly kind:
    | "keyword"
    | "metric"
    | "dimension"
    | "property"
    | "concept"
    | "object"
    | "time"
    | "function"
    | "unit"
    | "value"
    | "member";
  /** LSP snippet syntax. */
  readonly snippet: string;
  readonly detail?: string;
  readonly documentation?: string;
  readonly rank: number;
}

export interface Completion {
  readonly replace: { readonly start: number; readonly end: number };
  readonly offers: readonly CompletionOffer[];
  /** Whether typing on may bring offers that are not here. */
  readonly isIncomplete: boolean;
}

export interface CompletionOptions {
  readonly timeColumn: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Names of the tenant's model; the editor's half of the work. */
  readonly search: (search: ModelSearch) => Promise<ModelSearchResult>;
}

/** What may stand at a place of a query (sql-like-language 10). */
export async function complete(text: string, offset: number, options: CompletionOptions): Promise<Completion> {
  const context = completionContext(text, offset, options.timeColumn);
  const names = new NameSearch(context, options);
  const offers = await offersAt(context, options, names);
  return { replace: context.replace, offers, isIncomplete: names.isIncomplete };
}

async function offersAt(
  context: CompletionContext,
  options: CompletionOptions,
  names: NameSearch,
): Promise<CompletionOffer[]> {
  const { place } = context;
  const { timeColumn, now } = options;
  switch (place.kind) {
    case "nothing":
      return [];
    case "start":
      return [keyword("SELECT")];
    case "item":
      return [...(await names.items()), offer(timeColumn, "time", 40, "Time, as a column")];
    case "afterItem":
      return [keyword("AS"), keyword("FROM")];
    case "label":
      return [];
    case "from":
      return await names.of("analyticObject", 10);
    case "afterFrom":
      return [keyword("WHERE")];
    case "condition":
      return [...(context.hasTimeFilter ? [] : timeFilters(context, options)), ...(await names.conditions())];
    case "afterCondition":
      return [keyword("AND"), keyword("OR")];
    case "afterTime":
      return timeForms(context, now);
    case "timeRange":
      return [
        value(`date("\${1:${firstOfYear(now)}}")`, 'date("...")', "An instant; the end of a range is not included"),
      ];
    case "timePeriods":
      return [periodsCall(now)];
    case "afterOperand":
      return ["=", "!=", "IN", "NOT IN", "BETWEEN", "IS NULL", "IS NOT NULL"].map((word, rank) => ({
        ...keyword(word),
        rank,
      }));
    case "path":
      return await names.reached(place.path);
    case "dateText":
      return dateOffers(now).map(({ text, what }, rank) => quoted(context, text, "value", rank, what));
    case "argument":
      return await argumentOffers(place.call, place.index, place.first, context, now, names);
    case "members":
      return await names.members(place.path);
    default:
      return assertNever(place);
  }
}

/** Finds names in the model and remembers whether there may be more. */
class NameSearch {
  isIncomplete = false;
  readonly #context: CompletionContext;
  readonly #search: CompletionOptions["search"];

  constructor(context: CompletionContext, { search }: CompletionOptions) {
    this.#context = context;
    this.#search = search;
  }

  async of(kind: Exclude<ModelEntryKind, "member">, rank: number, object?: string): Promise<CompletionOffer[]> {
    const entries = await this.#entries({
      kind,
      prefix: this.#context.prefix,
      ...(object !== undefined && { object }),
    });
    const here = entries.filter(
      (entry) => object === undefined || entry.object === undefined || entry.object === object,
    );
    return here.map((entry) => nameOffer(kind, entry, rank + (this.#isSelected(entry) ? 100 : 0)));
  }

  /** Metrics first, unless the query reads like a list. */
  async items(): Promise<CompletionOffer[]> {
    const { object } = this.#context;
    const lists = await Promise.all([
      this.of("metric", 10, object),
      this.of("dimension", 20, object),
      this.of("property", 30, object),
      this.of("concept", 35, object),
    ]);
    const level = offer("level", "function", 22, "All members of a level", 'level(${1:dimension}, "${2:level}")');
    return [...lists.flat(), level];
  }

  async conditions(): Promise<CompletionOffer[]> {
    const { object } = this.#context;
    const [concepts, dimensions, properties] = await Promise.all([
      this.of("concept", 20, object),
      this.of("dimension", 30, object),
      this.of("property", 40, object),
    ]);
    return [
      ...concepts.map((concept) => ({ ...concept, snippet: `${concept.label} = TRUE` })),
      ...dimensions.map((dimension) => ({ ...dimension, snippet: `${dimension.label} IN ("$1")` })),
      ...properties,
    ];
  }

  /** Without the whole model a path cannot be followed; its end is looked up as if it named an object. */
  async reached(path: readonly string[]): Promise<CompletionOffer[]> {
    const object = path.at(-1);
    const lists = await Promise.all([
      this.of("property", 10, object),
      this.of("dimension", 20, object),
      this.of("concept", 30, object),
    ]);
    return lists.flat().map((found) => ({ ...found, snippet: found.label }));
  }

  async members(path: readonly string[]): Promise<CompletionOffer[]> {
    const dimension = path.at(-1);
    if (dimension === undefined) {
      return [];
    }
    const entries = await this.#entries({ kind: "member", prefix: this.#context.prefix, dimension });
    return entries.map(({ id, displayName, path: memberPath }, rank) =>
      quoted(this.#context, memberPath ?? id, "member", rank, displayName),
    );
  }

  async levels(path: readonly string[]): Promise<CompletionOffer[]> {
    const dimension = path.at(-1) ?? "";
    const entries = await this.#entries({ kind: "dimension", prefix: dimension });
    const levels = entries.find(({ id }) => id === dimension)?.levels ?? [];
    return levels.map((level, rank) => quoted(this.#context, level, "value", rank, `Level of ${dimension}`));
  }

  async #entries(search: ModelSearch): Promise<readonly ModelEntry[]> {
    const { entries, isComplete } = await this.#search(search);
    this.isIncomplete ||= !isComplete;
    return entries;
  }

  #isSelected({ id }: ModelEntry): boolean {
    return this.#context.metrics.includes(id);
  }
}

function nameOffer(kind: Exclude<ModelEntryKind, "member">, entry: ModelEntry, rank: number): CompletionOffer {
  const { id, displayName, description, object } = entry;
  const detail = object === undefined || kind === "analyticObject" ? displayName : `${displayName} · ${object}`;
  const [level] = entry.levels ?? [];
  const snippets = {
    metric: `${id}()`,
    dimension: level === undefined ? id : `level(${id}, "\${1:${level}}")`,
    property: id,
    concept: id,
    analyticObject: id,
  };
  const documentation = description === undefined ? {} : { documentation: description };
  const offered = kind === "analyticObject" ? ("object" as const) : kind;
  return { label: id, kind: offered, snippet: snippets[kind], detail, rank, ...documentation };
}

/** The time column with the form of the query's kind (sql-like-language 4.2). */
function timeFilters(context: CompletionContext, { timeColumn, now }: CompletionOptions): CompletionOffer[] {
  return timeForms(context, now).map((form) => ({
    ...form,
    label: `${timeColumn} ${form.label}`,
    snippet: `${timeColumn} ${form.snippet}`,
    kind: "time",
    rank: form.rank,
  }));
}

function timeForms({ queryKind }: CompletionContext, now: number): CompletionOffer[] {
  const { label, snippet, detail = "" } = periodsCall(now);
  const periods = offer(`IN ${label}`, "time", 0, detail, `IN ${snippet}`);
  const [from, to] = [firstOfYear(now, -1), firstOfYear(now)];
  const range = offer(
    'BETWEEN date("...") AND date("...")',
    "time",
    0,
    "Range of a list query; the end is not included",
    `BETWEEN date("\${1:${from}}") AND date("\${2:${to}}")`,
  );
  return queryKind === "aggregate" ? [periods, { ...range, rank: 90 }] : [range, { ...periods, rank: 90 }];
}

function periodsCall(now: number): CompletionOffer {
  const anchor = dateOffers(now)[0]?.text ?? "";
  return offer(
    'periods(date("..."), 12, period(1, Month))',
    "time",
    0,
    "Intervals backward from the date, which is not included",
    `periods(date("\${1:${anchor}}"), \${2:12}, period(\${3:1}, \${4|${Object.keys(units).join(",")}|}))`,
  );
}

async function argumentOffers(
  call: string,
  index: number,
  first: readonly string[],
  context: CompletionContext,
  now: number,
  names: NameSearch,
): Promise<CompletionOffer[]> {
  switch (`${call} ${index}`) {
    case "periods 0":
      return dateOffers(now).map(({ text, what }, rank) => ({
        ...offer(`date("${text}")`, "value", rank, what),
        snippet: `date("\${1:${text}}")`,
      }));
    case "periods 1":
      return ["12", "24", "6", "4", "1"].map((count, rank) => offer(count, "value", rank, "Number of periods"));
    case "periods 2":
      return Object.keys(units).map((unit, rank) => offer(`period(1, ${unit})`, "value", rank, "Length of a period"));
    case "period 0":
      return ["1", "3", "6", "12"].map((count, rank) => offer(count, "value", rank, "Units in a period"));
    case "period 1":
      return Object.keys(units).map((unit, rank) => offer(unit, "unit", rank));
    case "level 0":
      return (await names.of("dimension", 10, context.object)).map((found) => ({ ...found, snippet: found.label }));
    case "level 1":
      return await names.levels(first);
    default:
      return [];
  }
}

function firstOfYear(now: number, years = 0): string {
  return `${new Date(now).getUTCFullYear() + years}-01-01`;
}

function keyword(word: string): CompletionOffer {
  return offer(word, "keyword", 50);
}

function value(snippet: string, label: string, detail: string): CompletionOffer {
  return offer(label, "value", 0, detail, snippet);
}

function offer(
  label: string,
  kind: CompletionOffer["kind"],
  rank: number,
  detail?: string,
  snippet = label,
): CompletionOffer {
  return { label, kind, rank, snippet, ...(detail !== undefined && { detail }) };
}

/** Text that stands in quotes, which are added unless the cursor is inside them already. */
function quoted(
  { isInString }: CompletionContext,
  text: string,
  kind: CompletionOffer["kind"],
  rank: number,
  detail: string,
): CompletionOffer {
  const escaped = text.replace(/[\\$}]/g, "\\$&");
  const snippet = isInString ? escaped.replaceAll('"', '""') : `"${escaped.replaceAll('"', '""')}"`;
  return offer(text, kind, rank, detail, snippet);
}

/** Words with which the editor asks for completion while they are typed. */
export const triggerCharacters: readonly string[] = [".", "(", '"', "'", ",", " "];
