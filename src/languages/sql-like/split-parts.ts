/** What may hold a `;` that ends nothing, read just as the lexer reads it, and the `;` that does. */
const pieces =
  /--[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^'\r\n]|'')*'(?!')|"(?:[^"\r\n]|"")*"(?!")|['"](?:[^\r\n),;]*[^\s),;])?|`[^`\r\n]*`|\[[^\]\r\n]*\]|;/g;

/** Where the parts of a text end, from `start` on, each after its `;`; the last at the end of the text. */
export function* splitParts(text: string, start: number): Generator<number> {
  const pattern = new RegExp(pieces);
  pattern.lastIndex = start;
  let end = start;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (match[0] === ";") {
      end = pattern.lastIndex;
      yield end;
    }
  }
  if (end < text.length || text.length === 0) {
    yield text.length;
  }
}
