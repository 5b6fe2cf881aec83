/** DuckDB and SQL of table sources ignore the case of names (sql-like-language 13.1). */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
