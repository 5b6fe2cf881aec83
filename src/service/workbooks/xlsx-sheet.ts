import { withZipEntries, type ZipEntry, ZipError, type ZipLimits } from "../../zip/read-zip.ts";
import { isDateFormat, type NumberFormats, refuseError, textOfNumber } from "./cell-text.ts";
import { cellName, maxSheetColumns, maxSheetRows, type SheetRow, WorkbookProblem } from "./workbook.ts";
import { readXml, type XmlEvent } from "./xml-events.ts";

/** Most characters of the shared texts of a workbook, which stay in memory. */
const maxSharedLength = 128 * 1024 * 1024;

/** Most parts of a workbook; a sheet may compress much, so that only its size is bounded. */
const maxEntries = 20_000;
const maxRatio = 1_100;

/**
 * Reads the first worksheet of an XLSX file (ECMA-376) and gives its rows with a cell to `write`, in order. `maxBytes`
 * bounds the unpacked workbook. Throws WorkbookProblem.
 */
export async function readXlsx(
  path: string,
  maxBytes: number,
  write: (rows: readonly SheetRow[]) => Promise<void>,
): Promise<void> {
  const limits: ZipLimits = { entries: maxEntries, bytes: maxBytes, ratio: maxRatio };
  try {
    await withZipEntries(path, limits, async (entries) => {
      const parts = new Map(entries.map((entry) => [entry.name, entry]));
      const { sheet, is1904 } = await findSheet(parts);
      const formats = { is1904, isDate: await readStyles(parts.get("xl/styles.xml")) };
      const texts = await readSharedTexts(parts.get("xl/sharedStrings.xml"));
      await readRows(sheet, texts, formats, write);
    });
  } catch (error) {
    throw error instanceof ZipError
      ? new WorkbookProblem(`was not used, because ${error.problem}`, { cause: error })
      : error;
  }
}

type Parts = ReadonlyMap<string, ZipEntry>;

async function findSheet(parts: Parts): Promise<{ readonly sheet: ZipEntry; readonly is1904: boolean }> {
  const ids: string[] = [];
  let is1904 = false;
  await forEach(parts.get("xl/workbook.xml"), (event) => {
    if (event.kind === "open" && event.name === "sheet") {
      ids.push(event.attributes.get("id") ?? "");
    } else if (event.kind === "open" && event.name === "workbookPr") {
      is1904 = ["1", "true"].includes(event.attributes.get("date1904") ?? "");
    }
  });
  const targets = new Map<string, string>();
  await forEach(parts.get("xl/_rels/workbook.xml.rels"), (event) => {
    if (event.kind === "open" && event.attributes.get("Type")?.endsWith("/worksheet")) {
      targets.set(event.attributes.get("Id") ?? "", event.attributes.get("Target") ?? "");
    }
  });
  const target = ids.flatMap((id) => targets.get(id) ?? [])[0];
  const sheet = target === undefined ? undefined : parts.get(target.startsWith("/") ? target.slice(1) : `xl/${target}`);
  if (!sheet) {
    throw new WorkbookProblem("has no worksheet");
  }
  return { sheet, is1904 };
}

/** Returns for each style of cells whether it shows dates. */
async function readStyles(part: ZipEntry | undefined): Promise<readonly boolean[]> {
  const codes = new Map<number, string>();
  const isDate: boolean[] = [];
  let isInCells = false;
  await forEach(part, (event) => {
    if (event.kind === "text") {
      return;
    }
    if (event.name === "cellXfs") {
      isInCells = event.kind === "open";
    } else if (event.kind === "open" && event.name === "numFmt") {
      codes.set(Number(event.attributes.get("numFmtId")), event.attributes.get("formatCode") ?? "");
    } else if (event.kind === "open" && event.name === "xf" && isInCells) {
      const id = Number(event.attributes.get("numFmtId") ?? 0);
      isDate.push(isDateFormat(id, codes.get(id)));
    }
  });
  return isDate;
}

async function readSharedTexts(part: ZipEntry | undefined): Promise<readonly string[]> {
  const texts: string[] = [];
  const reader = new TextReader();
  let length = 0;
  await forEach(part, (event) => {
    if (event.kind === "open" && event.name === "si") {
      reader.start();
    } else if (event.kind === "close" && event.name === "si") {
      const text = reader.end();
      length += text.length;
      if (length > maxSharedLength) {
        throw new WorkbookProblem("has more text than this service keeps in memory; save the sheet as CSV");
      }
      texts.push(text);
    } else {
      reader.read(event);
    }
  });
  return texts;
}

