/** Quotes a field of tab-separated text for the clipboard, as spreadsheets expect it. */
export function quoteTabField(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Escapes text for a cell of a Markdown table. */
export function escapeMarkdownField(text: string): string {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll("|", "\\|")
    .replace(/\r\n|\r|\n/g, "<br>");
}
