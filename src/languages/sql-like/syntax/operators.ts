/** Signs of the language, longer ones first so that the longest match is found first (sql-like-language 2.6). */
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

/** Comparison signs with their operators; `<>` and `==` are alternative spellings. */
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

/** Whether a token kind or text is an arithmetic sign, which is parsed only to be reported. */
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
