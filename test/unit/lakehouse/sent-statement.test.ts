import assert from "node:assert/strict";
import { checkStatement } from "../../../src/lakehouse/check-statement.ts";
import { atPlaces, placeTarget, type SentStatement, wrapQuery } from "../../../src/lakehouse/sent-statement.ts";
import { SparkFailure } from "../../../src/spark-connect/spark-failure.ts";

const columns = ["id", "note", "extra"];
const place = (text: string) => placeTarget(checkStatement(text), "person", "lake.a.person.branch_b", columns);

/** The place that the user is told when Spark finds something wrong at the first `word` of what it was sent. */
async function toldPlace(sent: SentStatement, word: string): Promise<string> {
  const before = sent.sql.slice(0, sent.sql.indexOf(word)).split("\n");
  const position = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  const failing = atPlaces(sent, async () => {
    throw new SparkFailure("statement", "wrong", { position });
  });
  const error = await failing.then(
    () => assert.fail("it fails"),
    (reason: Error) => reason,
  );
  return error.message;
}

suite("statements as they are sent to Spark", () => {
  test("name the branch, and give NULL to the columns that an INSERT leaves out", () => {
    assert.equal(
      place("DELETE FROM person WHERE id = 1").sql,
      "DELETE FROM lake.a.person.branch_b AS `person` WHERE id = 1",
    );
    assert.equal(
      place("INSERT INTO person (note) VALUES ('x')").sql,
      "INSERT INTO lake.a.person.branch_b (`id`, `extra`, note) SELECT NULL, NULL, * FROM (\nVALUES ('x')\n)",
    );
    assert.equal(
      place("INSERT INTO person (extra, note, id) SELECT 1, 2, 3").sql,
      "INSERT INTO lake.a.person.branch_b (extra, note, id) SELECT 1, 2, 3",
    );
    assert.equal(
      place(
        "MERGE INTO person AS t USING news AS s ON t.id = s.id WHEN NOT MATCHED AND s.id = 1 THEN INSERT (id) VALUES (s.id) WHEN NOT MATCHED THEN INSERT (id, note) VALUES (s.id, 'n')",
      ).sql,
      "MERGE INTO lake.a.person.branch_b AS t USING news AS s ON t.id = s.id WHEN NOT MATCHED AND s.id = 1 THEN INSERT (`note`, `extra`, id) VALUES (NULL, NULL, s.id) WHEN NOT MATCHED THEN INSERT (`extra`, id, note) VALUES (NULL, s.id, 'n')",
    );
  });

  test("fail at the place in the user's text", async () => {
    const merge = [
      "MERGE INTO person AS t USING news AS s ON t.id = onClause",
      "WHEN NOT MATCHED THEN INSERT (id) VALUES (firstValue) WHEN NOT MATCHED",
      "THEN INSERT (note) VALUES (secondValue)",
    ].join("\n");
    for (const [text, word] of [
      ["DELETE FROM person WHERE wrong = 1", "wrong"],
      ["UPDATE person\n SET note = wrong", "wrong"],
      ["INSERT INTO person (id) SELECT 1 FROM news\nWHERE wrong", "wrong"],
      ["INSERT INTO person (id) SELECT wrong FROM news", "wrong"],
      [merge, "onClause"],
      [merge, "firstValue"],
      [merge, "secondValue"],
    ] as const) {
      const before = text.slice(0, text.indexOf(word)).split("\n");
      const expected = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: wrong`;
      assert.equal(await toldPlace(place(text), word), expected, text);
    }
    assert.equal(
      await toldPlace(place("DELETE FROM person"), "branch_b"),
      "line 1, column 13: wrong",
      "the name for its path",
    );
    const counted = wrapQuery("SELECT wrong\nFROM other", "SELECT count(*) FROM (", ") AS counted");
    assert.equal(await toldPlace(counted, "wrong"), "line 1, column 8: wrong");
    assert.equal(await toldPlace(counted, "other"), "line 2, column 6: wrong");
  });
});
