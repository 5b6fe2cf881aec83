import type { SqlValue } from "../../duckdb/database.ts";
import { type BasePlan, createEmptyMeasure, type MeasuredValue } from "./metric-plan.ts";
import type { RecordScan } from "./scan.ts";

/** Number of a cell, which has the interval and the position on each axis as digits, the interval first. */
export type CellNumber = number;

/** Reads the value of a measure in a cell. */
export type MeasureReader = (interval: number, positions: readonly number[]) => MeasuredValue;

interface Row {
  readonly columns: readonly SqlValue[][];
  readonly index: number;
}

/** Cells of one scan of records. They are read forward, in the order of the query's cells. */
export class ScanCells {
  readonly #scan: RecordScan;
  readonly #chunks: AsyncGenerator<readonly SqlValue[][]>;
  readonly #sizes: readonly number[];
  /**
   * Whether the scan has all axes of the query. Otherwise each cell of the scan belongs to several cells of the query.
   */
  readonly isComplete: boolean;
  #rows = new Map<CellNumber, Row>();
  #chunk: readonly SqlValue[][] = [];
  #next = 0;
  #isAtEnd = false;

  /** `sizes` holds the number of positions on each axis of the query. */
  constructor(scan: RecordScan, sizes: readonly number[], chunks: AsyncGenerator<readonly SqlValue[][]>) {
    this.#scan = scan;
    this.#chunks = chunks;
    this.#sizes = scan.axes.map(({ index }) => sizes[index] ?? 0);
    this.isComplete = scan.axes.length === sizes.length;
  }

  /**
   * Returns the number of the next unread cell with records, or infinity. Only for scans with all axes of the query.
   */
  async peek(): Promise<CellNumber> {
    return (await this.#fill()) ? this.#numberAt(this.#next) : Number.POSITIVE_INFINITY;
  }

  /**
   * Loads the cells of a block. Blocks must be loaded in ascending order. `endNumber` and `endInterval` are exclusive.
   */
  async load(endNumber: CellNumber, firstInterval: number, endInterval: number): Promise<void> {
    if (this.isComplete) {
      this.#rows.clear();
    } else {
      const isPast = (number: CellNumber) => number < firstInterval * this.#intervalSize();
      this.#rows = new Map([...this.#rows].filter(([number]) => !isPast(number)));
    }
    const end = this.isComplete ? endNumber : endInterval * this.#intervalSize();
    while (await this.#fill()) {
      const number = this.#numberAt(this.#next);
      if (number >= end) {
        return;
      }
      this.#rows.set(number, { columns: this.#chunk, index: this.#next });
      this.#next++;
    }
  }

  /** Returns the numbers of the loaded cells, which have records. Only for scans with all axes of the query. */
  numbers(): Iterable<CellNumber> {
    return this.#rows.keys();
  }

  /**
   * Returns a function that reads the measure of a plan from the loaded cells. Returns undefined when the plan belongs
   * to another scan.
   */
  reader(plan: BasePlan): MeasureReader | undefined {
    let column = 1 + this.#scan.axes.length;
    for (const { plan: other } of this.#scan.measures) {
      if (other.metric.id === plan.metric.id && other.through.join(".") === plan.through.join(".")) {
        return this.#readerAt(column, plan);
      }
      column += measureWidth(other);
    }
    return undefined;
  }

  #readerAt(column: number, plan: BasePlan): MeasureReader {
    const axes = this.#scan.axes.map(({ index }, digit) => ({ index, size: this.#sizes[digit] ?? 0 }));
    return (interval, positions) => {
      let number = interval;
      for (const { index, size } of axes) {
        number = number * size + (positions[index] ?? 0);
      }
      const row = this.#rows.get(number);
      return row
        ? readMeasure(plan, (offset) => toNumber(row.columns[column + offset]?.[row.index]))
        : createEmptyMeasure(plan.metric);
    };
  }

  #intervalSize(): number {
    return this.#sizes.reduce((product, size) => product * size, 1);
  }

  #numberAt(index: number): CellNumber {
    return this.#sizes.reduce(
      (number, size, axis) => number * size + Number(this.#chunk[axis + 1]?.[index]),
      Number(this.#chunk[0]?.[index]),
    );
  }

  async #fill(): Promise<boolean> {
    while (!this.#isAtEnd && this.#next >= (this.#chunk[0]?.length ?? 0)) {
      const { value, done } = await this.#chunks.next();
      this.#isAtEnd = done === true;
      this.#chunk = done ? [] : value;
      this.#next = 0;
    }
    return !this.#isAtEnd;
  }
}

/** Number of columns of a measure in the rows of its scan; the first is the support. */
function measureWidth({ metric: { aggregate } }: BasePlan): number {
  return aggregate === "count" ? 1 : aggregate === "average" ? 3 : 2;
}

function readMeasure({ metric }: BasePlan, column: (offset: number) => number | bigint | null): MeasuredValue {
  const support = column(0) ?? 0n;
  switch (metric.aggregate) {
    case "count":
      return { value: support, support };
    case "sum":
      return { value: column(1) ?? 0n, support };
    case "average": {
      const count = Number(column(2) ?? 0);
      return { value: count === 0 ? null : Number(column(1)) / count, support };
    }
    case "minimum":
    case "maximum":
      return { value: column(1), support };
  }
}

function toNumber(value: SqlValue | undefined): number | bigint | null {
  return typeof value === "number" || typeof value === "bigint" ? value : null;
}
