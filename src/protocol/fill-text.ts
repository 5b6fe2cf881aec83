/** Replaces `{0}`, `{1}` and so on with the given values. */
export function fillText(text: string, ...values: readonly string[]): string {
  return text.replace(/\{(\d)\}/g, (placeholder, index: string) => values[Number(index)] ?? placeholder);
}
