/** A text of the service within Markdown: nothing in it becomes a link, an image or a tag. */
export function plainMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!|<>~-]/g, "\\$&").replace(/\r?\n/g, " ");
}
