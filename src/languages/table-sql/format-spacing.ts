import { findFunction } from "./functions/functions.ts";
import { lex } from "./syntax/lexer.ts";
import type { Token } from "./syntax/token.ts";
import { binarySigns } from "./syntax/words.ts";

/** Words that a bracket follows with a space. */
const spacedWords: ReadonlySet<string> = new Set(
  `ALL AND ANY AS BETWEEN BY CASE CUBE DISTINCT ELSE EXCEPT EXISTS FILTER FROM GROUP HAVING IN INTERSECT INTO IS JOIN LIKE LIMIT
  MINUS NOT ON OR OVER PIVOT RLIKE SELECT SETS SOME TABLE THEN UNION USING VALUES WHEN WHERE WITH`
    .trim()
    .split(/\s+/),
);

/** Words that a sign after them makes a sign of its own: in `WHERE -1` the minus belongs to the number. */
const beforeOperand: ReadonlySet<string> = new Set(
  "AND BETWEEN BY CASE DISTINCT ELSE HAVING IN LIKE LIMIT NOT ON OR RETURN SELECT THEN VALUES WHEN WHERE INTERVAL".split(
    " ",
  ),
);

/** What stands between two tokens of one line; `before` is the token before them. */
export function spaceBetween(left: Token, right: Token, before: Token | undefined, isInType: boolean): "" | " " {
  return isTight(left, right, before, isInType) && staysApart(left, right) ? "" : " ";
}

function isTight(left: Token, right: Token, before: Token | undefined, isInType: boolean): boolean {
  if ([",", ";", ")", "]", "."].includes(right.key) || ["(", "[", "."].includes(left.key)) {
    return true;
  }
  if (left.key === "::" || right.key === "::") {
    return true;
  }
  if (isInType && (["<", ">", ">>", ">>>", ":"].includes(right.key) || left.key === "<")) {
    return true;
  }
  if (right.key === "[") {
    return left.kind !== "sign" || left.key === "]" || left.key === ")";
  }
  if (right.key === "(") {
    return isCall(left, right);
  }
  return isPrefix(left, before) || (left.end === right.start && isOdd(left, right));
}

/** A known function has its bracket close by; of any other name the writer decides. */
function isCall(left: Token, bracket: Token): boolean {
  if (left.kind !== "word" && left.kind !== "quotedName") {
    return left.end === bracket.start && left.kind !== "sign";
  }
  if (spacedWords.has(left.key)) {
    return false;
  }
  return findFunction(left.text) !== undefined || left.end === bracket.start;
}

/** For `- 1` behind a comma the minus is a sign of the number. */
function isPrefix(sign: Token, before: Token | undefined): boolean {
  if (!["-", "+", "~", "!"].includes(sign.key)) {
    return false;
  }
  return (
    before === undefined ||
    beforeOperand.has(before.key) ||
    binarySigns.has(before.key) ||
    ["(", ",", "[", "!", "~"].includes(before.key)
  );
}

/** Signs that the language does not know stay where they are. */
function isOdd(left: Token, right: Token): boolean {
  const isKnown = ({ kind, key }: Token) => kind !== "sign" || binarySigns.has(key) || ",;()[].->=>".includes(key);
  return (
    !isKnown(left) || !isKnown(right) || (left.kind === "word" && right.kind === "string" && left.text.length === 1)
  );
}

/** Whether two tokens without a space are still those two. */
function staysApart(left: Token, right: Token): boolean {
  const [first, second, end] = lex(left.text + right.text);
  return (
    first?.kind === left.kind &&
    first.text === left.text &&
    second?.kind === right.kind &&
    second.text === right.text &&
    end?.kind === "end"
  );
}
