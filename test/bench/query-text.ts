import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The right examples of the language document, one after the other, until there are so many lines. The labels and years of each are
 * its own, and others in another edition, so that no statement of one has been read with another.
 */
export function queryText(repositoryRoot: string, lines: number, edition = 0): string {
  const file = join(repositoryRoot, "test", "fixtures", "sql-like", "examples.json");
  const examples: readonly { readonly text: string }[] = JSON.parse(readFileSync(file, "utf8"));
  const statements: string[] = [];
  let count = 0;
  for (let index = 0; count < lines; index++) {
    const text = (examples[index % examples.length]?.text ?? "").trim().replace(/;?$/, ";");
    const varied = vary(text, index + edition);
    statements.push(varied);
    count += varied.split("\n").length;
  }
  return statements.join("\n");
}

/** All years move by as much: a range still ends after it starts. */
function vary(text: string, by: number): string {
  return text
    .replace(/\bAS "/gi, (as) => `${as}${by} `)
    .replace(/\bAS (\w+)/gi, (label) => `${label}_${by}`)
    .replace(/\b20(\d\d)-/g, (_, year: string) => `${1900 + Number(year) + (by % 100)}-`);
}
