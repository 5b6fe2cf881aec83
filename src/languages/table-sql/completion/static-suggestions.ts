import { sparkFunctions } from "../functions/functions.ts";
import { typeNames } from "../grammar/grammar-keywords.ts";
import type { SqlTextKind } from "../syntax/text-parts.ts";
import type { SqlSuggestion } from "./sql-suggestion.ts";
import { escapeSqlSnippet } from "./sql-suggestion.ts";

/**
 * Suggests those of the given keywords that the grammar allows at the cursor. A phrase such as `LEFT JOIN` is allowed
 * if its first word is. If the grammar allows none, because it cannot parse incomplete text, all keywords are
 * suggested.
 */
export function suggestKeywords(words: readonly string[], allowed: readonly string[]): SqlSuggestion[] {
  const firstWords = new Set(allowed.flatMap((word) => word.split(" ")[0] ?? []));
  const fitting = words.filter((word) => firstWords.has(word.split(" ")[0] ?? ""));
  return (fitting.length > 0 ? fitting : words).map((word, rank) => ({
    label: word,
    kind: "keyword",
    snippet: `${escapeSqlSnippet(word)} `,
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
    "Update existing rows and add new ones",
  ],
];

/** Suggests templates of SQL statements. In the definition of a view, suggests only queries. */
export function suggestStatements(form: SqlTextKind = "statements"): SqlSuggestion[] {
  return statements
    .filter(([label]) => form !== "viewQuery" || label === "SELECT" || label === "WITH")
    .map(([label, snippet, detail], rank) => ({ label, kind: "keyword", snippet, detail, rank }));
}

export function suggestDataTypes(): SqlSuggestion[] {
  return typeNames.map((label, rank) => ({ label, kind: "type", snippet: escapeSqlSnippet(label), rank }));
}

const functionOfferList: readonly SqlSuggestion[] = sparkFunctions.map(
  ({ name, signature, summary, parameters, isAggregate }) => ({
    label: name,
    kind: "function",
    snippet: parameters.length > 0 ? `${name}($1)` : `${name}()`,
    detail: signature,
    documentation: summary,
    rank: isAggregate ? 400 : 401,
  }),
);

export function suggestFunctions(): readonly SqlSuggestion[] {
  return functionOfferList;
}
