import { translateSparkSql } from "../../../../src/service/engine/spark/translate.ts";
import { SparkSqlError } from "../../../../src/service/engine/spark/types/spark-sql-error.ts";
import type { SparkScope } from "../../../../src/service/engine/spark/types/translated-statement.ts";
import { readAnswers } from "./spark-answers.ts";

const scope: SparkScope = {
  tables: [
    {
      name: "person",
      columns: [
        { name: "id", type: "int" },
        { name: "name", type: "string" },
        { name: "salary", type: "decimal(10,2)" },
      ],
    },
    {
      name: "item",
      columns: [
        { name: "id", type: "int" },
        { name: "tags", type: "array<string>" },
        { name: "attrs", type: "map<string,int>" },
      ],
    },
  ],
};

const writes = [
  "INSERT INTO person (id, name) VALUES (1, 'a')",
  "INSERT OVERWRITE person SELECT * FROM person",
  "UPDATE person p SET name = upper(p.name), salary = salary * 2 WHERE id IN (SELECT id FROM item)",
  "DELETE FROM person WHERE name LIKE '%x'",
  "MERGE INTO person t USING (SELECT id FROM item) s ON t.id = s.id WHEN MATCHED AND s.id > 3 THEN DELETE WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id)",
];

/** Returns a generator of reproducible random integers from 0 to below the argument. */
function createDice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Returns a text in which some of its pieces are removed, inserted or replaced. */
function mutate(text: string, pieces: readonly string[], dice: (below: number) => number): string {
  const parts = text.match(/\w+|\s+|[^\w\s]/g) ?? [];
  for (let count = dice(4) + 1; count > 0; count--) {
    const at = dice(parts.length);
    const other = pieces[dice(pieces.length)] ?? "";
    parts.splice(at, dice(2), ...(dice(2) === 0 ? [] : [other]));
  }
  return dice(10) === 0 ? parts.join("").slice(0, dice(text.length)) : parts.join("");
}

suite("any text", () => {
  test("is translated or refused with the position of the problem", () => {
    const texts = [...[...readAnswers().values()].flat().map(({ statement }) => statement), ...writes];
    const pieces = texts.join(" ").match(/\w+|[^\w\s]/g) ?? [];
    const dice = createDice(7);
    let translated = 0;
    let refused = 0;
    for (let run = 0; run < 6000; run++) {
      const text = mutate(texts[dice(texts.length)] ?? "", pieces, dice);
      try {
        translateSparkSql(text, scope);
        translated++;
      } catch (error) {
        const isPlaced =
          error instanceof SparkSqlError && error.start >= 0 && error.start <= error.end && error.end <= text.length;
        if (!isPlaced) {
          throw new Error(`translate failed at: ${text}`, { cause: error });
        }
        refused++;
      }
    }
    // Both outcomes must occur, or the test proves nothing.
    if (translated < 100 || refused < 100) {
      throw new Error(`${translated} translated, ${refused} refused`);
    }
  });
});
