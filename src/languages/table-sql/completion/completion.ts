import { assertNever } from "../../../base/assert-never.ts";
import type { TableEntry } from "../../core/model/table-model.ts";
import { conditionPrefix } from "../checks/check-syntax.ts";
import {
  caseKeywords,
  keywordsAfterOperand,
  keywordsAfterTable,
  operandKeywords,
  removeStatementStarters,
  sortKeywordsByUsage,
} from "../grammar/grammar-keywords.ts";
import type { SparkGrammar } from "../grammar/spark-grammar.ts";
import { NameResolver } from "../names/name-resolver.ts";
import type { TableSqlOptions } from "../names/options.ts";
import { resolveTables } from "../names/table-schema.ts";
import { findPrimaryTimestamps, formatTimeLiteral, previousYearOf } from "../names/time-predicate.ts";
import type { CursorContext } from "../syntax/caret.ts";
import { queryKeywords } from "../syntax/keywords.ts";
import { quoteNameIfNeeded } from "../syntax/lexer.ts";
import type { NameUseScope } from "../syntax/scopes.ts";
import { sqlStatementAt } from "../syntax/split-statements.ts";
import { insertCursorToken, parseTextStatement } from "../syntax/text-parts.ts";
import {
  suggestColumns,
  suggestColumnsOfSource,
  suggestJoinConditions,
  suggestTargetColumns,
} from "./column-suggestions.ts";
import { escapeSqlSnippet, type SqlCompletion, type SqlSuggestion } from "./sql-suggestion.ts";
import { suggestDataTypes, suggestFunctions, suggestKeywords, suggestStatements } from "./static-suggestions.ts";

/**
 * Maximum statement length, in characters, for which the grammar filters suggested keywords. It is too slow for longer
 * statements.
 */
const maxGrammarLength = 10_000;

