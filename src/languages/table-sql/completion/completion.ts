import { assertNever } from "../../../base/assert-never.ts";
import type { TableEntry } from "../../core/model/table-model.ts";
import { conditionPrefix } from "../checks/check-syntax.ts";
import {
  caseKeywords,
  keywordsAfterOperand,
  keywordsAfterTable,
  operandKeywords,
  sortByUsage,
  withoutStatementStarters,
} from "../grammar/grammar-keywords.ts";
import type { SparkGrammar } from "../grammar/spark-grammar.ts";
import { NameResolver } from "../names/name-resolver.ts";
import type { TableSqlOptions } from "../names/options.ts";
import { loadSchema } from "../names/table-schema.ts";
import { lastYear, primaryTimestamps, timeLiteral } from "../names/time-predicate.ts";
import type { Caret } from "../syntax/caret.ts";
import { queryKeywords } from "../syntax/keywords.ts";
import { quoteNameIfNeeded } from "../syntax/lexer.ts";
import type { Scope } from "../syntax/scopes.ts";
import { statementAt } from "../syntax/split-statements.ts";
import { parsePart, withCaret } from "../syntax/text-parts.ts";
import { columnOffers, joinOffers, memberOffers, targetOffers } from "./column-offers.ts";
import { type Completion, type CompletionOffer, plainSnippet } from "./completion-offer.ts";
import { functionOffers, keywordOffers, statementOffers, typeOffers } from "./static-offers.ts";

/**
 * Maximum statement length, in characters, for which the grammar filters suggested keywords. It is too slow for longer
 * statements.
 */
const maxGrammarLength = 10_000;

/** Parameters of the functions that create completion suggestions. */
interface CompletionInput {
  readonly caret: Caret;
  readonly resolver: NameResolver;
  readonly options: TableSqlOptions;
  /** Text of the word at the cursor, up to the cursor. */
  readonly prefix: string;
  /**
   * Returns the keywords that the grammar allows at the cursor. Empty if the grammar cannot parse the text before it.
   */
  readonly allowedKeywords: () => readonly string[];
}

/**
 * Returns the completion suggestions at an offset of a SQL text. Parses only the statement that contains the offset.
 */
export async function complete(
  text: string,
  offset: number,
  grammar: SparkGrammar | undefined,
  options: TableSqlOptions,
): Promise<Completion> {
  const part = statementAt(text, offset);
  const cursor = withCaret(part, offset - part.start);
  const parsed = cursor.isInText ? undefined : parsePart(cursor, options);
  if (!parsed?.caret) {
    return { replace: { start: offset, end: offset }, offers: [], isIncomplete: false };
  }
  const { caret, statement } = parsed;
  const schema = await loadSchema(statement ? [statement] : [], options.tables, options.views);
  const before = `${options.form === "joinFilter" ? conditionPrefix : ""}${part.text.slice(0, cursor.start)}`;
  const isShort = before.length <= maxGrammarLength;
  const allowedKeywords = () => (isShort ? grammar?.keywordsAt(`${before} `, before.length) : undefined) ?? [];
  const input = { caret, resolver: new NameResolver(schema), options, prefix: cursor.prefix, allowedKeywords };
  const { offers, isIncomplete = false } = await offersAt(input);
  return { replace: { start: part.start + cursor.start, end: part.start + cursor.end }, offers, isIncomplete };
}

interface Offers {
  readonly offers: readonly CompletionOffer[];
  readonly isIncomplete?: boolean;
}

async function offersAt(input: CompletionInput): Promise<Offers> {
  const { caret, resolver, options, prefix, allowedKeywords } = input;
  const { context, scope } = caret;
  switch (context.kind) {
    case "statement":
      return { offers: statementOffers(options.form) };
    case "operand":
      return { offers: operandOffers(input, context) };
    case "operator":
      return {
        offers: keywordOffers(
          [...(context.isInCase ? caseKeywords : []), ...keywordsAfterOperand[context.clause]],
          allowedKeywords(),
        ),
      };
    case "member":
      return { offers: memberOffers(context.path, caret, resolver, context.clause === "select") };
    case "table":
      return withQueryKeywords(await tableOffers(prefix, caret, options, context.isTarget), context.canBeQuery);
    case "afterTable":
      return { offers: keywordOffers(keywordsAfterTable[context.after], allowedKeywords()) };
    case "targetColumn":
      return { offers: targetOffers(context.target, resolver, scope) };
    case "type":
      return { offers: typeOffers() };
    case "newName":
      return { offers: [] };
    case "keywords":
      return {
        offers: keywordOffers(context.keywords ?? sortByUsage(withoutStatementStarters(allowedKeywords())), []),
      };
    default:
      return assertNever(context);
  }
}

