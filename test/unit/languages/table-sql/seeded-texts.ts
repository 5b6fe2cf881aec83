/** A correct statement with a few random changes. */
export interface SeededText {
  readonly text: string;
  /** Position among the texts of the same statement. */
  readonly index: number;
}

/** Tokens that replace a token of the statement or are inserted. */
const pieces = (
  "( ) , . ; * + - = <> < > [ ] ' \" ` -- /* */ 1 2.5 'a' x person SELECT DISTINCT FROM WHERE GROUP BY HAVING ORDER LIMIT " +
  "JOIN LEFT ON USING AS AND OR NOT IN IS NULL LIKE BETWEEN CASE WHEN THEN ELSE END EXISTS UNION ALL EXCEPT WITH VALUES " +
  "TABLE INSERT INTO OVERWRITE UPDATE SET DELETE MERGE MATCHED OVER PARTITION ROWS INTERVAL DAY CAST LATERAL VIEW PIVOT"
).split(" ");

/** Returns the 32-bit FNV-1a hash of a text. */
export function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  }
  return hash >>> 0;
}

/** Yields a statement and then `count` mutations of it, which depend only on the statement and the seed. */
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
