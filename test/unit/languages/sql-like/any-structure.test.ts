import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import type { Span } from "../../../../src/languages/core/text/span.ts";
import { createIndentEdits } from "../../../../src/languages/sql-like/format/indent.ts";
import { readStatements } from "../../../../src/languages/sql-like/structure/code-lenses.ts";
import { foldingRangesOf } from "../../../../src/languages/sql-like/structure/folding.ts";
import { namedItemAt, occurrencesOf } from "../../../../src/languages/sql-like/structure/occurrences.ts";
import { type OutlineEntry, outlineOf } from "../../../../src/languages/sql-like/structure/outline.ts";
import { prepareRename, renameLabelAt } from "../../../../src/languages/sql-like/structure/rename.ts";
import { selectionSpansAt } from "../../../../src/languages/sql-like/structure/selection-ranges.ts";
import { QueryDocument } from "../../../../src/languages/sql-like/syntax/query-document.ts";
import { languageRuns, languageTimeoutMs } from "../../../support/language-runs.ts";

const examples: readonly string[] = ["examples", "wrong-queries"].flatMap((name) =>
  JSON.parse(readFileSync(`test/fixtures/sql-like/${name}.json`, "utf8")).map(({ text }: { text: string }) => text),
);

/** Asks for everything about the structure of a text at a place and holds all spans against it. */
function askEverything(text: string, place: number, isShellScript: boolean): void {
  const { parts } = QueryDocument.create(text, { isShellScript });
  for (const placed of parts) {
    const { part } = placed;
    const offset = Math.min(place, part.text.length);
    const inside = (outer: Span, ...spans: readonly Span[]) => {
      for (const { start, end } of spans) {
        assert.ok(outer.start <= start && start <= end && end <= outer.end, `${start} to ${end} of ${part.text}`);
      }
    };
    const whole = { start: 0, end: part.text.length };
    const checkEntry = (entry: OutlineEntry): void => {
      assert.notEqual(entry.title, "");
      inside(whole, entry);
      inside(entry, entry.name);
      entry.children.forEach(checkEntry);
    };
    outlineOf(placed).forEach(checkEntry);
    inside(whole, ...foldingRangesOf(part), ...createIndentEdits(part, offset), ...selectionSpansAt(part, offset));
    for (const [index, outer] of selectionSpansAt(part, offset).entries()) {
      inside(outer, ...selectionSpansAt(part, offset).slice(0, index));
    }
    const thing = namedItemAt(part, offset);
    if (thing) {
      const spans = occurrencesOf(part, thing);
      inside(whole, ...spans);
      assert.ok(spans.some(({ start, end }) => start <= offset && offset <= end));
    }
    const renamed = renameLabelAt(part, offset, "New name");
    assert.equal(renamed.kind === "refusal", prepareRename(part, offset).kind === "refusal");
    inside(whole, ...(renamed.kind === "edits" ? renamed.edits : []));
  }
  const { statements, errors } = readStatements(text, isShellScript);
  for (const { start, end } of [...statements, ...errors]) {
    assert.ok(0 <= start && start <= end && end <= text.length);
  }
}

suite("The structure of any text", () => {
  test("that is a part of an example can be asked for", () => {
    const part = fc.record({
      text: fc.constantFrom(...examples),
      start: fc.nat(200),
      length: fc.nat(200),
      place: fc.nat(200),
    });
    fc.assert(
      fc.property(part, ({ text, start, length, place }) => {
        askEverything(text.slice(start, start + length), place, false);
      }),
      languageRuns("parts of examples, outlined"),
    );
  }).timeout(languageTimeoutMs);

  test("made of the words of the language can be asked for at any place", () => {
    const words =
      `SELECT FROM WHERE AS AS AND OR NOT IN BETWEEN IS NULL TRUE GROUP BY ORDER LIMIT UNION DISTINCT LIKE ; ( ) , . = -
      a b.c d. level( e( f() "One" 'x' "open 1 -- /* */ # \` SET schema TO staging BEGIN TRANSACTION COPY COMMIT`.split(
        /\s+/,
      );
    const list = fc.array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(" ", "\n", "\r\n", "")), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(list, fc.nat(100), fc.boolean(), (pieces, place, isShellScript) => {
        askEverything(pieces.flat().join(""), place, isShellScript);
      }),
      languageRuns("words of the language, outlined"),
    );
  }).timeout(languageTimeoutMs);

  test("of any characters can be asked for", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.nat(60), fc.boolean(), askEverything),
      languageRuns("any characters, outlined"),
    );
  }).timeout(languageTimeoutMs);
});
