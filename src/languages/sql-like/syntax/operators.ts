/**
 * Operator and punctuation signs of the language. Longer signs come first, so that the longest match is found first
 * (sql-like-language 2.6).
 */
export const signs = [
  "!=",
  "<=",
  ">=",
  "<>",
  "==",
  "||",
  "(",
  ")",
  ",",
  ".",
  ";",
  "=",
  "<",
  ">",
  "*",
  "+",
  "-",
  "/",
] as const;

export type Sign = (typeof signs)[number];

export type CompareOperator = "=" | "!=" | "<" | "<=" | ">" | ">=";

/** Comparison operators by sign. `<>` and `==` are alternative spellings. */
export const comparisons: Readonly<Partial<Record<Sign, CompareOperator>>> = {
  "=": "=",
  "!=": "!=",
  "<>": "!=",
  "==": "=",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
};

// Both functions run after nearly every operand and therefore avoid a table lookup.

/** Whether a token kind or text is a comparison sign. */
export function isComparison(kind: string): kind is Sign {
  switch (kind) {
    case "=":
    case "!=":
    case "<>":
    case "==":
    case "<":
    case "<=":
    case ">":
    case ">=":
      return true;
    default:
      return false;
  }
}

/** Whether a token kind or text is an arithmetic sign. Arithmetic is parsed only to be reported as unsupported. */
export function isArithmetic(kind: string): boolean {
  switch (kind) {
    case "*":
    case "+":
    case "-":
    case "/":
    case "||":
      return true;
    default:
      return false;
  }
}
