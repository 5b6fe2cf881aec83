/**
 * Whether two names are equal regardless of case, as for DuckDB and the SQL of table sources (sql-like-language 13.1).
 */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
