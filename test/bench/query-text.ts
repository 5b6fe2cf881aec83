import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The right examples of the language document, one after the other, until there are so many lines; the labels of each are its own. */
export function queryText(repositoryRoot: string, lines: number): string {
  const file = join(repositoryRoot, "test", "fixtures", "sql-like", "examples.json");
  const examples: readonly { readonly text: string }[] = JSON.parse(readFileSync(file, "utf8"));
  const statements: string[] = [];
  let count = 0;
  for (let index = 0; count < lines; index++) {
    const text = (examples[index % examples.length]?.text ?? "").trim().replace(/;?$/, ";");
    const varied = text.replace(/\bAS "/g, `AS "${index} `).replace(/2024-(\d\d)/g, `20${10 + (index % 15)}-$1`);
    statements.push(varied);
    count += varied.split("\n").length;
  }
  return statements.join("\n");
}
