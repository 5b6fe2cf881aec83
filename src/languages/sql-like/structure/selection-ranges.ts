import type { Span } from "../../core/text/span.ts";
import { lexQuery } from "../syntax/lexer.ts";
import type { ParsedStatementText } from "../syntax/query-document.ts";
import { nodesOf } from "../syntax/tree-nodes.ts";

/**
 * Returns the spans around an offset, innermost first: word, quoted text, path, call, item, clause, statement, document
 * part. Each span contains the previous one and is longer.
 */
export function selectionSpansAt({ text, statements, comments }: ParsedStatementText, offset: number): Span[] {
  const touches = ({ start, end }: Span) => start <= offset && offset <= end;
  const spans: Span[] = comments.filter(touches);
  for (const token of lexQuery(text).tokens) {
    if (token.kind !== "end" && token.kind !== "sign" && touches(token)) {
      spans.push(token);
      const inner = { start: token.start + 1, end: token.end - 1 };
      if (token.kind === "string" && token.isClosed && touches(inner)) {
        spans.push(inner);
      }
    }
  }
  for (const statement of statements) {
    spans.push(...[...nodesOf(statement)].filter(touches));
    if (statement.kind === "query") {
      const { select, items } = statement;
      const clause = { start: select.start, end: Math.max(select.end, items.at(-1)?.end ?? 0) };
      spans.push(...[clause].filter(touches));
    }
  }
  const start = text.length - text.trimStart().length;
  spans.push(...[{ start: Math.min(start, offset), end: Math.max(text.trimEnd().length, offset) }]);
  return nested(spans);
}

function nested(spans: readonly Span[]): Span[] {
  const chain: Span[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.end - a.start - (b.end - b.start))) {
    const last = chain.at(-1);
    const isLonger = last === undefined ? end > start : start <= last.start && last.end <= end;
    const isSame = last !== undefined && start === last.start && end === last.end;
    if (isLonger && !isSame) {
      chain.push({ start, end });
    }
  }
  return chain;
}