function withQueryKeywords(tables: Offers, canBeQuery = false): Offers {
  return canBeQuery ? { ...tables, offers: [...keywordOffers(queryKeywords, []), ...tables.offers] } : tables;
}

/**
 * Suggests operands of an expression. The grammar is not used, because it is slowest in this context and adds nothing
 * to what the parser knows.
 */
function operandOffers(
  { caret, resolver, options }: CompletionInput,
  { clause, isPredicate, candidates }: Extract<Caret["context"], { kind: "operand" }>,
): CompletionOffer[] {
  const isCondition = isPredicate && (clause === "where" || clause === "on" || clause === "having");
  const words = clause === "select" ? ["DISTINCT", ...operandKeywords] : operandKeywords;
  return [
    ...(isCondition ? timeOffers(caret.scope, resolver, options) : []),
    ...(isPredicate && clause === "on" ? joinOffers(candidates ?? caret.scope?.sources, resolver) : []),
    ...columnOffers(caret, resolver, clause, candidates),
    ...functionOffers(),
    ...keywordOffers(words, []).map((offer) => ({ ...offer, rank: offer.rank + 600 })),
  ];
}

/**
 * Suggests the time column of the SQL-like language. When accepted, the suggestion inserts a time range over a visible
 * primary timestamp instead.
 */
function timeOffers(
  scope: Scope | undefined,
  resolver: NameResolver,
  { timeColumn, now }: TableSqlOptions,
): CompletionOffer[] {
  const { from, to } = lastYear(now);
  return primaryTimestamps(scope, resolver).map(({ path, type }, rank, all) => {
    const [first, second] = [timeLiteral(type, from), timeLiteral(type, to)];
    const written = plainSnippet(path);
    return {
      label: all.length > 1 ? `${timeColumn} (${path})` : timeColumn,
      kind: "time",
      snippet: `${written} >= ${placeholder(1, first)} AND ${written} < ${placeholder(2, second)}`,
      detail: `${path} >= ${first} AND ${path} < ${second}`,
      documentation: "Range of the primary timestamp, without its end.",
      rank,
    };
  });
}

/** Converts the value within a literal to a snippet placeholder: `TIMESTAMP '${1:2024-01-01 00:00:00}'`. */
function placeholder(index: number, literal: string): string {
  return literal.replace(/'(.*)'/, (_, value: string) => `'\${${index}:${value}}'`);
}

/** Suggests table sources. Where a table is read, common table expressions and local views come first. */
async function tableOffers(
  prefix: string,
  { ctes }: Caret,
  { tables, views = [], form }: TableSqlOptions,
  isTarget: boolean,
): Promise<Pick<Completion, "offers" | "isIncomplete">> {
  const { tables: found, isComplete } = await tables.search(prefix);
  const hidden = new Set(views.map(({ name }) => name.toLowerCase()));
  const localOffers: CompletionOffer[] = [
    ...ctes.toReversed().map(({ name }) => offer(name.text, "cte", "Common table expression", 0)),
    ...views.map(({ name }) =>
      offer(name, "view", form === "joinFilter" ? "Side of the filter" : "Input of the job", 1),
    ),
  ];
  return {
    offers: [
      ...(isTarget ? [] : localOffers),
      ...found.filter(({ objectName }) => !hidden.has(objectName.toLowerCase())).map(tableOffer),
    ],
    isIncomplete: !isComplete,
  };
}

function tableOffer(table: TableEntry): CompletionOffer {
  const { objectName, displayName, description, columns, isMaterializedView } = table;
  const columnNames = columns.map(({ name }) => name).join(", ");
  const title = displayName ?? "Table source";
  const documentation = [description, columnNames].filter(Boolean).join("\n\n");
  return {
    ...offer(objectName, "table", isMaterializedView ? `${title} · materialized view` : title, 2),
    ...(documentation !== "" && { documentation }),
  };
}

function offer(name: string, kind: CompletionOffer["kind"], detail: string, rank: number): CompletionOffer {
  return { label: name, kind, snippet: plainSnippet(quoteNameIfNeeded(name)), detail, rank };
}
