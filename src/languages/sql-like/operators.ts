import type { CompareOperator } from "./bound-condition.ts";

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

/** Signs that are read only to be reported. */
export const arithmeticSigns: ReadonlySet<Sign> = new Set(["*", "+", "-", "/", "||"]);
