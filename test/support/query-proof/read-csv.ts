const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y;

/** The records of a CSV text (RFC 4180); lines end with CRLF, the last one perhaps with nothing. */
export function readCsv(text: string): readonly (readonly string[])[] {
  const records: string[][] = [];
  let record: string[] = [];
  cell.lastIndex = 0;
  while (cell.lastIndex < text.length || record.length > 0) {
    const place = cell.lastIndex;
    const match = cell.exec(text);
    if (!match) {
      throw new Error(`Reading CSV: position ${place} is in no cell.`);
    }
    const [, quoted, bare = "", end] = match;
    record.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end !== ",") {
      records.push(record);
      record = [];
    }
  }
  return records;
}
