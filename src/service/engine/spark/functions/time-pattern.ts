import { escapePattern } from "../../../../base/escape-pattern.ts";

/** DuckDB equivalents of a pattern letter, such as `yyyy`. */
interface PatternLetter {
  /** SQL that formats this part of the timestamp `$1`. */
  readonly formatSql: string;
  /** `strptime` format and regular expression for parsing; undefined if the letter can only be formatted. */
  readonly parse?: { readonly format: string; readonly pattern: string };
}

const numberSql = (part: string, width: number): string =>
  width === 1
    ? `CAST(${part} AS VARCHAR)`
    : `lpad(CAST(${part} AS VARCHAR), CAST(greatest(${width}, length(CAST(${part} AS VARCHAR))) AS INTEGER), '0')`;
const twoDigits = "[0-9]{2}";
const oneOrTwoDigits = "[0-9]{1,2}";

function numericLetter(letter: string, part: string, format: string): [string, PatternLetter][] {
  return [
    [letter, { formatSql: numberSql(part, 1), parse: { format, pattern: oneOrTwoDigits } }],
    [letter.repeat(2), { formatSql: numberSql(part, 2), parse: { format, pattern: twoDigits } }],
  ];
}

const hourOfHalfDay = "((hour($1) + 11) % 12 + 1)";
const monthName = "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
const shortMonth = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";

const letters: ReadonlyMap<string, PatternLetter> = new Map<string, PatternLetter>([
  ["y", { formatSql: numberSql("year($1)", 1), parse: { format: "%Y", pattern: "[0-9]{1,4}" } }],
  ["yy", { formatSql: numberSql("(year($1) % 100)", 2), parse: { format: "%y", pattern: twoDigits } }],
  ["yyyy", { formatSql: numberSql("year($1)", 4), parse: { format: "%Y", pattern: "[0-9]{4}" } }],
  ...numericLetter("M", "month($1)", "%m"),
  ["MMM", { formatSql: "strftime($1, '%b')", parse: { format: "%b", pattern: shortMonth } }],
  ["MMMM", { formatSql: "strftime($1, '%B')", parse: { format: "%B", pattern: monthName } }],
  ...numericLetter("d", "day($1)", "%d"),
  ["D", { formatSql: numberSql("dayofyear($1)", 1) }],
  ["DDD", { formatSql: numberSql("dayofyear($1)", 3) }],
  ["E", { formatSql: "strftime($1, '%a')" }],
  ["EE", { formatSql: "strftime($1, '%a')" }],
  ["EEE", { formatSql: "strftime($1, '%a')" }],
  ["EEEE", { formatSql: "strftime($1, '%A')" }],
  ["Q", { formatSql: numberSql("quarter($1)", 1) }],
  ["QQ", { formatSql: numberSql("quarter($1)", 2) }],
  ["QQQ", { formatSql: "'Q' || quarter($1)" }],
  ["a", { formatSql: "strftime($1, '%p')", parse: { format: "%p", pattern: "(?:AM|PM)" } }],
  ...numericLetter("H", "hour($1)", "%H"),
  ...numericLetter("h", hourOfHalfDay, "%I"),
  ...numericLetter("m", "minute($1)", "%M"),
  ...numericLetter("s", "second($1)", "%S"),
  ["S", { formatSql: "substr(strftime($1, '%f'), 1, 1)", parse: { format: "%f", pattern: "[0-9]" } }],
  ["SS", { formatSql: "substr(strftime($1, '%f'), 1, 2)", parse: { format: "%f", pattern: twoDigits } }],
  ["SSS", { formatSql: "substr(strftime($1, '%f'), 1, 3)", parse: { format: "%f", pattern: "[0-9]{3}" } }],
  ["SSSSSS", { formatSql: "strftime($1, '%f')", parse: { format: "%f", pattern: "[0-9]{6}" } }],
  ["z", { formatSql: "'UTC'" }],
  ["VV", { formatSql: "'UTC'" }],
  ["X", { formatSql: "'Z'", parse: { format: "Z", pattern: "Z" } }],
  ["XXX", { formatSql: "'Z'", parse: { format: "Z", pattern: "Z" } }],
  ["Z", { formatSql: "'+0000'", parse: { format: "+0000", pattern: "\\+0000" } }],
]);

type Piece = { readonly text: string } | { readonly letter: PatternLetter };

function splitPattern(pattern: string): readonly Piece[] | { readonly unsupported: string } {
  const pieces: Piece[] = [];
  for (const [found] of pattern.matchAll(/'(?:[^']|'')*'|([A-Za-z])\1*|[^A-Za-z']+|'/g)) {
    if (found.startsWith("'")) {
      pieces.push({ text: found === "''" ? "'" : found.slice(1, -1).replaceAll("''", "'") });
    } else if (/^[A-Za-z]/.test(found)) {
      const letter = letters.get(found);
      if (!letter) {
        return { unsupported: found };
      }
      pieces.push({ letter });
    } else {
      pieces.push({ text: found });
    }
  }
  return pieces;
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * Returns SQL that formats the timestamp `$1` with a pattern. For an unsupported pattern, returns the unsupported
 * letters.
 */
export function buildFormatTimeSql(pattern: string): { readonly sql: string } | { readonly unsupported: string } {
  const pieces = splitPattern(pattern);
  if ("unsupported" in pieces) {
    return pieces;
  }
  const parts = pieces.map((piece) => ("text" in piece ? quote(piece.text) : piece.letter.formatSql));
  return { sql: `(${["''", ...parts].join(" || ")})` };
}

/**
 * Returns SQL that parses the text `$1` with a pattern to a timestamp or NULL. For an unsupported pattern, returns the
 * unsupported letters.
 */
export function buildParseTimeSql(pattern: string): { readonly sql: string } | { readonly unsupported: string } {
  const pieces = splitPattern(pattern);
  if ("unsupported" in pieces) {
    return pieces;
  }
  let format = "";
  let expression = "";
  for (const piece of pieces) {
    if ("letter" in piece && !piece.letter.parse) {
      return { unsupported: pattern };
    }
    format += "text" in piece ? piece.text.replaceAll("%", "%%") : (piece.letter.parse?.format ?? "");
    expression += "text" in piece ? escapePattern(piece.text) : (piece.letter.parse?.pattern ?? "");
  }
  if (!format.includes("%Y") && !format.includes("%y")) {
    // A pattern without a year yields times in 1970, as in Spark.
    const fits = `regexp_full_match($1, ${quote(expression)})`;
    return { sql: `CASE WHEN ${fits} THEN try_strptime('1970 ' || $1, ${quote(`%Y ${format}`)}) END` };
  }
  const fits = `regexp_full_match($1, ${quote(expression)})`;
  return { sql: `CASE WHEN ${fits} THEN try_strptime($1, ${quote(format)}) END` };
}
