import assert from "node:assert/strict";
import { findOptionComments, readQueryOptionsBefore } from "../../../../../src/languages/core/text/option-comments.ts";
import { splitStatements } from "../../../../../src/languages/core/text/statements.ts";

const optionsOf = (text: string) => splitStatements(text).map((statement) => readQueryOptionsBefore(text, statement));

suite("The options in comments before a statement", () => {
  test("are those of the statement that they stand before", () => {
    const text = `-- All people
-- listQueryOptions: {"limit": 10}
/* aggregateQueryOptions {
  "internal": {"alignTimeAxisToPeriodEnd": true}
} */
SELECT a FROM b; -- listQueryOptions: {"page": 1}
SELECT c FROM d;
SELECT e FROM f`;
    assert.deepEqual(optionsOf(text), [
      { listQueryOptions: { limit: 10 }, aggregateQueryOptions: { internal: { alignTimeAxisToPeriodEnd: true } } },
      { listQueryOptions: { page: 1 } },
      {},
    ]);
  });

  test("join when there are several of one name, the later one counts", () => {
    const text = '-- listQueryOptions: {"limit": 1, "page": 2}\n-- listQueryOptions: {"limit": 3}\nSELECT a FROM b';
    assert.deepEqual(optionsOf(text), [{ listQueryOptions: { limit: 3, page: 2 } }]);
  });

  test("are left out where they cannot be read", () => {
    for (const comment of ['{"limit": 1', "[1]", "", '{"limit": 1,}', "1"]) {
      assert.deepEqual(optionsOf(`-- listQueryOptions: ${comment}\nSELECT a FROM b`), [{}], comment);
    }
  });

  test("are none in a comment inside a statement", () => {
    assert.deepEqual(optionsOf('SELECT a -- listQueryOptions: {"limit": 1}\nFROM b'), [{}]);
  });

  test("have their places in the text", () => {
    const text = ' \n/* listQueryOptions: {"limit": 1} */ SELECT a FROM b';
    const [comment] = findOptionComments(text);
    assert.ok(comment);
    assert.equal(text.slice(comment.name.start, comment.name.end), "listQueryOptions");
    assert.equal(text.slice(comment.json.start, comment.json.end).trim(), '{"limit": 1}');
    assert.equal(text.slice(comment.start, comment.end), '/* listQueryOptions: {"limit": 1} */');
  });
});
