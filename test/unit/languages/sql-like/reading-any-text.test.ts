import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { allInlayHints } from "../../../../src/languages/core/requests/inlay-hint-choice.ts";
import { findInlayHints } from "../../../../src/languages/sql-like/hints/inlay-hints.ts";
import { signatureHelpAt } from "../../../../src/languages/sql-like/hints/signature-help.ts";
import { hover } from "../../../../src/languages/sql-like/hover/hover.ts";
import type { NameScope } from "../../../../src/languages/sql-like/names/query-name.ts";
import { semanticTokensOf } from "../../../../src/languages/sql-like/structure/semantic-tokens.ts";
import { type ParsedStatementText, QueryDocument } from "../../../../src/languages/sql-like/syntax/query-document.ts";
import { appendixMembers } from "../../../support/appendix-model.ts";
import { describedScope, emptyScope, searchMembers } from "../../../support/described-model.ts";
import { languageRuns, languageTimeoutMs, placesOf } from "../../../support/language-runs.ts";

const texts: readonly string[] = ["examples", "wrong-queries"].flatMap((name) =>
  JSON.parse(readFileSync(`test/fixtures/sql-like/${name}.json`, "utf8")).map(({ text }: { text: string }) => text),
);

const scopes: readonly NameScope[] = [
  { ...describedScope, members: appendixMembers },
  { ...describedScope, isComplete: false },
  emptyScope,
  { ...describedScope, timeColumn: "Valid_Time" },
];

function checkSpan({ start, end }: { start: number; end: number }, text: string): void {
  assert.ok(0 <= start && start < end && end <= text.length, `${start} to ${end} of ${JSON.stringify(text)}`);
}

/** Asks everything that helps to read of a part, at a place of it. */
async function readPart(part: ParsedStatementText, offset: number): Promise<void> {
  const { text } = part;
  for (const scope of scopes) {
    const options = { ...scope, search: searchMembers };
    let last = 0;
    for (const token of semanticTokensOf(part, scope)) {
      checkSpan(token, text);
      assert.ok(token.start >= last, `tokens overlap at ${token.start} of ${JSON.stringify(text)}`);
      assert.doesNotMatch(text.slice(token.start, token.end), /[\r\n]/);
      last = token.end;
    }
    const found = await hover(part, offset, options);
    if (found) {
      checkSpan(found, text);
      assert.ok(found.start <= offset && offset <= found.end);
      assert.doesNotMatch(found.markdown, /undefined|NaN|\[object/);
    }
    const help = signatureHelpAt(part, offset, scope);
    assert.ok(help?.active === undefined || help.active < help.parameters.length);
    const range = { start: Math.min(offset, 10), end: text.length };
    let lastHint = range.start;
    for (const { offset: at, label } of await findInlayHints(part, range, { ...options, choice: allInlayHints })) {
      assert.ok(lastHint <= at && at <= range.end, `a hint at ${at} of ${JSON.stringify(text)}`);
      assert.doesNotMatch(label, /undefined|NaN|[\r\n]/);
      lastHint = at;
    }
  }
}

async function readText(text: string, place: number): Promise<void> {
  const offset = place % (text.length + 1);
  const { part, start } = QueryDocument.create(text).statementAt(offset);
  await readPart(part, offset - start);
}

const pieces = `SELECT FROM WHERE AS AND OR NOT IN BETWEEN IS NULL TRUE GROUP BY DISTINCT LIKE CASE WHEN END ( ( ) ) , , . . ; = == != - + *
  Service_Time Valid_Time effectiveInstant intervalFrom date( period( periods( level( AVG( Month Months Employee Employee_Exit Location Position.
  Direct_Manager Age isManager employeeCount employeeCount() employeeCountAbovePay( threshold = Internal_Moves "2024-01-01" "EMEA.Spain" "Location_1"
  'x' "open 1 99999999999999999999 9007199254740991 -- /* */ # \`a\` [b]`;

describe("what helps to read any text", () => {
  it("answers at every place of the examples, whole and broken off there", async () => {
    for (const text of texts) {
      for (const offset of placesOf(text, 9, 4)) {
        await readText(text, offset);
        await readText(text.slice(0, offset), offset);
      }
    }
  }).timeout(60_000);

  it("answers in words of the language in any order", async () => {
    const word = fc.constantFrom(...pieces.split(/\s+/).filter((piece) => piece !== ""));
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { maxLength: 40 }),
        fc.constantFrom(" ", "\n", ""),
        fc.nat(400),
        (words, space, place) => readText(words.join(space), place),
      ),
      languageRuns("words of the language, explained"),
    );
  }).timeout(languageTimeoutMs);

  it("answers in an example with anything put into it", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...texts),
        fc.string({ unit: "binary", maxLength: 12 }),
        fc.nat(400),
        (text, inserted, place) => {
          const at = place % (text.length + 1);
          return readText(text.slice(0, at) + inserted + text.slice(at), place);
        },
      ),
      languageRuns("examples with any characters in them, explained"),
    );
  }).timeout(languageTimeoutMs);
});
