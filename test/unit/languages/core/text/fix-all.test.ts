import assert from "node:assert/strict";
import type { FixableProblem } from "../../../../../src/languages/core/text/fix.ts";
import { createSafeFixFinder, fixAll } from "../../../../../src/languages/core/text/fix-all.ts";
import { applyEdits } from "../../../../../src/languages/core/text/span.ts";

/** Wants "one" or "two" once each, in lower case; offers "one" for what else is written, and says nothing of "?" before that. */
async function check(text: string): Promise<readonly FixableProblem[]> {
  const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index: start }) => ({
    word,
    start,
    end: start + word.length,
  }));
  const problem = (code: string, { start, end }: { start: number; end: number }, ...writes: string[]) => ({
    code,
    severity: code === "open" ? ("warning" as const) : ("error" as const),
    message: code,
    start,
    end,
    fixes: writes.map((write) => ({ title: write, edits: [{ start, end, text: write }] })),
  });
  const isKnown = ({ word }: { word: string }) => /^(one|two|\?)$/.test(word);
  return [
    ...words.filter((one) => !isKnown(one)).map((one) => problem("unknown", one, ...one.word.toLowerCase().split("/"))),
    ...words
      .filter(({ word }, index) => words.findIndex((one) => one.word === word) < index)
      .map((one) => problem("twice", one)),
    ...(words.every(isKnown) ? words.filter(({ word }) => word === "?").map((one) => problem("open", one, "two")) : []),
  ];
}

async function fixed(text: string) {
  const { edits, ...counts } = await fixAll(
    text,
    createSafeFixFinder(check, () => false),
  );
  return [applyEdits(text, edits), counts.fixed, counts.left];
}

suite("Fixing all problems of a text", () => {
  test("applies fixes of different places at once", async () => {
    assert.deepEqual(await fixed("ONE Two"), ["one two", 2, 0]);
  });

  test("leaves out the fix that causes a new error beside the others", async () => {
    assert.deepEqual(await fixed("ONE One TWO"), ["one One two", 2, 1]);
  });

  test("fixes what another fix reveals", async () => {
    assert.deepEqual(await fixed("ONE ?"), ["one two", 2, 0]);
  });

  test("leaves a problem with several fixes, and a text without a fix", async () => {
    assert.deepEqual(await fixed("ONE/TWO"), ["ONE/TWO", 0, 1]);
    assert.deepEqual(await fixed("one one"), ["one one", 0, 1]);
  });
});
