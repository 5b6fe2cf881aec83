/** Quotes a field of tab-separated text as spreadsheets expect it on the clipboard. */
export function tabField(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Escapes text for a cell of a Markdown table. */
export function markdownField(text: string): string {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll("|", "\\|")
    .replace(/\r\n|\r|\n/g, "<br>");
}
