import { findFunction } from "./functions/functions.ts";
import { binaryOperatorSigns } from "./syntax/keywords.ts";
import { lexSql, type Token } from "./syntax/lexer.ts";

/** SQL keywords that the formatter separates from a following opening bracket by a space. */
const spacedWords: ReadonlySet<string> = new Set(
  `ALL AND ANY AS BETWEEN BY CASE CUBE DISTINCT ELSE EXCEPT EXISTS FILTER FROM GROUP HAVING IN INTERSECT INTO IS JOIN LIKE LIMIT
  MINUS NOT ON OR OVER PIVOT RLIKE SELECT SETS SOME TABLE THEN UNION USING VALUES WHEN WHERE WITH`
    .trim()
    .split(/\s+/),
);

/** SQL keywords after which a plus or minus is a prefix operator, as in `WHERE -1`. */
const beforeOperand: ReadonlySet<string> = new Set(
  "AND BETWEEN BY CASE DISTINCT ELSE HAVING IN LIKE LIMIT NOT ON OR RETURN SELECT THEN VALUES WHEN WHERE INTERVAL".split(
    " ",
  ),
);

/** Returns the white space between two tokens on one line. `before` is the token that precedes both. */
export function spaceBetweenTokens(left: Token, right: Token, before: Token | undefined, isInType: boolean): "" | " " {
  return isTight(left, right, before, isInType) && remainsTwoTokens(left, right) ? "" : " ";
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
  return isPrefix(left, before) || (left.end === right.start && isUnknownSign(left, right));
}

/**
 * Whether an opening bracket belongs to a function call: it follows a known function, or any other name without a
 * space.
 */
function isCall(left: Token, bracket: Token): boolean {
  if (left.kind !== "word" && left.kind !== "quotedName") {
    return left.end === bracket.start && left.kind !== "sign";
  }
  if (spacedWords.has(left.key)) {
    return false;
  }
  return findFunction(left.text) !== undefined || left.end === bracket.start;
}

/** Whether a plus or minus is a prefix operator, such as the minus of `- 1` after a comma. */
function isPrefix(sign: Token, before: Token | undefined): boolean {
  if (!["-", "+", "~", "!"].includes(sign.key)) {
    return false;
  }
  return (
    before === undefined ||
    beforeOperand.has(before.key) ||
    binaryOperatorSigns.has(before.key) ||
    ["(", ",", "[", "!", "~"].includes(before.key)
  );
}

/** Whether one of two tokens is an operator unknown to the parser, so that the formatter keeps the spacing. */
function isUnknownSign(left: Token, right: Token): boolean {
  const isKnown = ({ kind, key }: Token) =>
    kind !== "sign" || binaryOperatorSigns.has(key) || ",;()[].->=>".includes(key);
  return (
    !isKnown(left) || !isKnown(right) || (left.kind === "word" && right.kind === "string" && left.text.length === 1)
  );
}

/** Whether two tokens written without a space between them are still read as the same two tokens. */
function remainsTwoTokens(left: Token, right: Token): boolean {
  const [first, second, end] = lexSql(left.text + right.text);
  return (
    first?.kind === left.kind &&
    first.text === left.text &&
    second?.kind === right.kind &&
    second.text === right.text &&
    end?.kind === "end"
  );
}