/** Reads the text of a cell: that of its `t` elements, but not those that say how it is pronounced. */
class TextReader {
  #text = "";
  #isInText = false;
  #isInPhonetic = false;

  start(): void {
    this.#text = "";
  }

  read(event: XmlEvent): void {
    if (event.kind === "text") {
      this.#text += this.#isInText ? event.text : "";
    } else if (event.name === "rPh") {
      this.#isInPhonetic = event.kind === "open";
    } else if (event.name === "t") {
      this.#isInText = event.kind === "open" && !this.#isInPhonetic;
    }
  }

  end(): string {
    // Characters that XML cannot have are written as _x000D_ (ECMA-376 part 1, 22.9.2.19).
    return this.#text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
}

interface Cell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
}

async function readRows(
  sheet: ZipEntry,
  texts: readonly string[],
  formats: NumberFormats,
  write: (rows: readonly SheetRow[]) => Promise<void>,
): Promise<void> {
  const inline = new TextReader();
  let number = 0;
  let cells: string[] = [];
  let cell: Cell | undefined;
  let value = "";
  let isInValue = false;
  let done: SheetRow[] = [];
  const read = (event: XmlEvent): void => {
    if (event.kind === "text") {
      value += isInValue ? event.text : "";
      inline.read(event);
      return;
    }
    const isOpen = event.kind === "open";
    if (event.name === "row") {
      if (isOpen) {
        number = nextRow(event.attributes.get("r"), number);
        cells = [];
      } else if (cells.some((text) => text !== "")) {
        done.push({ number, cells });
      }
    } else if (event.name === "c" && isOpen) {
      cell = toCell(event.attributes, number, cells.length);
      value = "";
      inline.start();
    } else if (event.name === "c" && cell) {
      const text = cell.type === "inlineStr" ? inline.end() : textOf(cell, value, number, texts, formats);
      while (cells.length < cell.column) {
        cells.push("");
      }
      cells[cell.column] = text;
    } else if (event.name === "v") {
      isInValue = isOpen;
    } else {
      inline.read(event);
    }
  };
  for await (const events of readXml(sheet.open())) {
    for (const event of events) {
      read(event);
    }
    await write(done);
    done = [];
  }
}

function nextRow(written: string | undefined, former: number): number {
  const number = written === undefined ? former + 1 : Number(written);
  if (!(Number.isInteger(number) && number > former && number <= maxSheetRows)) {
    throw new WorkbookProblem("has rows that are out of order; save it again");
  }
  return number;
}

function toCell(attributes: ReadonlyMap<string, string>, row: number, next: number): Cell {
  const place = attributes.get("r");
  const [, letters] = place === undefined ? [] : (/^([A-Z]{1,3})\d+$/.exec(place) ?? ["", ""]);
  const column =
    letters === undefined ? next : [...letters].reduce((sum, sign) => sum * 26 + sign.charCodeAt(0) - 64, 0) - 1;
  if (column < next || column >= maxSheetColumns) {
    throw new WorkbookProblem(`has cells in row ${row} that are out of order; save it again`);
  }
  return { column, type: attributes.get("t") ?? "n", style: Number(attributes.get("s") ?? 0) };
}

function textOf(
  { column, type, style }: Cell,
  value: string,
  row: number,
  texts: readonly string[],
  formats: NumberFormats,
): string {
  const place = cellName(row, column);
  switch (type) {
    case "s": {
      const text = texts[Number(value)];
      if (text === undefined && value !== "") {
        throw new WorkbookProblem(`has no text for ${place}; save it again`);
      }
      return text ?? "";
    }
    case "b":
      return value === "1" ? "true" : value === "0" ? "false" : value;
    case "e":
      return refuseError(value, place);
    case "d":
    case "str":
      return value;
    default:
      return value === "" ? "" : textOfNumber(value, style, formats, place);
  }
}

async function forEach(part: ZipEntry | undefined, work: (event: XmlEvent) => void): Promise<void> {
  if (part) {
    for await (const events of readXml(part.open())) {
      for (const event of events) {
        work(event);
      }
    }
  }
}
