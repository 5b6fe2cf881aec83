/** Quotes a name for standard SQL and DuckDB, whatever characters it contains. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Quotes a name for Spark SQL, whatever characters it contains. */
export function quoteSparkName(name: string): string {
  return `\`${name.replaceAll("`", "``")}\``;
}

/**
 * Quotes a text as a string literal of standard SQL and DuckDB, for statements that cannot use bound parameters. Not
 * for Spark SQL, which treats backslashes as escapes.
 */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
