import type { ColumnDifference, ColumnMatch, TableColumn } from "../../base/match-columns.ts";
import type { CsvLine } from "./csv-lines-model.ts";
import type { FileColumn } from "./file-columns-model.ts";
import { fitsType } from "./value-fit-model.ts";

/** Way to combine the file with the table's existing rows. */
export type UploadMode = "append" | "upsert" | "replace";

/** A mismatch between a file and a table. Line numbers count from 1; values are never included. */
export type FileFinding =
  | ColumnDifference
  | { readonly kind: "wrongType"; readonly column: string; readonly from: string; readonly to: string }
  | { readonly kind: "wrongCount"; readonly lines: AffectedLines; readonly expected: number }
  | { readonly kind: "misfit"; readonly column: string; readonly dataType: string; readonly lines: AffectedLines }
  | { readonly kind: "nullKey"; readonly column: string; readonly lines: AffectedLines };

/** Line numbers of the first affected rows, and the number of all affected rows. */
export interface AffectedLines {
  readonly first: readonly number[];
  readonly count: number;
}

const listedLines = 20;

/** Checks the rows of a CSV file against the columns of a table. */
export class RowCheck {
  readonly #columns: readonly (TableColumn | undefined)[];
  readonly #keys: ReadonlySet<string>;
  readonly #misfits = new Map<number, LineList>();
  readonly #nullKeys = new Map<number, LineList>();
  readonly #wrongCounts = new LineList();
  #rows = 0;

  constructor(columns: readonly (TableColumn | undefined)[], keys: readonly string[]) {
    this.#columns = columns;
    this.#keys = new Set(keys.map((key) => key.toLowerCase()));
  }

  get rows(): number {
    return this.#rows;
  }

  addRow({ cells, line }: CsvLine): void {
    this.#rows++;
    if (cells.length !== this.#columns.length) {
      this.#wrongCounts.add(line);
      return;
    }
    for (const [index, column] of this.#columns.entries()) {
      const value = cells[index] ?? null;
      if (!column) {
        continue;
      }
      if (value !== null && !fitsType(value, column.dataType)) {
        listAt(this.#misfits, index).add(line);
      } else if (value === null && this.#keys.has(column.name.toLowerCase())) {
        listAt(this.#nullKeys, index).add(line);
      }
    }
  }

  findings(): FileFinding[] {
    const columnAt = (index: number) => this.#columns[index] ?? { name: "", dataType: "" };
    return [
      ...(this.#wrongCounts.count > 0
        ? [{ kind: "wrongCount", lines: this.#wrongCounts.lines(), expected: this.#columns.length } as const]
        : []),
      ...[...this.#misfits].map(([index, list]) => {
        const { name: column, dataType } = columnAt(index);
        return { kind: "misfit", column, dataType, lines: list.lines() } as const;
      }),
      ...[...this.#nullKeys].map(([index, list]) => {
        return { kind: "nullKey", column: columnAt(index).name, lines: list.lines() } as const;
      }),
    ];
  }
}

/** Types that can hold every value of another type without loss. Text types accept all but binary values. */
const widerTypes: Readonly<Record<string, readonly string[]>> = {
  INTEGER: ["LONG", "DOUBLE", "DECIMAL"],
  LONG: ["DECIMAL"],
  DATE: ["DATE_TIME"],
};

const textTypes = ["STRING", "TENANT_ID", "CUSTOMER_ID", "JSON", "UNSPECIFIED"];

/** Finds the columns of a Parquet file whose type does not fit the table's. */
export function checkTypes(file: readonly FileColumn[], matched: ColumnMatch["columns"]): FileFinding[] {
  return file.flatMap(({ name, dataType: from }, index) => {
    const to = matched[index]?.dataType;
    const isFine =
      to === undefined ||
      from === to ||
      (textTypes.includes(to) && from !== "BINARY") ||
      widerTypes[from]?.includes(to);
    return isFine ? [] : [{ kind: "wrongType", column: name, from, to } as const];
  });
}

/** Whether a finding prevents the upload. Appending rows may leave out columns that are not keys. */
export function preventsUpload(finding: FileFinding, mode: UploadMode): boolean {
  return finding.kind !== "missingColumn" || finding.isKey || mode !== "append";
}

class LineList {
  readonly #first: number[] = [];
  count = 0;

  add(line: number): void {
    this.count++;
    if (this.#first.length < listedLines) {
      this.#first.push(line);
    }
  }

  lines(): AffectedLines {
    return { first: [...this.#first], count: this.count };
  }
}

function listAt(lists: Map<number, LineList>, index: number): LineList {
  const list = lists.get(index) ?? new LineList();
  lists.set(index, list);
  return list;
}
