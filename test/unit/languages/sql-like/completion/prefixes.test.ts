import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expandSnippet } from "../../../../../src/languages/sql-like/completion/suggestion.ts";
import { lexQuery } from "../../../../../src/languages/sql-like/syntax/lexer.ts";
import type { Token } from "../../../../../src/languages/sql-like/syntax/token.ts";
import { completeMarked, type MarkedCompletion } from "../../../../support/completion-at.ts";
import { languageRuns, languageTimeoutMs, placesOf } from "../../../../support/language-runs.ts";

interface Example {
  readonly id: string;
  readonly text: string;
}

const readFixture = (name: string): readonly Example[] =>
  JSON.parse(readFileSync(`test/fixtures/sql-like/${name}.json`, "utf8"));
const examples = readFixture("examples");
const wrongQueries = readFixture("wrong-queries");

/** Tokens that no offer can know, by what stands before them. */
const unknowable: readonly { readonly before: RegExp; readonly token: Token["kind"]; readonly reason: string }[] = [
  { before: /\bas$/i, token: "name", reason: "a label is free text" },
  { before: /\bas$/i, token: "string", reason: "a label is free text" },
  { before: /\bdate\($/, token: "string", reason: "any day may be meant" },
  {
    before: /\b(Work_Email|Batch_Code|Full_Name) (!?=)$/,
    token: "string",
    reason: "values of properties are not in the model",
  },
  { before: /\bEmployeeID IN \(('[\w-]+', ?)*$/, token: "string", reason: "values of properties are not in the model" },
];

/** Where a number or a text that only people know is written: beginnings that end in or right before one. */
const freeValue =
  /\b(Age|Work_Email|Batch_Code|Full_Name|EmployeeID)\s*((>=?|<=?|!?=)\s*|\sIN\s*\(('[^']*',\s*)*|\sBETWEEN\s+(\d+\s+AND\s+)?)('([^']|'')*|\d+)?$/;

/** The token that a prefix is to be completed to: the one it breaks off in or at the end of, else the next. */
function tokenAt(tokens: readonly Token[], length: number): Token | undefined {
  return tokens.find((token) => {
    const isWord = token.kind === "name" || token.kind === "word" || token.kind === "number";
    return token.kind !== "end" && (isWord ? token.end >= length : token.end > length);
  });
}

function isToBeOffered(token: Token, text: string): boolean {
  const before = text.slice(0, token.start).trimEnd();
  return (
    (token.kind === "name" || token.kind === "word" || token.kind === "string") &&
    !unknowable.some((exception) => exception.token === token.kind && exception.before.test(before))
  );
}

/** Whether accepting an offer brings the text as far as the end of the token, spaces and the kind of quotes aside. */
function isOffered(
  token: Token,
  text: string,
  { text: prefix, suggestions: offers, replace }: MarkedCompletion,
): boolean {
  const bare = (part: string) => part.toLowerCase().replace(/\s+/g, "").replaceAll("'", '"');
  const kept = bare(prefix.slice(0, replace.start));
  const wanted = bare(text.slice(0, token.end));
  return offers.some(({ label, snippet }) =>
    [label, expandSnippet(snippet)].some((inserted) => {
      const whole = kept + bare(inserted);
      return whole.startsWith(wanted) || `${whole}"` === wanted;
    }),
  );
}

function checkOffers({ text, offset, replace, suggestions: offers }: MarkedCompletion): void {
  assert.ok(0 <= replace.start && replace.start <= offset && offset <= replace.end && replace.end <= text.length);
  assert.doesNotMatch(text.slice(replace.start, replace.end), /[\r\n]/, "an offer replaces a part of one line");
  for (const { edits = [] } of offers) {
    for (const { start, end } of edits) {
      assert.ok(0 <= start && start <= end && end <= text.length, "an edit is inside the text");
      assert.ok(end < replace.start || start > replace.end, "an edit does not touch what is replaced");
    }
  }
}

const shell = { list: async (folder: string) => (folder === "" ? ["people.csv", "data/"] : []) };

const at = (text: string, offset: number, isShellScript = false) =>
  completeMarked(`${text.slice(0, offset)}|${text.slice(offset)}`, isShellScript ? { shell } : {});

suite("Completion at every place", () => {
  for (const { id, text } of examples) {
    test(`offers something at the end of every beginning of ${id}, and the next word`, async () => {
      const { tokens } = lexQuery(text);
      for (let length = 0; length <= text.length; length++) {
        const completion = await at(text.slice(0, length), length);
        checkOffers(completion);
        const isFree = freeValue.test(completion.text);
        assert.equal(completion.suggestions.length > 0, !isFree, `${completion.labels} after ${completion.text}|`);
        const token = tokenAt(tokens, length);
        if (token && isToBeOffered(token, text)) {
          const end = text.slice(token.start, token.end);
          assert.ok(isOffered(token, text, completion), `${end} after ${text.slice(0, length)}|: ${completion.labels}`);
        }
      }
    });
  }

  test("of an example or a wrong query has edits inside the text", async () => {
    for (const { text } of [...examples, ...wrongQueries]) {
      for (const offset of placesOf(text, 1, 8)) {
        checkOffers(await at(text, offset));
      }
    }
  });

  test("of every beginning and end of a wrong query has edits inside the text", async () => {
    for (const { text } of wrongQueries) {
      for (const offset of placesOf(text, 1, 8)) {
        checkOffers(await at(text.slice(0, offset), offset));
        checkOffers(await at(text.slice(offset), 0));
      }
    }
  });

  const words =
    `SELECT FROM WHERE AS AND OR NOT IN BETWEEN IS NULL TRUE GROUP BY JOIN DISTINCT ( ( ) ) , . ; = != < * - -- /* */
    Service_Time date( periods( period( level( Month Employee Employee_Exit Location Age isManager employeeCount exitCount()
    "2024-01-01" 'x' "open 'open " ' "" SET schema TO staging BEGIN TRANSACTION COPY COMMIT`.split(/\s+/);

  test("of any words in any order has edits inside the text", async () => {
    const word = fc.constantFrom(...words);
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { maxLength: 25 }),
        fc.constantFrom(" ", "\n", ""),
        fc.nat(),
        fc.boolean(),
        async (list, space, place, isShellScript) => {
          const text = list.join(space);
          checkOffers(await at(text, place % (text.length + 1), isShellScript));
        },
      ),
      languageRuns("words of the language, completed"),
    );
  }).timeout(languageTimeoutMs);

  test("of an example with any characters in it has edits inside the text", async () => {
    const piece = fc.oneof(fc.string({ unit: "binary", maxLength: 10 }), fc.constantFrom(...words));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...examples),
        fc.nat(),
        fc.nat({ max: 20 }),
        piece,
        fc.nat(),
        async ({ text }, from, length, put, place) => {
          const start = from % (text.length + 1);
          const changed = (text.slice(0, start) + put + text.slice(start + length)).replaceAll("|", " ");
          checkOffers(await at(changed, place % (changed.length + 1)));
        },
      ),
      languageRuns("examples with any characters in them, completed"),
    );
  }).timeout(languageTimeoutMs);
});
