/** A text that was made from a sound statement by a few changes. */
export interface SeededText {
  readonly text: string;
  /** Its place among the texts of the same statement. */
  readonly index: number;
}

/** What is put in place of a piece, or between two. */
const pieces = (
  "( ) , . ; * + - = <> < > [ ] ' \" ` -- /* */ 1 2.5 'a' x person SELECT DISTINCT FROM WHERE GROUP BY HAVING ORDER LIMIT " +
  "JOIN LEFT ON USING AS AND OR NOT IN IS NULL LIKE BETWEEN CASE WHEN THEN ELSE END EXISTS UNION ALL EXCEPT WITH VALUES " +
  "TABLE INSERT INTO OVERWRITE UPDATE SET DELETE MERGE MATCHED OVER PARTITION ROWS INTERVAL DAY CAST LATERAL VIEW PIVOT"
).split(" ");

/** A number of 32 bits that is the same for the same text in each run (FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  }
  return hash >>> 0;
}

/** A statement itself, then so many changed ones: the same for the same statement and seed in each run. */
export function* seededTexts(statement: string, count: number, seed = 1): Generator<SeededText> {
  yield { text: statement, index: 0 };
  let state = (hashOf(statement) + seed - 1) >>> 0;
  const dice = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let index = 1; index <= count; index++) {
    const parts = statement.match(/\w+|\s+|[^\w\s]/g) ?? [];
    for (let changes = dice(3) + 1; changes > 0; changes--) {
      const at = dice(parts.length);
      const other = pieces[dice(pieces.length)] ?? "";
      parts.splice(at, dice(2), ...(dice(2) === 0 ? [] : [" ", other, " "]));
    }
    const text = parts.join("");
    yield { text: dice(12) === 0 ? text.slice(0, dice(text.length)) : text, index };
  }
}
