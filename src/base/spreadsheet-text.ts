/**
 * Patterns for the start of a spreadsheet formula: `=`, `+`, `-`, `@` or their full-width forms, also after spaces or
 * byte order marks, and a tab or line end. Text after a semicolon counts as the start of a cell, because spreadsheets
 * may treat semicolons as separators. Used by exports and by copying.
 */
const spaces = "[ \\v\\f\\x{A0}\\x{200B}\\x{FEFF}]*";
const signs = "[=+@\\-\\x{FF0B}\\x{FF0D}\\x{FF1D}\\x{FF20}]";
const formulaStart = `^(?:${spaces}${signs}|[\\t\\r\\n])`;
const inner = `(;[\\t\\r\\n]*${spaces})(${signs})`;
const number = "[+-]?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?";

/** Converts a pattern from RE2 syntax, which DuckDB uses, to JavaScript. Only the syntax of code points differs. */
const jsPattern = (pattern: string, flags = "") =>
  new RegExp(pattern.replaceAll(/\\x\{(\w+)\}/g, "\\u{$1}"), `u${flags}`);
const formulaStartPattern = jsPattern(formulaStart);
const innerPattern = jsPattern(inner, "g");
const numberPattern = jsPattern(`^${number}$`);

/** Possible first bytes (UTF-8) of a text that starts like a spreadsheet formula. */
export const formulaStartBytes: readonly number[] = [
  ...[..."=+@- \t\n\v\f\r"].map((sign) => sign.charCodeAt(0)),
  // First bytes of U+00A0, of U+200B, and of U+FEFF and the full-width signs.
  ...[0xc2, 0xe2, 0xef],
];

export function isFormulaLike(text: string): boolean {
  return formulaStartPattern.test(text);
}

/**
 * Returns a text with an apostrophe before each position where a spreadsheet would start a formula. Signed numbers stay
 * unchanged.
 */
export function neutraliseFormulas(text: string): string {
  if (numberPattern.test(text)) {
    return text;
  }
  const neutral = text.replace(innerPattern, "$1'$2");
  return isFormulaLike(text) ? `'${neutral}` : neutral;
}

/** Returns a DuckDB SQL expression that is true if a text expression starts like a spreadsheet formula. */
export function formulaTestSql(text: string): string {
  return `(${mayBeginSql(text)} AND regexp_matches(${text}, '${formulaStart}'))`;
}

/**
 * Returns a DuckDB SQL expression that makes spreadsheet formulas in a text expression harmless. `mayBegin` is false if
 * no text of the column starts like a formula.
 */
export function neutraliseFormulasSql(text: string, mayBegin = true): string {
  const neutral = `regexp_replace(${text}, '${inner}', '\\1''\\2', 'g')`;
  if (!mayBegin) {
    return `CASE WHEN contains(${text}, ';') THEN ${neutral} ELSE ${text} END`;
  }
  // For most texts, two comparisons and a search for a semicolon suffice.
  return `CASE WHEN (${mayBeginSql(text)} OR contains(${text}, ';')) AND NOT regexp_full_match(${text}, '${number}') THEN regexp_replace(${neutral}, '${formulaStart}', '''\\0') ELSE ${text} END`;
}

/** Returns a fast SQL precheck for formulas: false for texts that begin with an ASCII letter. */
function mayBeginSql(text: string): string {
  return `(${text} < 'A' OR ${text} >= '{')`;
}
