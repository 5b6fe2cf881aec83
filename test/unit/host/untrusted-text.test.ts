import assert from "node:assert/strict";
import {
  disableErrorLinks,
  disableIcons,
  disableLinks,
  disableMarkdownLinks,
  formatTerminalText,
  joinReportLines,
} from "../../../src/host/untrusted-text.ts";
import { editorLinks, hostileMarkdown } from "../../support/hostile-markdown.ts";

/** What VS Code finds links with, in notifications, progress and prompts (its `parseLinkedText`). */
const linkPattern = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;

describe("texts for places where VS Code makes links", () => {
  const hostile = [
    "[Fix it](command:workbench.action.terminal.new)",
    "[Fix it](COMMAND:workbench.action.terminal.new)",
    "[Fix it](command:a?%5B%22b%22%5D 'Its title')",
    "[a](http://evil.example/) and [b](https://evil.example/) and [c](file:///etc/passwd)",
    "[[a](command:b)](command:c)",
    "[]](command:a)",
    "[a\nb](command:c)",
    "]([a](command:b)",
    "[a](\n[b](command:c)",
    "[a](command:b)".repeat(3),
  ];

  for (const text of hostile) {
    it(`hold no link: ${JSON.stringify(text)}`, () => {
      const shown = disableLinks(text);
      assert.deepEqual([...shown.matchAll(linkPattern)], []);
      // VS Code turns line ends into spaces before it looks for links.
      assert.deepEqual(
        [
          ...shown
            .replace(/\r\n|\n|\r/g, " ")
            .trim()
            .matchAll(linkPattern),
        ],
        [],
      );
      assert.equal(shown.replaceAll("\u200b", ""), text, "nothing else is changed");
    });
  }

  it("are otherwise as they were", () => {
    for (const text of ["", "Plain.", "a[0] (x)", "f(a)[b]", "x]"]) {
      assert.equal(disableLinks(text), text);
    }
  });

  it("are texts of errors as well, with their name and their cause", () => {
    const error = new RangeError("[Fix it](command:a)");
    const shown = disableErrorLinks(error);
    assert.equal(shown.message, "[Fix it]\u200b(command:a)");
    assert.equal(shown.name, "RangeError");
    assert.equal(shown.cause, error);
    const plain = new Error("Plain.");
    assert.equal(disableErrorLinks(plain), plain);
    assert.equal(disableErrorLinks("thrown [a](command:b)").message, "thrown [a]\u200b(command:b)");
  });

  it("write lines to a terminal, and no control sequence", () => {
    const link = "\u001b]8;;file:///etc/passwd\u0007name\u001b]8;;\u0007";
    assert.equal(
      formatTerminalText(`a\nb\r\nc\td ${link}\u009b31m`),
      "a\r\nb\r\nc\td \ufffd]8;;file:///etc/passwd\ufffdname\ufffd]8;;\ufffd\ufffd31m\r\n",
    );
  });
});

describe("documents of Markdown about what others wrote", () => {
  for (const text of hostileMarkdown) {
    it(`hold no link: ${JSON.stringify(text)}`, () => {
      assert.notDeepEqual(editorLinks(text), [], "VS Code makes a link of it as it is");
      for (const place of [text, `# ${text}`, `- Name: ${text}`, `Failed: x\n${text}`, `  - ${text}\n\n${text}`]) {
        const shown = disableMarkdownLinks(place);
        assert.deepEqual(editorLinks(shown), []);
        assert.equal(shown.replaceAll("\u200b", ""), place, "nothing else is changed");
      }
    });
  }

  it("hold no link of a definition in a quote or a list either", () => {
    for (const text of ["> [a]: command:b", "> - [b\nc]: <command:c>", "1. [a\\]b]: command:c", "[^a]: command:b"]) {
      assert.doesNotMatch(disableMarkdownLinks(text), /\]:|<c/);
    }
  });

  it("are otherwise as they were", () => {
    for (const text of [
      "# A\n\n- b: c\n",
      "a < b AND c <d",
      "x[0] > 1",
      "`a`",
      "SELECT a[0]::INT, b[0][1]::INT",
      'split(a, ",")[0]::INT, `a b`[1]::INT, "a"[i + 1]::INT',
    ]) {
      assert.equal(disableMarkdownLinks(text), text);
    }
  });

  it("keep a text of others within its line", () => {
    const text = joinReportLines(["# Title", "", "  - one\n# two", "Failed: a\r\n\r\n[b]: c\u2028\u0085d\v\fe\rf"]);
    assert.equal(text, "# Title\n\n  - one # two\nFailed: a [b]: c d e f");
  });
});

describe("texts for the status bar and lists to choose from", () => {
  it("hold no icon", () => {
    for (const text of ["$(check) Production", "$$(sync~spin)", "\\$(a)"]) {
      assert.doesNotMatch(disableIcons(text), /\$\(/);
      assert.equal(disableIcons(text).replaceAll("\u200b", ""), text);
    }
    assert.equal(disableIcons("$5 (five)"), "$5 (five)");
  });
});
