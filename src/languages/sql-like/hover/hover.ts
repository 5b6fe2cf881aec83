import type { ModelSearch, ModelSearchResult } from "../../core/model/model-requests.ts";
import { paragraphs } from "../../core/text/markdown.ts";
import type { Span } from "../../core/text/span.ts";
import { kindOf } from "../binding/kind-by-model.ts";
import type { NameScope } from "../names/query-name.ts";
import { nameAt, namesIn } from "../names/query-names.ts";
import { lex } from "../syntax/lexer.ts";
import type { QueryPart } from "../syntax/query-document.ts";
import type { Query } from "../syntax/tree.ts";
import { describeName } from "./name.ts";
import { describeTimeAt } from "./time.ts";
import { describeWord } from "./word.ts";

/** What to show about a stretch of a text. */
export interface Hover extends Span {
  /** Text of the model is escaped in it. */
  readonly markdown: string;
}

export interface HoverOptions extends NameScope {
  readonly search: (search: ModelSearch) => Promise<ModelSearchResult>;
}

/** What there is to say of the name, word or text at a place of a part; `undefined` when that is nothing. */
export async function hover(part: QueryPart, offset: number, options: HoverOptions): Promise<Hover | undefined> {
  if (part.comments.some(({ start, end }) => start < offset && offset < end)) {
    return undefined;
  }
  const name = nameAt(namesIn(part, options), offset);
  if (name) {
    const { start, end, query } = name;
    const described = await describeName(name, options);
    const markdown = paragraphs(described, query && describeTimeAt(query, name, options));
    return markdown === "" ? undefined : { markdown, start, end };
  }
  const tokens = lex(part.text).tokens.filter((token) => token.kind === "word");
  const word =
    tokens.find(({ start, end }) => start <= offset && offset < end) ?? tokens.find(({ end }) => end === offset);
  if (word?.kind !== "word") {
    return undefined;
  }
  const query = queryAt(part, offset);
  const kind = query && kindOf(query, options.model);
  const markdown = paragraphs(describeWord(word.text, kind), query && describeTimeAt(query, word, options));
  return { markdown, start: word.start, end: word.end };
}

/** Whether there is more to say at a place once the names of the part were looked up. */
export function needsModel(part: QueryPart, offset: number, scope: NameScope): boolean {
  return nameAt(namesIn(part, scope), offset)?.state === "assumed";
}

function queryAt({ statements }: QueryPart, offset: number): Query | undefined {
  return statements.find(
    (statement): statement is Query =>
      statement.kind === "query" && statement.start <= offset && offset <= statement.end,
  );
}
