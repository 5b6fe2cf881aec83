import { assertNever } from "../../../base/assert-never.ts";
import type { TableEntry } from "../../core/model/table-model.ts";
import { conditionPrefix } from "../checks/check-syntax.ts";
import {
  caseWords,
  operandWords,
  preferWords,
  withoutStarters,
  wordsAfterOperand,
  wordsAfterTable,
} from "../grammar/grammar-words.ts";
import type { SparkGrammar } from "../grammar/spark-grammar.ts";
import { Names } from "../names/names.ts";
import type { TableSqlOptions } from "../names/options.ts";
import { loadSchema } from "../names/table-schema.ts";
import { lastYear, primaryTimestamps, timeLiteral } from "../names/time-predicate.ts";
import type { Caret } from "../syntax/caret.ts";
import { writeName } from "../syntax/lexer.ts";
import { readPart, withCaret } from "../syntax/read-text.ts";
import type { Scope } from "../syntax/scopes.ts";
import { statementAt } from "../syntax/split-statements.ts";
import { queryWords } from "../syntax/words.ts";
import { columnOffers, joinOffers, memberOffers, targetOffers } from "./completion-columns.ts";
import { type Completion, type CompletionOffer, plainSnippet } from "./completion-offer.ts";
import { functionOffers, keywordOffers, statementOffers, typeOffers } from "./completion-words.ts";

/** Characters of a statement; a longer one would take the grammar too long at every word, and ours fit as well. */
const longestForGrammar = 10_000;

/** What the offers are made from. */
interface Offering {
  readonly caret: Caret;
  readonly names: Names;
  readonly options: TableSqlOptions;
  /** What is typed up to the cursor. */
  readonly prefix: string;
  /** Keywords that the grammar allows behind the text before the cursor; nothing when it cannot tell. */
  readonly allowed: () => readonly string[];
}

/** What may stand at a place of a text. Only the statement that the place is in is read. */
export async function complete(
  text: string,
  offset: number,
  grammar: SparkGrammar | undefined,
  options: TableSqlOptions,
): Promise<Completion> {
  const part = statementAt(text, offset);
  const cursor = withCaret(part, offset - part.start);
  const parsed = cursor.isInText ? undefined : readPart(cursor, options);
  if (!parsed?.caret) {
    return { replace: { start: offset, end: offset }, offers: [], isIncomplete: false };
  }
  const { caret, statement } = parsed;
  const schema = await loadSchema(statement ? [statement] : [], options.tables, options.views);
  const before = `${options.form === "joinFilter" ? conditionPrefix : ""}${part.text.slice(0, cursor.start)}`;
  const isShort = before.length <= longestForGrammar;
  const allowed = () => (isShort ? grammar?.keywordsAt(`${before} `, before.length) : undefined) ?? [];
  const offering = { caret, names: new Names(schema), options, prefix: cursor.prefix, allowed };
  const { offers, isIncomplete = false } = await offersAt(offering);
  return { replace: { start: part.start + cursor.start, end: part.start + cursor.end }, offers, isIncomplete };
}

interface Offers {
  readonly offers: readonly CompletionOffer[];
  readonly isIncomplete?: boolean;
}

async function offersAt(offering: Offering): Promise<Offers> {
  const { caret, names, options, prefix, allowed } = offering;
  const { place, scope } = caret;
  switch (place.kind) {
    case "statement":
      return { offers: statementOffers(options.form) };
    case "operand":
      return { offers: operandOffers(offering, place) };
    case "operator":
      return {
        offers: keywordOffers([...(place.isInCase ? caseWords : []), ...wordsAfterOperand[place.clause]], allowed()),
      };
    case "member":
      return { offers: memberOffers(place.path, caret, names, place.clause === "select") };
    case "table":
      return withQueryWords(await tableOffers(prefix, caret, options, place.isTarget), place.canBeQuery);
    case "afterTable":
      return { offers: keywordOffers(wordsAfterTable[place.after], allowed()) };
    case "targetColumn":
      return { offers: targetOffers(place.target, names, scope) };
    case "type":
      return { offers: typeOffers() };
    case "newName":
      return { offers: [] };
    case "words":
      return { offers: keywordOffers(place.words ?? preferWords(withoutStarters(allowed())), []) };
    default:
      return assertNever(place);
  }
}

