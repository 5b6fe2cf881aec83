import { assertNever } from "../../../base/assert-never.ts";
import type { ModelSearch, ModelSearchResult } from "../../core/model/model-requests.ts";
import { joinParagraphs } from "../../core/text/markdown.ts";
import type { Span } from "../../core/text/span.ts";
import { queryKindByModel } from "../binding/kind-by-model.ts";
import { findNamesIn, nameAt } from "../names/name-reader.ts";
import type { NameScope } from "../names/query-name.ts";
import type { ReservedWord } from "../syntax/keywords.ts";
import { lexQuery } from "../syntax/lexer.ts";
import type { ParsedStatementText } from "../syntax/query-document.ts";
import type { QueryKind } from "../syntax/query-kind.ts";
import type { Query } from "../syntax/tree.ts";
import { describeName } from "./name.ts";
import { describeTimeAt } from "./time.ts";

/** Returns a description of a reserved word in one or two sentences. */
function describeWord(word: ReservedWord, kind: QueryKind | undefined): string {
  switch (word) {
    case "SELECT":
      return selectTexts[kind ?? "none"];
    case "FROM":
      return "The one subject or event that is queried. Others are reached by paths through references.";
    case "WHERE":
      return "Which records count, and the time: the time filter stands at the top, joined by AND.";
    case "AS":
      return "The name of the column. It cannot be used in WHERE.";
    case "AND":
      return "Both conditions hold. It binds closer than OR.";
    case "OR":
      return "At least one of the conditions holds. The time filter cannot stand under it.";
    case "NOT":
      return "The condition does not hold. It binds closer than AND.";
    case "IN":
      return "One of the members or values in the brackets, or the periods of time.";
    case "BETWEEN":
      return "From one value to another. Of a property both ends are included, of time the end is not.";
    case "IS":
    case "NULL":
      return "`IS NULL` holds where a value is missing, `IS NOT NULL` where there is one.";
    case "TRUE":
    case "FALSE":
      return "A truth value: what a concept is compared with.";
    default:
      return assertNever(word);
  }
}

const selectTexts: Readonly<Record<QueryKind | "none", string>> = {
  aggregate:
    "An **aggregate query**: it selects a metric. Every other item groups the result; time takes `IN periods(...)`.",
  list: "A **list query**: it selects no metric, so that each record is a row; time takes `BETWEEN`.",
  none: "The columns of the result. With a metric the query aggregates, without one it lists records.",
};

/** Hover text for a span of a document. */
interface Hover extends Span {
  /** Hover text as Markdown. Texts that come from the model are escaped. */
  readonly markdown: string;
}

export interface HoverOptions extends NameScope {
  readonly search: (search: ModelSearch) => Promise<ModelSearchResult>;
}

/** Returns the hover for the name, keyword or string at an offset of a document part; `undefined` if there is none. */
export async function hover(
  part: ParsedStatementText,
  offset: number,
  options: HoverOptions,
): Promise<Hover | undefined> {
  if (part.comments.some(({ start, end }) => start < offset && offset < end)) {
    return undefined;
  }
  const name = nameAt(findNamesIn(part, options), offset);
  if (name) {
    const { start, end, query } = name;
    const described = await describeName(name, options);
    const markdown = joinParagraphs(described, query && describeTimeAt(query, name, options));
    return markdown === "" ? undefined : { markdown, start, end };
  }
  const tokens = lexQuery(part.text).tokens.filter((token) => token.kind === "word");
  const word =
    tokens.find(({ start, end }) => start <= offset && offset < end) ?? tokens.find(({ end }) => end === offset);
  if (word?.kind !== "word") {
    return undefined;
  }
  const query = queryAt(part, offset);
  const kind = query && queryKindByModel(query, options.model);
  const markdown = joinParagraphs(describeWord(word.text, kind), query && describeTimeAt(query, word, options));
  return { markdown, start: word.start, end: word.end };
}

/** Whether a hover would show more details if the names in this statement were looked up in the model first. */
export function hoverNeedsModel(part: ParsedStatementText, offset: number, scope: NameScope): boolean {
  return nameAt(findNamesIn(part, scope), offset)?.state === "assumed";
}

function queryAt({ statements }: ParsedStatementText, offset: number): Query | undefined {
  return statements.find(
    (statement): statement is Query =>
      statement.kind === "query" && statement.start <= offset && offset <= statement.end,
  );
}
