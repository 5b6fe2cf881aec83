/** What a text that a spreadsheet would run begins with. */
export const formulaBytes: readonly number[] = [...Buffer.from("=+@\t\r-")];

/** SQL text that puts an apostrophe before what a spreadsheet would run as a formula; a number keeps its sign. */
export function neutralSql(expression: string): string {
  // All of these stand before the letters: most texts are done with by one comparison.
  return `CASE WHEN ${expression} < 'A' AND regexp_matches(${expression}, '^[=+@\\t\\r-]') AND NOT regexp_full_match(${expression}, '[+-]?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?') THEN '''' || ${expression} ELSE ${expression} END`;
}

/** The same for a text that is here. */
export function neutralText(text: string): string {
  const isFormula = /^[=+@\t\r-]/.test(text) && !/^[+-]?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?$/.test(text);
  return isFormula ? `'${text}` : text;
}

export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A field of tab-separated text as spreadsheets take it from the clipboard. */
export function tabField(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function markdownField(text: string): string {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll("|", "\\|")
    .replace(/\r\n|\r|\n/g, "<br>");
}