function withQueryWords(tables: Offers, canBeQuery = false): Offers {
  return canBeQuery ? { ...tables, offers: [...keywordOffers(queryWords, []), ...tables.offers] } : tables;
}

/** Where an operand stands, the reader knows as much as the grammar, which takes longest just there. */
function operandOffers(
  { caret, names, options }: Offering,
  { clause, isPredicate, among }: Extract<Caret["place"], { kind: "operand" }>,
): CompletionOffer[] {
  const isCondition = isPredicate && (clause === "where" || clause === "on" || clause === "having");
  const words = clause === "select" ? ["DISTINCT", ...operandWords] : operandWords;
  return [
    ...(isCondition ? timeOffers(caret.scope, names, options) : []),
    ...(isPredicate && clause === "on" ? joinOffers(among ?? caret.scope?.sources, names) : []),
    ...columnOffers(caret, names, clause, among),
    ...functionOffers(),
    ...keywordOffers(words, []).map((offer) => ({ ...offer, rank: offer.rank + 600 })),
  ];
}

/** The time column of the SQL-like language, completed to a range of each primary timestamp in sight. */
function timeOffers(scope: Scope | undefined, names: Names, { timeColumn, now }: TableSqlOptions): CompletionOffer[] {
  const { from, to } = lastYear(now);
  return primaryTimestamps(scope, names).map(({ path, type }, rank, all) => {
    const [first, second] = [timeLiteral(type, from), timeLiteral(type, to)];
    const written = plainSnippet(path);
    return {
      label: all.length > 1 ? `${timeColumn} (${path})` : timeColumn,
      kind: "time",
      snippet: `${written} >= ${placeholder(1, first)} AND ${written} < ${placeholder(2, second)}`,
      detail: `${path} >= ${first} AND ${path} < ${second}`,
      documentation: "Range of the primary timestamp; the end is not included.",
      rank,
    };
  });
}

/** `TIMESTAMP '${1:2024-01-01 00:00:00}'`: only what changes is filled in. */
function placeholder(index: number, literal: string): string {
  return literal.replace(/'(.*)'/, (_, value: string) => `'\${${index}:${value}}'`);
}

/** What may be read from, or written to: table sources, and for reading the text's own queries and inputs before them. */
async function tableOffers(
  prefix: string,
  { ctes }: Caret,
  { tables, views = [], form }: TableSqlOptions,
  isTarget: boolean,
): Promise<Pick<Completion, "offers" | "isIncomplete">> {
  const { tables: found, isComplete } = await tables.search(prefix);
  const hidden = new Set(views.map(({ name }) => name.toLowerCase()));
  const own: CompletionOffer[] = [
    ...ctes.toReversed().map(({ name }) => offer(name.text, "cte", "Query of this statement", 0)),
    ...views.map(({ name }) =>
      offer(name, "view", form === "joinFilter" ? "Side of the filter" : "Input of the job", 1),
    ),
  ];
  return {
    offers: [
      ...(isTarget ? [] : own),
      ...found.filter(({ objectName }) => !hidden.has(objectName.toLowerCase())).map(tableOffer),
    ],
    isIncomplete: !isComplete,
  };
}

function tableOffer(table: TableEntry): CompletionOffer {
  const { objectName, displayName, description, columns, isMaterializedView } = table;
  const names = columns.map(({ name }) => name).join(", ");
  const title = displayName ?? "Table source";
  const documentation = [description, names].filter(Boolean).join("\n\n");
  return {
    ...offer(objectName, "table", isMaterializedView ? `${title} · materialized view` : title, 2),
    ...(documentation !== "" && { documentation }),
  };
}

function offer(name: string, kind: CompletionOffer["kind"], detail: string, rank: number): CompletionOffer {
  return { label: name, kind, snippet: plainSnippet(writeName(name)), detail, rank };
}
