/** Escapes a text so that it stands for itself in a regular expression, of JavaScript or of DuckDB. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
