/** Compares names regardless of case, as DuckDB and the SQL of table sources do (sql-like-language 13.1). */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
