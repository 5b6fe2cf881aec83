import { readFileSync } from "node:fs";
import fc from "fast-check";
import { diagnosticSamples } from "./diagnostic-samples.ts";

interface Example {
  readonly id: string;
  readonly text: string;
}

const readExamples = (name: string): readonly Example[] =>
  JSON.parse(readFileSync(`test/fixtures/sql-like/${name}.json`, "utf8"));

/** Every query of the language document, right and wrong, and one for every diagnostic. */
export const knownQueries: readonly string[] = [
  ...readExamples("examples").map(({ text }) => text),
  ...readExamples("wrong-queries").map(({ text }) => text),
  ...diagnosticSamples.map(([, text]) => text.replace(/[«»]/g, "")),
];

const pieces = /\s+|\w+|"[^"\n]*"|'[^'\n]*'|[^\s\w]/g;

const words =
  `SELECT FROM WHERE AS AND OR NOT IN BETWEEN IS NULL TRUE FALSE ( ) , . ; = == != <> < >= * - GROUP BY LIMIT JOIN Service_Time
  effectiveInstant intervalFrom(date("2024-01-01"),2) date("2024-01-31") date("1/13/2024") periods period( level( AVG(Age) Month 0 1 "x" 'y " '
  Employee Employee_Exit Location "Location_1" Direct_Manager Age isManager employeeCount() exitCount() Internal_Moves “ # -- /*`
    .split(/\s+/)
    .filter((word) => word !== "");

type Change = readonly ["delete" | "double" | "swap" | "insert" | "cut", number, string];

const changes = fc.array(
  fc.tuple(
    fc.constantFrom("delete", "double", "swap", "insert", "cut"),
    fc.nat(200),
    fc.constantFrom(...words),
  ) as fc.Arbitrary<Change>,
  { minLength: 1, maxLength: 4 },
);

/** Queries with a few of their pieces deleted, doubled, swapped with the next or joined by another. */
export function changedOnes(queries: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(queries, changes).map(([text, list]) => list.reduce(change, text));
}

export const changedQueries: fc.Arbitrary<string> = changedOnes(fc.constantFrom(...knownQueries));

function change(text: string, [kind, place, word]: Change): string {
  const list = text.match(pieces) ?? [];
  const index = list.length === 0 ? 0 : place % list.length;
  const [piece = "", next = ""] = list.slice(index);
  switch (kind) {
    case "delete":
      list.splice(index, 1);
      break;
    case "double":
      list.splice(index, 0, piece, " ");
      break;
    case "swap":
      list.splice(index, 2, next, piece);
      break;
    case "insert":
      list.splice(index, 0, ` ${word} `);
      break;
    case "cut":
      list.splice(index);
  }
  return list.join("");
}
