/** What a plain reader found: the names of the columns and the rows, or that the bytes are not CSV that can be read in one way. */
export type PlainCsv = { readonly names: readonly string[]; readonly rows: readonly PlainRow[] } | "refused";

/** A value is null where nothing stands between two commas. */
export type PlainRow = readonly (string | null)[];

/**
 * Reads CSV (RFC 4180) by plain loops, one character after the other (semantics.md, "Inputs and outputs"). Shares nothing
 * with the product.
 */
export function readPlainCsv(bytes: Buffer, hasHeader: boolean): PlainCsv {
  let text = bytes.toString("utf8");
  if (!Buffer.from(text, "utf8").equals(bytes)) {
    return "refused";
  }
  if (text.charCodeAt(0) === 0xfeff) {
    text = text.slice(1);
  }
  const records = readRecords(text);
  if (!records) {
    return "refused";
  }
  const first = records.findIndex(({ isEmpty }) => !isEmpty);
  const width = first < 0 ? 1 : (records[first]?.values.length ?? 1);
  const isRow = ({ isEmpty }: PlainRecord) => !isEmpty || width === 1;
  if (records.some((record) => !record.isEmpty && record.values.length !== width)) {
    return "refused";
  }
  if (!hasHeader) {
    const names = Array.from({ length: width }, (_, index) => `_c${index}`);
    return { names, rows: records.filter(isRow).map(({ values }) => values) };
  }
  const header = records[first];
  if (!header || header.values.some((name) => /[\n\r\0]/.test(name ?? ""))) {
    return "refused";
  }
  const rows = records.slice(first + 1).filter(isRow);
  return { names: namesOf(header.values), rows: rows.map(({ values }) => values) };
}

interface PlainRecord {
  readonly values: PlainRow;
  readonly isEmpty: boolean;
}

function readRecords(text: string): PlainRecord[] | undefined {
  const records: PlainRecord[] = [];
  let values: (string | null)[] = [];
  /** Characters that end a row. */
  let lineEnd: number | undefined;
  let start = 0;
  let at = 0;
  while (at < text.length || at > start || values.length > 0) {
    let value = "";
    let isQuoted = false;
    if (text[at] === '"') {
      isQuoted = true;
      at++;
      for (;;) {
        if (at >= text.length) {
          return undefined;
        }
        if (text[at] === '"' && text[at + 1] === '"') {
          value += '"';
          at += 2;
        } else if (text[at] === '"') {
          at++;
          break;
        } else {
          value += text[at];
          at++;
        }
      }
    } else {
      while (at < text.length && text[at] !== "," && text[at] !== "\n" && text[at] !== "\r") {
        value += text[at];
        at++;
      }
      let firstOther = 0;
      while (value[firstOther] === " ") {
        firstOther++;
      }
      if (firstOther > 0 && value[firstOther] === '"') {
        return undefined;
      }
    }
    values.push(!isQuoted && value === "" ? null : value);
    if (text[at] === ",") {
      at++;
      continue;
    }
    if (at < text.length && text[at] !== "\n" && text[at] !== "\r") {
      return undefined;
    }
    const isEmpty = at === start;
    if (at < text.length) {
      if (text[at] === "\r" && text[at + 1] !== "\n") {
        return undefined;
      }
      const found = text[at] === "\r" ? 2 : 1;
      lineEnd ??= found;
      if (found !== lineEnd) {
        return undefined;
      }
      at += found;
    }
    records.push({ values, isEmpty });
    values = [];
    start = at;
  }
  return records;
}

/** As Spark names the columns of a header. */
function namesOf(header: PlainRow): string[] {
  const trimmed = header.map((name) => (name ?? "").trim());
  const count = (name: string) => trimmed.filter((other) => other.toLowerCase() === name.toLowerCase()).length;
  return trimmed.map((name, index) => (name === "" ? `_c${index}` : count(name) > 1 ? `${name}${index}` : name));
}
