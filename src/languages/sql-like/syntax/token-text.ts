/** The name that a token stands for, without the quotes that names do not have here. */
export function nameText(text: string, start: number, end: number): string {
  const first = text.charCodeAt(start);
  const isQuoted = first === backquote || first === bracket;
  return isQuoted ? text.slice(start + 1, end - 1) : text.slice(start, end);
}

const backquote = 0x60;
const bracket = 0x5b;

/** What a token says that is a string, with doubled quotes made single. */
export function stringText(text: string, start: number, end: number): { value: string; isClosed: boolean } {
  const quote = text.charAt(start);
  const isPlain = text.indexOf(quote, start + 1) === end - 1;
  if (isPlain) {
    return { value: text.slice(start + 1, end - 1), isClosed: true };
  }
  const quotes = text.slice(start, end).split(quote).length - 1;
  // Those inside come in pairs.
  const isClosed = quotes % 2 === 0;
  return { value: text.slice(start + 1, isClosed ? end - 1 : end).replaceAll(quote + quote, quote), isClosed };
}
