import { readFile, stat } from "node:fs/promises";
import { isDateFormat, type NumberFormats, refuseError, textOfNumber } from "./cell-text.ts";
import { CompoundFile } from "./compound-file.ts";
import { cellName, type SheetRow, WorkbookProblem } from "./workbook.ts";

/** Most bytes of an XLS file, which stays in memory; its sheets have 65,536 rows at most. */
const maxFileBytes = 256 * 1024 * 1024;

/** Types of records ([MS-XLS], 2.3.1). */
const types = {
  formula: 0x06,
  end: 0x0a,
  dateMode: 0x22,
  filePass: 0x2f,
  continue: 0x3c,
  sheet: 0x85,
  multiRk: 0xbd,
  formattedText: 0xd6,
  style: 0xe0,
  sharedTexts: 0xfc,
  sharedText: 0xfd,
  number: 0x203,
  text: 0x204,
  booleanOrError: 0x205,
  formulaText: 0x207,
  rk: 0x27e,
  format: 0x41e,
  begin: 0x809,
} as const;

const maxColumns = 256;
const excel97 = 0x0600;
const errors: Readonly<Record<number, string>> = {
  0: "#NULL!",
  7: "#DIV/0!",
  15: "#VALUE!",
  23: "#REF!",
  29: "#NAME?",
  36: "#NUM!",
  42: "#N/A",
};

interface BiffRecord {
  readonly type: number;
  readonly data: Buffer;
}

/** Reads the first worksheet of an XLS file of Excel 97 or later and returns its rows with a cell. Throws WorkbookProblem. */
export async function readXls(path: string): Promise<readonly SheetRow[]> {
  if ((await stat(path)).size > maxFileBytes) {
    throw new WorkbookProblem("is larger than an XLS file may be; save it as XLSX or CSV");
  }
  const file = new CompoundFile(await readFile(path));
  if (file.stream("EncryptedPackage")) {
    throw protectedWorkbook();
  }
  const stream = file.stream("Workbook");
  if (!stream) {
    throw new WorkbookProblem(
      file.stream("Book") ? "was saved by Excel 95 or earlier; save it as XLSX" : "is no workbook; save it as XLSX",
    );
  }
  try {
    return readWorkbook(stream);
  } catch (error) {
    // A length or place that leads out of its record.
    throw error instanceof RangeError ? new WorkbookProblem("is damaged; save it again", { cause: error }) : error;
  }
}

function readWorkbook(stream: Buffer): readonly SheetRow[] {
  let is1904 = false;
  let firstSheet: number | undefined;
  const codes = new Map<number, string>();
  const styles: number[] = [];
  let texts: readonly string[] = [];
  let shared: Buffer[] | undefined;
  for (const { type, data } of recordsOf(stream, 0)) {
    if (type === types.continue) {
      shared?.push(data);
      continue;
    }
    if (shared) {
      texts = new SharedTexts(shared).read();
      shared = undefined;
    }
    switch (type) {
      case types.filePass:
        throw protectedWorkbook();
      case types.dateMode:
        is1904 = data.readUInt16LE(0) === 1;
        break;
      case types.format:
        codes.set(data.readUInt16LE(0), new SharedTexts([data.subarray(2)]).text());
        break;
      case types.style:
        styles.push(data.readUInt16LE(2));
        break;
      case types.sharedTexts:
        shared = [data];
        break;
      case types.sheet:
        firstSheet ??= data.readUInt8(5) === 0 ? data.readUInt32LE(0) : undefined;
        break;
    }
  }
  texts = shared ? new SharedTexts(shared).read() : texts;
  if (firstSheet === undefined) {
    throw new WorkbookProblem("has no worksheet");
  }
  const isDate = styles.map((id) => isDateFormat(id, codes.get(id)));
  return readSheet(stream, firstSheet, texts, { is1904, isDate });
}

/** Yields the records of a part of the workbook from its begin to its end, without those of parts within. */
function* recordsOf(stream: Buffer, start: number): Generator<BiffRecord> {
  let depth = 0;
  for (let at = start; at + 4 <= stream.length; ) {
    const type = stream.readUInt16LE(at);
    const length = stream.readUInt16LE(at + 2);
    const data = stream.subarray(at + 4, at + 4 + length);
    at += 4 + length;
    if (type === types.begin) {
      if (depth === 0 && data.readUInt16LE(0) !== excel97) {
        throw new WorkbookProblem("was saved by Excel 95 or earlier; save it as XLSX");
      }
      depth++;
    } else if (type === types.end) {
      depth--;
      if (depth === 0) {
        return;
      }
    } else if (depth === 1) {
      yield { type, data };
    }
  }
  throw new WorkbookProblem("was cut short; send it again");
}

