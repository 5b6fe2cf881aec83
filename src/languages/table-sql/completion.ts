import { assertNever } from "../../base/assert-never.ts";
import { conditionPrefix } from "./check-syntax.ts";
import { columnOffers, joinOffers, memberOffers, targetOffers } from "./completion-columns.ts";
import type { Completion, CompletionOffer } from "./completion-offer.ts";
import { tableOffers } from "./completion-tables.ts";
import { timeOffers } from "./completion-time.ts";
import { functionOffers, keywordOffers, statementOffers, typeOffers } from "./completion-words.ts";
import {
  caseWords,
  operandWords,
  preferWords,
  withoutStarters,
  wordsAfterOperand,
  wordsAfterTable,
} from "./grammar-words.ts";
import { Names } from "./names.ts";
import type { TableSqlOptions } from "./options.ts";
import type { SparkGrammar } from "./spark-grammar.ts";
import type { Caret } from "./syntax/caret.ts";
import { readPart, withCaret } from "./syntax/read-text.ts";
import { statementAt } from "./syntax/split-statements.ts";
import { queryWords } from "./syntax/words.ts";
import { loadSchema } from "./table-schema.ts";

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
