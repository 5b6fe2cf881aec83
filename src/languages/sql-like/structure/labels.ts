import type { Span } from "../../core/text/span.ts";
import { lex } from "../syntax/lexer.ts";
import type { QueryPart } from "../syntax/query-document.ts";
import type { Label, Query } from "../syntax/tree.ts";

/** Label with the query whose column it names. */
interface PlacedLabel {
  readonly query: Query;
  readonly label: Label;
}

/** Label at an offset, or the label that is referred to there. */
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

/** Non-empty labels of a query, in column order. */
export function labelsOf({ items }: Query): readonly Label[] {
  return items.flatMap(({ label }) => (label && label.value !== "" ? [label] : []));
}

/**
 * References to a label in clauses that the language does not have, such as ORDER BY; nothing else can refer to labels.
 */
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
