const newline = 10;

/** Offset of the first line that is not JSON text in UTF-8, and the lines before it; undefined when every line is. */
export function findMalformedLine(bytes: Uint8Array): { offset: number; linesBefore: number } | undefined {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let linesBefore = 0;
  for (let offset = 0; offset < bytes.length; linesBefore++) {
    const found = bytes.indexOf(newline, offset);
    const end = found < 0 ? bytes.length : found;
    try {
      const text = decoder.decode(bytes.subarray(offset, end));
      if (text.trim() !== "") {
        JSON.parse(text);
      }
    } catch {
      return { offset, linesBefore };
    }
    offset = end + 1;
  }
  return undefined;
}
