/** DuckDB equivalents of a pattern letter, such as `yyyy`. */
interface Letter {
  /** SQL that formats this part of the timestamp `$1`. */
  readonly write: string;
  /** `strptime` format and regular expression for parsing; undefined if the letter can only be formatted. */
  readonly read?: { readonly format: string; readonly pattern: string };
}

const number = (part: string, width: number): string =>
  width === 1
    ? `CAST(${part} AS VARCHAR)`
    : `lpad(CAST(${part} AS VARCHAR), CAST(greatest(${width}, length(CAST(${part} AS VARCHAR))) AS INTEGER), '0')`;
const two = "[0-9]{2}";
const oneOrTwo = "[0-9]{1,2}";

function numeric(letter: string, part: string, format: string): [string, Letter][] {
  return [
    [letter, { write: number(part, 1), read: { format, pattern: oneOrTwo } }],
    [letter.repeat(2), { write: number(part, 2), read: { format, pattern: two } }],
  ];
}

const hourOfHalf = "((hour($1) + 11) % 12 + 1)";
const monthName = "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
const shortMonth = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";

const letters: ReadonlyMap<string, Letter> = new Map<string, Letter>([
  ["y", { write: number("year($1)", 1), read: { format: "%Y", pattern: "[0-9]{1,4}" } }],
  ["yy", { write: number("(year($1) % 100)", 2), read: { format: "%y", pattern: two } }],
  ["yyyy", { write: number("year($1)", 4), read: { format: "%Y", pattern: "[0-9]{4}" } }],
  ...numeric("M", "month($1)", "%m"),
  ["MMM", { write: "strftime($1, '%b')", read: { format: "%b", pattern: shortMonth } }],
  ["MMMM", { write: "strftime($1, '%B')", read: { format: "%B", pattern: monthName } }],
  ...numeric("d", "day($1)", "%d"),
  ["D", { write: number("dayofyear($1)", 1) }],
  ["DDD", { write: number("dayofyear($1)", 3) }],
  ["E", { write: "strftime($1, '%a')" }],
  ["EE", { write: "strftime($1, '%a')" }],
  ["EEE", { write: "strftime($1, '%a')" }],
  ["EEEE", { write: "strftime($1, '%A')" }],
  ["Q", { write: number("quarter($1)", 1) }],
  ["QQ", { write: number("quarter($1)", 2) }],
  ["QQQ", { write: "'Q' || quarter($1)" }],
  ["a", { write: "strftime($1, '%p')", read: { format: "%p", pattern: "(?:AM|PM)" } }],
  ...numeric("H", "hour($1)", "%H"),
  ...numeric("h", hourOfHalf, "%I"),
  ...numeric("m", "minute($1)", "%M"),
  ...numeric("s", "second($1)", "%S"),
  ["S", { write: "substr(strftime($1, '%f'), 1, 1)", read: { format: "%f", pattern: "[0-9]" } }],
  ["SS", { write: "substr(strftime($1, '%f'), 1, 2)", read: { format: "%f", pattern: two } }],
  ["SSS", { write: "substr(strftime($1, '%f'), 1, 3)", read: { format: "%f", pattern: "[0-9]{3}" } }],
  ["SSSSSS", { write: "strftime($1, '%f')", read: { format: "%f", pattern: "[0-9]{6}" } }],
  ["z", { write: "'UTC'" }],
  ["VV", { write: "'UTC'" }],
  ["X", { write: "'Z'", read: { format: "Z", pattern: "Z" } }],
  ["XXX", { write: "'Z'", read: { format: "Z", pattern: "Z" } }],
  ["Z", { write: "'+0000'", read: { format: "+0000", pattern: "\\+0000" } }],
]);

type Piece = { readonly text: string } | { readonly letter: Letter };

function split(pattern: string): readonly Piece[] | { readonly missing: string } {
  const pieces: Piece[] = [];
  for (const [found] of pattern.matchAll(/'(?:[^']|'')*'|([A-Za-z])\1*|[^A-Za-z']+|'/g)) {
    if (found.startsWith("'")) {
      pieces.push({ text: found === "''" ? "'" : found.slice(1, -1).replaceAll("''", "'") });
    } else if (/^[A-Za-z]/.test(found)) {
      const letter = letters.get(found);
      if (!letter) {
        return { missing: found };
      }
      pieces.push({ letter });
    } else {
      pieces.push({ text: found });
    }
  }
  return pieces;
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Returns SQL that formats the timestamp `$1` with a pattern, or the letters that are not supported. */
export function writeTimeSql(pattern: string): { readonly sql: string } | { readonly missing: string } {
  const pieces = split(pattern);
  if ("missing" in pieces) {
    return pieces;
  }
  const parts = pieces.map((piece) => ("text" in piece ? quote(piece.text) : piece.letter.write));
  return { sql: `(${["''", ...parts].join(" || ")})` };
}

/** Returns SQL that parses the text `$1` with a pattern to a timestamp, or NULL; or the letters that are not supported. */
export function readTimeSql(pattern: string): { readonly sql: string } | { readonly missing: string } {
  const pieces = split(pattern);
  if ("missing" in pieces) {
    return pieces;
  }
  let format = "";
  let expression = "";
  for (const piece of pieces) {
    if ("letter" in piece && !piece.letter.read) {
      return { missing: pattern };
    }
    format += "text" in piece ? piece.text.replaceAll("%", "%%") : (piece.letter.read?.format ?? "");
    expression +=
      "text" in piece ? piece.text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&") : (piece.letter.read?.pattern ?? "");
  }
  if (!format.includes("%Y") && !format.includes("%y")) {
    // A pattern without a year yields times in 1970, as in Spark.
    const fits = `regexp_full_match($1, ${quote(expression)})`;
    return { sql: `CASE WHEN ${fits} THEN try_strptime('1970 ' || $1, ${quote(`%Y ${format}`)}) END` };
  }
  const fits = `regexp_full_match($1, ${quote(expression)})`;
  return { sql: `CASE WHEN ${fits} THEN try_strptime($1, ${quote(format)}) END` };
}