function readSheet(
  stream: Buffer,
  start: number,
  texts: readonly string[],
  formats: NumberFormats,
): readonly SheetRow[] {
  const rows = new Map<number, string[]>();
  /** Cell of a formula whose text is in the next record. */
  let waiting: readonly [number, number] | undefined;
  const put = (row: number, column: number, text: string) => {
    if (column >= maxColumns) {
      throw new RangeError("A cell lies beyond the last column.");
    }
    const cells = rows.get(row) ?? [];
    while (cells.length < column) {
      cells.push("");
    }
    cells[column] = text;
    rows.set(row, cells);
  };
  const putNumber = (row: number, column: number, style: number, value: number) =>
    put(row, column, textOfNumber(String(value), style, formats, cellName(row + 1, column)));
  for (const { type, data } of recordsOf(stream, start)) {
    if (type === types.formulaText) {
      if (waiting) {
        put(...waiting, new SharedTexts([data]).text());
      }
      continue;
    }
    if (!cellTypes.has(type)) {
      continue;
    }
    const [row, column, style] = [data.readUInt16LE(0), data.readUInt16LE(2), data.readUInt16LE(4)];
    switch (type) {
      case types.sharedText:
        put(row, column, texts[data.readUInt32LE(6)] ?? "");
        break;
      case types.text:
      case types.formattedText:
        put(row, column, new SharedTexts([data.subarray(6)]).text());
        break;
      case types.number:
        putNumber(row, column, style, data.readDoubleLE(6));
        break;
      case types.rk:
        putNumber(row, column, style, readRk(data, 6));
        break;
      case types.multiRk:
        for (let at = 4; at + 8 <= data.length; at += 6) {
          putNumber(row, column + (at - 4) / 6, data.readUInt16LE(at), readRk(data, at + 2));
        }
        break;
      case types.booleanOrError:
        put(row, column, booleanOrError(data.readUInt8(6), data.readUInt8(7) === 1, row, column));
        break;
      case types.formula:
        waiting = undefined;
        if (data.readUInt16LE(12) !== 0xffff) {
          putNumber(row, column, style, data.readDoubleLE(6));
        } else if (data.readUInt8(6) === 0) {
          waiting = [row, column];
        } else if (data.readUInt8(6) < 3) {
          put(row, column, booleanOrError(data.readUInt8(8), data.readUInt8(6) === 2, row, column));
        }
        break;
    }
  }
  return [...rows]
    .filter(([, cells]) => cells.some((text) => text !== ""))
    .sort(([one], [other]) => one - other)
    .map(([row, cells]) => ({ number: row + 1, cells }));
}

const cellTypes = new Set<number>([
  types.formula,
  types.multiRk,
  types.formattedText,
  types.sharedText,
  types.number,
  types.text,
  types.booleanOrError,
  types.rk,
]);

function booleanOrError(value: number, isError: boolean, row: number, column: number): string {
  return isError ? refuseError(errors[value] ?? "#N/A", cellName(row + 1, column)) : value === 1 ? "true" : "false";
}

/** Reads a number of 30 bits: a whole one, or the first bits of a double; either may be in hundredths. */
function readRk(data: Buffer, at: number): number {
  const bits = data.readInt32LE(at);
  let value: number;
  if ((bits & 2) !== 0) {
    value = bits >> 2;
  } else {
    const double = Buffer.alloc(8);
    double.writeInt32LE(bits & ~3, 4);
    value = double.readDoubleLE(0);
  }
  return (bits & 1) !== 0 ? value / 100 : value;
}

/** Reads texts that go on in the records which follow: each goes on with a byte that says whether its characters are wide. */
class SharedTexts {
  readonly #parts: readonly Buffer[];
  #part = 0;
  #at = 0;

  constructor(parts: readonly Buffer[]) {
    this.#parts = parts;
  }

  /** All texts of the table of shared texts. */
  read(): readonly string[] {
    this.#skip(4);
    const count = this.#data.readUInt32LE(4);
    this.#skip(4);
    const texts: string[] = [];
    while (texts.length < count) {
      texts.push(this.text());
    }
    return texts;
  }

  /** A text with its number of characters and its flags before it; without what its formats and pronunciation are. */
  text(): string {
    this.#enterNextPart();
    const length = this.#data.readUInt16LE(this.#at);
    const flags = this.#data.readUInt8(this.#at + 2);
    this.#at += 3;
    let behind = 0;
    if ((flags & 8) !== 0) {
      behind += this.#data.readUInt16LE(this.#at) * 4;
      this.#at += 2;
    }
    if ((flags & 4) !== 0) {
      behind += this.#data.readUInt32LE(this.#at);
      this.#at += 4;
    }
    const text = this.#characters(length, (flags & 1) !== 0);
    this.#skip(behind);
    return text;
  }

  get #data(): Buffer {
    const part = this.#parts[this.#part];
    if (!part) {
      throw new RangeError("The texts are cut short.");
    }
    return part;
  }

  #enterNextPart(): boolean {
    if (this.#at < this.#data.length) {
      return false;
    }
    this.#part++;
    this.#at = 0;
    return true;
  }

  #characters(length: number, isWide: boolean): string {
    let text = "";
    let wide = isWide;
    while (text.length < length) {
      if (this.#enterNextPart()) {
        wide = (this.#data.readUInt8(0) & 1) !== 0;
        this.#at = 1;
      }
      const size = wide ? 2 : 1;
      const count = Math.min(length - text.length, Math.floor((this.#data.length - this.#at) / size));
      if (count === 0) {
        throw new RangeError("A character is cut in two.");
      }
      const end = this.#at + count * size;
      text += this.#data.toString(wide ? "utf16le" : "latin1", this.#at, end);
      this.#at = end;
    }
    return text;
  }

  #skip(bytes: number): void {
    for (let left = bytes; left > 0; ) {
      this.#enterNextPart();
      const step = Math.min(left, this.#data.length - this.#at);
      if (step === 0) {
        throw new RangeError("The texts are cut short.");
      }
      this.#at += step;
      left -= step;
    }
  }
}

function protectedWorkbook(): WorkbookProblem {
  return new WorkbookProblem("is protected by a password; save it without one");
}
