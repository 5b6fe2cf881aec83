/**
 * The rule by which exports and copying detect what a spreadsheet would run as a formula. A cell is a formula if it
 * begins with `=`, `+`, `-`, `@` or their full-width forms, also after spaces and byte order marks, which spreadsheets
 * skip, or with a tab or a line end. Text after a semicolon counts as the start of a cell, because a setting of the
 * spreadsheet decides whether a semicolon separates cells, and quotes do not help where it does.
 */
const spaces = "[ \\v\\f\\x{A0}\\x{200B}\\x{FEFF}]*";
const signs = "[=+@\\-\\x{FF0B}\\x{FF0D}\\x{FF1D}\\x{FF20}]";
const formulaStart = `^(?:${spaces}${signs}|[\\t\\r\\n])`;
const inner = `(;[\\t\\r\\n]*${spaces})(${signs})`;
const number = "[+-]?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?";

/** The patterns are in RE2 syntax, which DuckDB uses. JavaScript differs only in how it writes code points. */
const jsPattern = (pattern: string, flags = "") =>
  new RegExp(pattern.replaceAll(/\\x\{(\w+)\}/g, "\\u{$1}"), `u${flags}`);
const formulaStartPattern = jsPattern(formulaStart);
const innerPattern = jsPattern(inner, "g");
const numberPattern = jsPattern(`^${number}$`);

/** First bytes, in UTF-8, of all texts that begin like a formula. */
export const formulaBytes: readonly number[] = [
  ...[..."=+@- \t\n\v\f\r"].map((sign) => sign.charCodeAt(0)),
  // First bytes of U+00A0, of U+200B, and of U+FEFF and the full-width signs.
  ...[0xc2, 0xe2, 0xef],
];

export function beginsFormula(text: string): boolean {
  return formulaStartPattern.test(text);
}

/** Returns the text with an apostrophe wherever a spreadsheet would begin a formula. Signed numbers stay unchanged. */
export function neutraliseFormulas(text: string): string {
  if (numberPattern.test(text)) {
    return text;
  }
  const neutral = text.replace(innerPattern, "$1'$2");
  return beginsFormula(text) ? `'${neutral}` : neutral;
}

/** Returns DuckDB SQL for `beginsFormula` of a text expression. */
export function beginsFormulaSql(text: string): string {
  return `(${mayBeginSql(text)} AND regexp_matches(${text}, '${formulaStart}'))`;
}

/**
 * Returns DuckDB SQL for `neutraliseFormulas` of a text expression. `mayBegin` is false if no text of the column begins like a
 * formula.
 */
export function neutraliseFormulasSql(text: string, mayBegin = true): string {
  const neutral = `regexp_replace(${text}, '${inner}', '\\1''\\2', 'g')`;
  if (!mayBegin) {
    return `CASE WHEN contains(${text}, ';') THEN ${neutral} ELSE ${text} END`;
  }
  // For most texts, two comparisons and a search for a semicolon suffice.
  return `CASE WHEN (${mayBeginSql(text)} OR contains(${text}, ';')) AND NOT regexp_full_match(${text}, '${number}') THEN regexp_replace(${neutral}, '${formulaStart}', '''\\0') ELSE ${text} END`;
}

/** Returns SQL that is false for texts that begin with an ASCII letter. */
function mayBeginSql(text: string): string {
  return `(${text} < 'A' OR ${text} >= '{')`;
}
