// The program of the worker thread that reads workbooks.
import { type FileHandle, open } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { formatCsvField } from "../../base/csv-rows.ts";
import { compoundFileMark } from "./compound-file.ts";
import { type SheetRow, type WorkbookOutcome, WorkbookProblem, type WorkbookTask } from "./workbook.ts";
import { readXls } from "./xls-sheet.ts";
import { readXlsx } from "./xlsx-sheet.ts";

/**
 * Writes the first worksheet of a workbook as CSV. A row of the sheet is the line of that number, as far as no cell has
 * line breaks. The first row with a cell is the header; rows after it have its width at least.
 */
async function convert({ source, target, maxBytes }: WorkbookTask): Promise<WorkbookOutcome> {
  const file = await open(target, "wx", 0o600);
  try {
    const writer = new SheetWriter(file, maxBytes);
    if (await isCompoundFile(source)) {
      await writer.write(await readXls(source));
    } else {
      await readXlsx(source, maxBytes, (rows) => writer.write(rows));
    }
    await file.sync();
    return { kind: "converted" };
  } catch (error) {
    if (error instanceof WorkbookProblem) {
      return { kind: "refused", problem: error.message };
    }
    throw error;
  } finally {
    await file.close();
  }
}

class SheetWriter {
  readonly #file: FileHandle;
  readonly #maxBytes: number;
  #bytes = 0;
  #line = 0;
  #width = 0;

  constructor(file: FileHandle, maxBytes: number) {
    this.#file = file;
    this.#maxBytes = maxBytes;
  }

  async write(rows: readonly SheetRow[]): Promise<void> {
    let text = "";
    for (const { number, cells } of rows) {
      text += "\n".repeat(number - this.#line - 1);
      this.#line = number;
      const filled = cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
      this.#width ||= filled.length;
      const empty = Array.from({ length: Math.max(0, this.#width - filled.length) }, () => "");
      text += `${[...filled, ...empty].map(formatCsvField).join(",")}\n`;
    }
    if (text !== "") {
      const bytes = Buffer.from(text);
      this.#bytes += bytes.length;
      if (this.#bytes > this.#maxBytes) {
        throw new WorkbookProblem("has more rows than a load may have; send it in parts");
      }
      await this.#file.writeFile(bytes);
    }
  }
}

/** Whether a file has the form of XLS, or of a protected XLSX, whatever its name is. */
async function isCompoundFile(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(compoundFileMark.length), 0, compoundFileMark.length, 0);
    return buffer.equals(compoundFileMark);
  } finally {
    await file.close();
  }
}

convert(workerData as WorkbookTask).then(
  (outcome) => parentPort?.postMessage(outcome),
  // As the end of the thread, which the caller sees.
  (error: unknown) => {
    throw error;
  },
);