/** Parameters of the functions that create completion suggestions. */
interface CompletionInput {
  readonly caret: CursorContext;
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
export async function completeSqlText(
  text: string,
  offset: number,
  grammar: SparkGrammar | undefined,
  options: TableSqlOptions,
): Promise<SqlCompletion> {
  const part = sqlStatementAt(text, offset);
  const cursor = insertCursorToken(part, offset - part.start);
  const parsed = cursor.isInText ? undefined : parseTextStatement(cursor, options);
  if (!parsed?.caret) {
    return { replace: { start: offset, end: offset }, suggestions: [], isIncomplete: false };
  }
  const { caret, statement } = parsed;
  const schema = await resolveTables(statement ? [statement] : [], options.tables, options.views);
  const before = `${options.form === "joinFilter" ? conditionPrefix : ""}${part.text.slice(0, cursor.start)}`;
  const isShort = before.length <= maxGrammarLength;
  const allowedKeywords = () => (isShort ? grammar?.keywordsAt(`${before} `, before.length) : undefined) ?? [];
  const input = { caret, resolver: new NameResolver(schema), options, prefix: cursor.prefix, allowedKeywords };
  const { suggestions, isIncomplete = false } = await offersAt(input);
  return { replace: { start: part.start + cursor.start, end: part.start + cursor.end }, suggestions, isIncomplete };
}

interface Offers {
  readonly suggestions: readonly SqlSuggestion[];
  readonly isIncomplete?: boolean;
}

async function offersAt(input: CompletionInput): Promise<Offers> {
  const { caret, resolver, options, prefix, allowedKeywords } = input;
  const { context, scope } = caret;
  switch (context.kind) {
    case "statement":
      return { suggestions: suggestStatements(options.form) };
    case "operand":
      return { suggestions: operandOffers(input, context) };
    case "operator":
      return {
        suggestions: suggestKeywords(
          [...(context.isInCase ? caseKeywords : []), ...keywordsAfterOperand[context.clause]],
          allowedKeywords(),
        ),
      };
    case "member":
      return { suggestions: suggestColumnsOfSource(context.path, caret, resolver, context.clause === "select") };
    case "table":
      return withQueryKeywords(await tableOffers(prefix, caret, options, context.isTarget), context.canBeQuery);
    case "afterTable":
      return { suggestions: suggestKeywords(keywordsAfterTable[context.after], allowedKeywords()) };
    case "targetColumn":
      return { suggestions: suggestTargetColumns(context.target, resolver, scope) };
    case "type":
      return { suggestions: suggestDataTypes() };
    case "newName":
      return { suggestions: [] };
    case "keywords":
      return {
        suggestions: suggestKeywords(
          context.keywords ?? sortKeywordsByUsage(removeStatementStarters(allowedKeywords())),
          [],
        ),
      };
    default:
      return assertNever(context);
  }
}

function withQueryKeywords(tables: Offers, canBeQuery = false): Offers {
  return canBeQuery
    ? { ...tables, suggestions: [...suggestKeywords(queryKeywords, []), ...tables.suggestions] }
    : tables;
}

/**
 * Suggests operands of an expression. The grammar is not used, because it is slowest in this context and adds nothing
 * to what the parser knows.
 */
function operandOffers(
  { caret, resolver, options }: CompletionInput,
  { clause, isPredicate, candidates }: Extract<CursorContext["context"], { kind: "operand" }>,
): SqlSuggestion[] {
  const isCondition = isPredicate && (clause === "where" || clause === "on" || clause === "having");
  const words = clause === "select" ? ["DISTINCT", ...operandKeywords] : operandKeywords;
  return [
    ...(isCondition ? timeOffers(caret.scope, resolver, options) : []),
    ...(isPredicate && clause === "on" ? suggestJoinConditions(candidates ?? caret.scope?.sources, resolver) : []),
    ...suggestColumns(caret, resolver, clause, candidates),
    ...suggestFunctions(),
    ...suggestKeywords(words, []).map((offer) => ({ ...offer, rank: offer.rank + 600 })),
  ];
}

/**
 * Suggests the time column of the SQL-like language. When accepted, the suggestion inserts a time range over a visible
 * primary timestamp instead.
 */
function timeOffers(
  scope: NameUseScope | undefined,
  resolver: NameResolver,
  { timeColumn, now }: TableSqlOptions,
): SqlSuggestion[] {
  const { from, to } = previousYearOf(now);
  return findPrimaryTimestamps(scope, resolver).map(({ path, type }, rank, all) => {
    const [first, second] = [formatTimeLiteral(type, from), formatTimeLiteral(type, to)];
    const written = escapeSqlSnippet(path);
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
  { ctes }: CursorContext,
  { tables, views = [], form }: TableSqlOptions,
  isTarget: boolean,
): Promise<Pick<SqlCompletion, "suggestions" | "isIncomplete">> {
  const { tables: found, isComplete } = await tables.search(prefix);
  const hidden = new Set(views.map(({ name }) => name.toLowerCase()));
  const localOffers: SqlSuggestion[] = [
    ...ctes.toReversed().map(({ name }) => offer(name.text, "cte", "Common table expression", 0)),
    ...views.map(({ name }) =>
      offer(name, "view", form === "joinFilter" ? "Side of the filter" : "Input of the job", 1),
    ),
  ];
  return {
    suggestions: [
      ...(isTarget ? [] : localOffers),
      ...found.filter(({ objectName }) => !hidden.has(objectName.toLowerCase())).map(tableOffer),
    ],
    isIncomplete: !isComplete,
  };
}

function tableOffer(table: TableEntry): SqlSuggestion {
  const { objectName, displayName, description, columns, isMaterializedView } = table;
  const columnNames = columns.map(({ name }) => name).join(", ");
  const title = displayName ?? "Table source";
  const documentation = [description, columnNames].filter(Boolean).join("\n\n");
  return {
    ...offer(objectName, "table", isMaterializedView ? `${title} · materialized view` : title, 2),
    ...(documentation !== "" && { documentation }),
  };
}

function offer(name: string, kind: SqlSuggestion["kind"], detail: string, rank: number): SqlSuggestion {
  return { label: name, kind, snippet: escapeSqlSnippet(quoteNameIfNeeded(name)), detail, rank };
}
