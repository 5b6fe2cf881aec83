/**
 * What a spreadsheet runs as a formula: the one rule of exports and of copying. A cell begins like a formula with `=`, `+`, `-`, `@`
 * or their full-width forms, also behind spaces and byte order marks, which spreadsheets pass over, and with a tab or a line end. A text
 * begins a cell, and so does what stands in it behind a semicolon: whether that separates cells is a setting of the spreadsheet,
 * and quotes do not help where it does.
 */
const spaces = "[ \\v\\f\\x{A0}\\x{200B}\\x{FEFF}]*";
const signs = "[=+@\\-\\x{FF0B}\\x{FF0D}\\x{FF1D}\\x{FF20}]";
const begin = `^(?:${spaces}${signs}|[\\t\\r\\n])`;
const inner = `(;[\\t\\r\\n]*${spaces})(${signs})`;
const number = "[+-]?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?";

/** The patterns are of RE2, which DuckDB has; JavaScript writes only code points otherwise. */
const jsPattern = (pattern: string, flags = "") =>
  new RegExp(pattern.replaceAll(/\\x\{(\w+)\}/g, "\\u{$1}"), `u${flags}`);
const beginPattern = jsPattern(begin);
const innerPattern = jsPattern(inner, "g");
const numberPattern = jsPattern(`^${number}$`);

/** The first bytes, in UTF-8, of all texts that begin like a formula. */
export const formulaBytes: readonly number[] = [
  ...[..."=+@- \t\n\v\f\r"].map((sign) => sign.charCodeAt(0)),
  // Of U+00A0, of U+200B, and of U+FEFF and the full-width signs.
  ...[0xc2, 0xe2, 0xef],
];

export function beginsFormula(text: string): boolean {
  return beginPattern.test(text);
}

/** The text with an apostrophe where a spreadsheet would begin a formula; a number keeps its sign. */
export function neutralText(text: string): string {
  if (numberPattern.test(text)) {
    return text;
  }
  const neutral = text.replace(innerPattern, "$1'$2");
  return beginsFormula(text) ? `'${neutral}` : neutral;
}

/** `beginsFormula` as SQL of DuckDB over a text. */
export function beginsFormulaSql(text: string): string {
  return `(${mayBeginSql(text)} AND regexp_matches(${text}, '${begin}'))`;
}

/** `neutralText` as SQL of DuckDB. `mayBegin` is false where no text of the column begins like a formula. */
export function neutralSql(text: string, mayBegin = true): string {
  const neutral = `regexp_replace(${text}, '${inner}', '\\1''\\2', 'g')`;
  if (!mayBegin) {
    return `CASE WHEN contains(${text}, ';') THEN ${neutral} ELSE ${text} END`;
  }
  // Most texts are done with by two comparisons and a look for the semicolon.
  return `CASE WHEN (${mayBeginSql(text)} OR contains(${text}, ';')) AND NOT regexp_full_match(${text}, '${number}') THEN regexp_replace(${neutral}, '${begin}', '''\\0') ELSE ${text} END`;
}

/** False for what begins with a letter of ASCII. */
function mayBeginSql(text: string): string {
  return `(${text} < 'A' OR ${text} >= '{')`;
}
