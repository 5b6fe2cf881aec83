import assert from "node:assert/strict";
import fc from "fast-check";
import {
  decodeJsonText,
  decodeSnippet,
  type FileCompletion,
  SqlInFile,
} from "../../../../src/features/composer/completion-model.ts";
import { escapeJsonSnippet, escapeJsonText } from "../../../../src/languages/core/json/json-string.ts";

const path = ["job", "actions", 0, "query", "query"];

function fileOf(sql: string): string {
  return JSON.stringify({ job: { actions: [{ query: { query: sql } }] } });
}

function offering(file: string, replaced: string, insert: string): FileCompletion {
  const start = file.indexOf(replaced);
  return { label: "x", kind: "Text", insert, isSnippet: false, start, end: start + replaced.length };
}

describe("completion of the SQL in a job file", () => {
  it("finds the place of the file through escapes and line ends", () => {
    const sql = 'SELECT "a",\r\n  b';
    const file = fileOf(sql);
    const found = SqlInFile.find(file, path);
    const shown = sql.replaceAll("\r\n", "\n");
    assert.equal(found?.toFileOffset(shown.indexOf("b")), file.lastIndexOf("b"));
  });

  it("gives spans and texts of the SQL", () => {
    const file = fileOf('SELECT "a" FROM\r\nsite');
    const offers = SqlInFile.find(file, path)?.offers([offering(file, "site", escapeJsonText('"site"'))]);
    assert.deepEqual(offers, [{ label: "x", kind: "Text", insert: '"site"', isSnippet: false, start: 16, end: 20 }]);
  });

  it("leaves out what would replace the string itself", () => {
    const file = fileOf("SELECT 1");
    assert.deepEqual(SqlInFile.find(file, path)?.offers([offering(file, '"SELECT 1"', '"x"')]), []);
  });

  it("has none where no text stands", () => {
    assert.equal(SqlInFile.find("{", path), undefined);
  });

  it("decodes every text and snippet that the language server encodes", () => {
    const texts = fc.string({ unit: fc.constantFrom("a", "\\", '"', "\n", "\t", "$", "}", "é", "\u0001") });
    fc.assert(fc.property(texts, (text) => decodeJsonText(escapeJsonText(text)) === text));
    // In a snippet a backslash, a dollar and a brace of the text stand escaped.
    const escapeSnippet = (text: string) => text.replaceAll(/[\\$}]/g, "\\$&");
    fc.assert(
      fc.property(texts, (text) => {
        const snippet = `${escapeSnippet(text)}\${1:here}`;
        return decodeSnippet(escapeJsonSnippet(snippet)) === snippet;
      }),
    );
  });
});
