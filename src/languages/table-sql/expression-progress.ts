import { createProblem } from "./diagnostics.ts";
import type { ExpressionPlace } from "./expression-place.ts";
import type { Token } from "./token.ts";
import type { TokenReader } from "./token-reader.ts";
import type { WholeUse } from "./tree.ts";

/** How far the reading of an expression has come. */
export interface Progress {
  readonly reader: TokenReader;
  readonly place: ExpressionPlace;
  /** Whether an operand is awaited. */
  isOpen: boolean;
  /** Each CASE whose END has not come yet, the innermost last. */
  readonly cases: Token[];
  operands: number;
  /** Between BETWEEN and its AND. */
  isInRange: boolean;
  /** Whether the operand that is awaited may be a whole predicate. */
  isPredicate: boolean;
  use: WholeUse | undefined;
}

/** An operand was read: a column, star or call alone when `use` is given. */
export function endOperand(progress: Progress, use?: WholeUse): void {
  progress.operands++;
  progress.use = use;
  progress.isOpen = false;
}

/** Takes an operator with an operand on either side, and says when the left one is missing. */
export function continueWith(progress: Progress): void {
  const { reader, isOpen } = progress;
  const { previous } = reader;
  const operator = reader.advance();
  if (isOpen && previous) {
    reader.problems.push(createProblem("TS202", operator, { what: "An expression", after: previous.text }));
  }
  progress.isPredicate = operator.key === "OR" || (operator.key === "AND" && !progress.isInRange);
  progress.isInRange = operator.key === "BETWEEN" || (progress.isInRange && operator.key !== "AND");
  progress.operands++;
  progress.isOpen = true;
}

/** `IS NOT NULL`, `IS DISTINCT FROM a`: the words up to the operand, if one follows. */
export function readIs(progress: Progress): void {
  const { reader, place } = progress;
  reader.advance();
  reader.takeCaret({ kind: "words" }, place.scope);
  reader.take("NOT");
  reader.takeCaret({ kind: "words" }, place.scope);
  progress.operands++;
  if (reader.take("DISTINCT")) {
    reader.takeCaret({ kind: "words" }, place.scope);
    reader.take("FROM");
    progress.isOpen = true;
  } else if (reader.isAt("NULL", "TRUE", "FALSE", "UNKNOWN")) {
    reader.advance();
  } else if (!reader.caret && reader.previous) {
    const { previous } = reader;
    reader.problems.push(createProblem("TS202", previous, { what: "NULL, TRUE or FALSE", after: previous.text }));
  }
}
