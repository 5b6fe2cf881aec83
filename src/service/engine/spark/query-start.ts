import type { TokenStream } from "./token-stream.ts";

/** Whether a query stands in the bracket whose first token is so far ahead. */
export function isQueryStart(tokens: TokenStream, ahead: number): boolean {
  let index = ahead;
  while (tokens.peek(index).text === "(" && tokens.peek(index).kind === "symbol") {
    index++;
  }
  const first = tokens.peek(index);
  const text = first.text.toUpperCase();
  if (first.kind !== "word") {
    return false;
  }
  // FROM ... SELECT is a query; VALUES, TABLE and WITH may be names elsewhere, but not before these tokens.
  const next = tokens.peek(index + 1);
  return (
    text === "SELECT" ||
    (text === "FROM" && next.kind !== "symbol") ||
    (text === "VALUES" && next.text !== ")" && next.text !== ".") ||
    ((text === "WITH" || text === "TABLE") && (next.kind === "word" || next.kind === "quoted"))
  );
}
