import assert from "node:assert/strict";
import fc from "fast-check";
import { escapeMarkdown, formatCodeBlock, formatInlineCode } from "../../../../src/languages/core/text/markdown.ts";
import { oddDescription } from "../../../support/described-model.ts";
import { languageRuns, languageTimeoutMs } from "../../../support/language-runs.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(fc.constantFrom("`", "``", "<b>", "[x](command:y)", "\n", "\r\n", "    ", "1. ", "# ", "a", "\\", "&lt;"), {
      maxLength: 20,
    })
    .map((pieces) => pieces.join("")),
);

/** What Markdown shows of a text in which every sign has a backslash before it. */
const shownOf = (markdown: string) => markdown.replace(/\\([!-/:-@[-`{-~])/g, "$1");

describe("text of a model as Markdown", () => {
  it("has no sign that could mean anything, and no line that begins with spaces", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const markdown = escapeMarkdown(text);
        assert.doesNotMatch(markdown.replace(/\\[!-/:-@[-`{-~]/g, ""), /[!-/:-@[-`{-~]/);
        assert.doesNotMatch(markdown, /^[ \t]/m);
        assert.equal(shownOf(markdown).replace(/\s+/g, ""), text.replace(/\s+/g, ""));
      }),
      languageRuns("texts of a model, as Markdown"),
    );
  }).timeout(languageTimeoutMs);

  it("keeps its paragraphs and its letters", () => {
    assert.equal(
      shownOf(escapeMarkdown(oddDescription)),
      'See [here](command:workbench.action.quit) <b onclick="x()">now</b> ![](https://example.com/x.png)\n\n- `code` & https://example.com',
    );
  });

  it("is cut where it would fill the screen", () => {
    assert.equal(escapeMarkdown("a".repeat(5000)).length, 1001);
  });

  it("stands in code whatever quotes are in it", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const [markdown, fence] of [
          [formatInlineCode(text), /^`+/],
          [formatCodeBlock(text), /^`+/],
        ] as const) {
          const [open = ""] = fence.exec(markdown) ?? [];
          assert.ok(markdown.endsWith(open) && markdown.length > 2 * open.length);
          const inside = markdown.slice(open.length, -open.length);
          assert.ok(!inside.includes(open), "nothing inside ends the code");
        }
      }),
      languageRuns("texts of a model, as code"),
    );
  }).timeout(languageTimeoutMs);
});
