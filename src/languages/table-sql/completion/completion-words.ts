import { functions } from "../functions/functions.ts";
import { typeWords } from "../grammar/grammar-words.ts";
import type { TextForm } from "../syntax/read-text.ts";
import type { CompletionOffer } from "./completion-offer.ts";
import { plainSnippet } from "./completion-offer.ts";

/**
 * The words that fit a place and that the grammar allows there. A phrase such as `LEFT JOIN` is allowed when its first word
 * is. When the grammar cannot tell, because the text before is not complete, all words that fit are offered.
 */
export function keywordOffers(words: readonly string[], allowed: readonly string[]): CompletionOffer[] {
  const firsts = new Set(allowed.flatMap((word) => word.split(" ")[0] ?? []));
  const fitting = words.filter((word) => firsts.has(word.split(" ")[0] ?? ""));
  return (fitting.length > 0 ? fitting : words).map((word, rank) => ({
    label: word,
    kind: "keyword",
    snippet: `${plainSnippet(word)} `,
    rank,
  }));
}

const statements: readonly (readonly [label: string, snippet: string, detail: string])[] = [
  ["SELECT", "SELECT ${1:*}\nFROM ${2:table}", "Query rows"],
  [
    "WITH",
    "WITH ${1:name} AS (\n  SELECT ${2:*}\n  FROM ${3:table}\n)\nSELECT ${4:*}\nFROM ${1:name}",
    "Query in steps",
  ],
  ["INSERT INTO", "INSERT INTO ${1:table}\nSELECT ${2:*}\nFROM ${3:source}", "Add rows"],
  ["UPDATE", "UPDATE ${1:table}\nSET ${2:column} = ${3:value}\nWHERE ${4:condition}", "Change rows"],
  ["DELETE FROM", "DELETE FROM ${1:table}\nWHERE ${2:condition}", "Remove rows"],
  [
    "MERGE INTO",
    "MERGE INTO ${1:table} AS t\nUSING ${2:source} AS s\nON t.${3:key} = s.${3:key}\nWHEN MATCHED THEN UPDATE SET *\nWHEN NOT MATCHED THEN INSERT *",
    "Change rows that are there, add those that are not",
  ],
];

/** What a statement may begin with; a view is a query. */
export function statementOffers(form: TextForm = "statements"): CompletionOffer[] {
  return statements
    .filter(([label]) => form !== "viewQuery" || label === "SELECT" || label === "WITH")
    .map(([label, snippet, detail], rank) => ({ label, kind: "keyword", snippet, detail, rank }));
}

export function typeOffers(): CompletionOffer[] {
  return typeWords.map((label, rank) => ({ label, kind: "type", snippet: plainSnippet(label), rank }));
}

const functionOfferList: readonly CompletionOffer[] = functions.map(
  ({ name, signature, summary, parameters, isAggregate }) => ({
    label: name,
    kind: "function",
    snippet: parameters.length > 0 ? `${name}($1)` : `${name}()`,
    detail: signature,
    documentation: summary,
    rank: isAggregate ? 400 : 401,
  }),
);

export function functionOffers(): readonly CompletionOffer[] {
  return functionOfferList;
}
