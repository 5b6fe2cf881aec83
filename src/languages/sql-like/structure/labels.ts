import type { Span } from "../../core/text/span.ts";
import { lex } from "../syntax/lexer.ts";
import type { QueryPart } from "../syntax/query-document.ts";
import type { Label, Query } from "../syntax/tree.ts";

/** A label and the query whose column it names. */
interface PlacedLabel {
  readonly query: Query;
  readonly label: Label;
}

/** The label that stands at a place, or the one that is referred to there. */
export function labelAt(part: QueryPart, offset: number): PlacedLabel | undefined {
  const touches = ({ start, end }: Span) => start <= offset && offset <= end;
  for (const query of part.statements) {
    if (query.kind !== "query" || !touches(query)) {
      continue;
    }
    const labels = labelsOf(query);
    const label =
      labels.find(({ text }) => touches(text)) ??
      labels.find((candidate) => labelReferences(part, query, candidate).some(touches));
    if (label) {
      return { query, label };
    }
  }
  return undefined;
}

/** The labels of a query that are not empty, in the order of its columns. */
export function labelsOf({ items }: Query): readonly Label[] {
  return items.flatMap(({ label }) => (label && label.value !== "" ? [label] : []));
}

/** Where clauses that the language does not have, such as ORDER BY, refer to a label; nothing else can. */
export function labelReferences({ text }: QueryPart, { unsupported }: Query, { value }: Label): Span[] {
  return unsupported.flatMap((clause) =>
    lex(text.slice(clause.start, clause.end))
      .tokens.slice(1)
      .filter(
        (token) =>
          (token.kind === "name" && token.text === value) || (token.kind === "string" && token.value === value),
      )
      .map(({ start, end }) => ({ start: start + clause.start, end: end + clause.start })),
  );
}
