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

/** Comparison signs and what they mean; `<>` and `==` are second spellings. */
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

// Both are asked after nearly every operand, so that no table is looked up for them.

/** Whether a kind of token, or its text, is a comparison sign. */
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

/** Whether it is a sign that is read only to be reported. */
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
