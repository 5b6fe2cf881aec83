import { createReadStream } from "node:fs";
import path from "node:path";
import { countOf } from "../../base/count-of.ts";
import { CsvProblem, type CsvRow, parseCsvValues, readCsvRows } from "../../base/csv-rows.ts";
import type { LoadCheck, LoadCheckColumn, LoadRowProblem } from "../../protocol/load-check.ts";
import { ResultError } from "../model/result-error.ts";
import { cellRuleOf } from "./cell-rules.ts";

/** Most problems that are listed. */
const maxListed = 1000;
/** Bytes read at once. */
const pieceBytes = 512 * 1024;

/**
 * Checks all rows of a CSV file by the columns of a load schema: number of values, mandatory values, types, and the end
 * of a row after its begin. Columns that the schema does not have are not checked. Memory does not depend on the size
 * of the file.
 */
export async function checkLoadFile(
  file: string,
  columns: readonly LoadCheckColumn[],
  signal: AbortSignal,
): Promise<LoadCheck> {
  const check = new RowsCheck(columns);
  try {
    for await (const rows of readCsvRows(createReadStream(file, { highWaterMark: pieceBytes, signal }))) {
      for (const row of rows) {
        check.add(row);
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof CsvProblem)) {
      const message = `The file "${path.basename(file)}" cannot be read. Check that it exists and that you may read it.`;
      throw new ResultError(message, { code: "badRequest", cause: error });
    }
    check.report({ line: error.line, rule: `${error.what}: ${error.advice}` });
  }
  return check.result();
}

class RowsCheck {
  readonly #schema: ReadonlyMap<string, LoadCheckColumn>;
  readonly #listed: LoadRowProblem[] = [];
  #columns: readonly (LoadCheckColumn | undefined)[] | undefined;
  #rules: readonly ((value: string) => string | undefined)[] = [];
  #span: readonly [begin: number, end: number] | undefined;
  #rows = 0;
  #total = 0;

  constructor(columns: readonly LoadCheckColumn[]) {
    this.#schema = new Map(columns.map((column) => [column.name, column]));
  }

  add(row: CsvRow): void {
    if (row.text === "") {
      return;
    }
    if (!this.#columns) {
      this.#readHeader(row);
      return;
    }
    this.#rows++;
    if (row.width !== this.#columns.length) {
      const rule = `begins a row with ${countOf(row.width, "value")}, but the header names ${countOf(this.#columns.length, "column")}`;
      this.report({ line: row.line, rule });
      return;
    }
    this.#checkCells(row.line, parseCsvValues(row.text), this.#columns);
  }

  report(problem: LoadRowProblem): void {
    this.#total++;
    if (this.#listed.length < maxListed) {
      this.#listed.push(problem);
    }
  }

  result(): LoadCheck {
    return { rows: this.#rows, total: this.#total, listed: this.#listed };
  }

  #readHeader(row: CsvRow): void {
    const names = parseCsvValues(row.text).map((name) => name ?? "");
    this.#columns = names.map((name) => this.#schema.get(name));
    this.#rules = this.#columns.map((column) => (column ? cellRuleOf(column) : () => undefined));
    const [begin, end] = [names.indexOf("Effective_Date"), names.indexOf("End_Date")];
    this.#span = this.#columns[begin] && this.#columns[end] ? [begin, end] : undefined;
  }

  #checkCells(
    line: number,
    cells: readonly (string | null)[],
    columns: readonly (LoadCheckColumn | undefined)[],
  ): void {
    let isValid = true;
    for (const [index, column] of columns.entries()) {
      const value = cells[index] ?? "";
      const rule = column && this.#rules[index]?.(value);
      if (column && rule !== undefined) {
        isValid = false;
        this.report({ line, column: column.name, rule });
      }
    }
    if (isValid && this.#span) {
      const [begin = "", end = ""] = this.#span.map((index) => cells[index] ?? "");
      if (end !== "" && Date.parse(end) <= Date.parse(begin)) {
        this.report({ line, column: "End_Date", rule: "is not after Effective_Date" });
      }
    }
  }
}
