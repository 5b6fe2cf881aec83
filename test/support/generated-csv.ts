/** Values of every class of bytes that CSV readers have been seen to stumble over, as they are written. */
const written = [
  "a",
  "12",
  "",
  "",
  '""',
  "#1",
  '"#2"',
  "# a comment",
  "//",
  "--",
  "NULL",
  "null",
  "\\N",
  "nan",
  "true",
  "2024-02-29",
  "0.10",
  " ",
  "  padded  ",
  "\t",
  "a;b|c\td",
  "'single'",
  "back\\slash",
  '"a\\"',
  '"comma, inside"',
  '"doubled "" quote"',
  '""""',
  'inch 3" wide',
  'quo"te"d',
  '"line\nfeed"',
  '"carriage\rreturn"',
  '"both\r\nends"',
  '"\n"',
  "Müller",
  "\u{1F600}",
  "line\u2028separator",
  "next\u0085line",
  "no\u00a0break",
  "\u200b",
  "\ufeff",
  "a\u0000b",
  '"\u0000"',
  "\u001a",
  "\u0007",
] as const;

/** What must be refused: each could be read in two ways, or not at all. */
const broken = ['"open', '"text"behind', '"blank" ', ' "blank"', '"a""', "\n", "\r"] as const;

/** A seeded source of numbers from 0 up to 1. */
export type Random = () => number;

/** A CSV file of any kind, most of them good, as bytes. */
export function generateCsv(random: Random): Buffer {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const chance = (share: number) => random() < share;
  const width = 1 + Math.floor(random() * 4);
  const lineEnd = chance(0.03) ? "\r" : pick(["\n", "\r\n"]);
  const isMixed = chance(0.03);
  const value = () => {
    if (chance(0.004)) {
      return pick(broken);
    }
    return chance(0.01) ? "x".repeat(Math.floor(random() * 30_000)) : pick(written);
  };
  const row = (values: number) => Array.from({ length: values }, value).join(",");
  const lines: string[] = [];
  if (chance(0.05)) {
    lines.push("");
  }
  if (chance(0.06)) {
    lines.push(pick(["Export of 2024-02-29", "#fields", row(width + 1), row(Math.max(1, width - 1))]));
  }
  for (let left = Math.floor(random() * 40); left > 0; left--) {
    lines.push(chance(0.05) ? "" : row(width));
    if (chance(0.002)) {
      lines.push(pick([row(width + 1), `${row(width)},`]));
    }
  }
  let text = chance(0.15) ? "\ufeff" : "";
  for (const [index, line] of lines.entries()) {
    const end = isMixed ? pick(["\n", "\r\n"]) : lineEnd;
    text += line + (index === lines.length - 1 && chance(0.3) ? "" : end);
  }
  const bytes = Buffer.from(text, "utf8");
  if (chance(0.03) && bytes.length > 0) {
    // A byte as Latin-1 has it.
    bytes[Math.floor(random() * bytes.length)] = 0xe9;
  }
  return bytes;
}
