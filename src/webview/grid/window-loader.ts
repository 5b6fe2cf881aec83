import type { SmallGroupGuard } from "../../base/small-group.ts";
import {
  type Cell,
  maximumWindowRows,
  type RowBlock,
  type RowRange,
  type TreeNode,
} from "../../protocol/data-worker.ts";
import { isRowBlock } from "../../protocol/results-view.ts";
import { defaultRowView, type RowView } from "../../protocol/row-view.ts";
import { PackedCells } from "./packed-cells.ts";

/** Function that reads rows and returns the response without checking it. */
export type RowReader = (range: RowRange, signal: AbortSignal) => Promise<unknown>;

/** Rows and columns in the viewport and the scroll direction; columns are indexes among the visible ones. */
interface ViewWindow {
  readonly firstRow: number;
  readonly endRow: number;
  /** Number of leading columns that do not scroll. */
  readonly frozenColumns: number;
  readonly firstColumn: number;
  readonly endColumn: number;
  readonly isMovingUp: boolean;
}

/**
 * Rows and columns to fetch around the viewport: many while scrolling, few at first and after a jump or a sort, so that
 * the rows in sight arrive quickly. Columns are fitted to the rows that arrive first.
 */
const margins = {
  wide: { ahead: 100, behind: 30, columns: 4, allColumns: 30 },
  first: { ahead: 50, behind: 0, columns: 8, allColumns: 30 },
  narrow: { ahead: 20, behind: 10, columns: 0, allColumns: 0 },
} as const;
/** Rows ahead of the viewport below which the next window is requested. */
const prefetchThreshold = 40;
/** Delay before rows beyond the viewport are requested, so that the viewport is drawn first. */
const prefetchDelayMs = 50;

/** Loads a range of rows around the viewport and prefetches the next range. A newer request cancels an older one. */
export class WindowLoader {
  readonly #read: RowReader;
  readonly #malformed: string;
  readonly #onDidChange: (failure: unknown) => void;
  #block: Omit<RowBlock, "rows"> | undefined;
  #cells = new PackedCells([], 0);
  #columns = new Map<number, number>();
  #cut: ReadonlySet<string> = new Set();
  #small: ReadonlySet<string> = new Set();
  #isNarrow = false;
  #pending: { readonly range: RowRange; readonly controller: AbortController } | undefined;
  #view: RowView = defaultRowView;
  #rowCount = 0;
  /** Positions of the visible columns, in order. */
  #positions: readonly number[] = [];
  #isStale = false;
  /** Range that could not be read; requested again only after `reset`. */
  #failed: RowRange | undefined;
  #shown: ViewWindow | undefined;
  #prefetchTimer: ReturnType<typeof setTimeout> | undefined;

  /** `malformed` is the message for a response that is not a block of the requested range. */
  constructor(read: RowReader, malformed: string, onDidChange: (failure: unknown) => void) {
    this.#read = read;
    this.#malformed = malformed;
    this.#onDidChange = onDidChange;
  }

  /** Discards the rows, because the columns have changed. */
  clear(): void {
    this.#block = undefined;
    this.#cells = new PackedCells([], 0);
    this.#cut = new Set();
    this.#small = new Set();
  }

  /** Requests the rows again, because the view has changed. */
  reset(positions: readonly number[], view: RowView): void {
    this.#positions = positions;
    this.#view = view;
    this.#isStale = true;
    this.#failed = undefined;
    this.#pending?.controller.abort();
    this.#pending = undefined;
  }

  /** Whether the rows belong to a previous view; they stay visible until the new ones arrive. */
  get isStale(): boolean {
    return this.#isStale && this.#rowCount > 0;
  }

  dispose(): void {
    clearTimeout(this.#prefetchTimer);
    this.#pending?.controller.abort();
  }

  /** Sets the positions of the visible columns in their new order. Keeps the loaded rows. */
  arrange(positions: readonly number[]): void {
    this.#positions = positions;
  }

  setRowCount(rowCount: number): void {
    this.#rowCount = rowCount;
  }

  /** Returns the text of a cell. Null for a missing value, undefined if the row is not loaded. */
  cell(row: number, position: number): Cell | undefined {
    const index = this.#columns.get(position);
    return index === undefined || !this.#block ? undefined : this.#cells.cell(row - this.#block.first, index);
  }

  /** Returns the tree node of a row. Undefined if the row is not loaded or the rows have no hierarchy. */
  node(row: number): TreeNode | undefined {
    return this.#block?.tree?.[row - this.#block.first];
  }

  /** Returns the loaded texts of a column. */
  texts(position: number): readonly (Cell | undefined)[] {
    const index = this.#columns.get(position);
    return index === undefined
      ? []
      : Array.from({ length: this.#cells.rowCount }, (_, row) => this.#cells.cell(row, index));
  }

  /** Whether a row contains totals of other rows. */
  isTotal(row: number): boolean {
    const index = row - (this.#block?.first ?? 0);
    return this.#block?.tree?.[index]?.level === 0 || this.#block?.totals?.includes(index) === true;
  }

  isCut(row: number, position: number): boolean {
    return this.#cut.size > 0 && this.#cut.has(this.#cellKey(row, position));
  }

  /** Returns how a value is guarded that is based on a small group. Undefined for other values. */
  smallGroup(row: number, position: number): SmallGroupGuard | undefined {
    const isSmall = this.#small.size > 0 && this.#small.has(this.#cellKey(row, position));
    return isSmall ? this.#block?.small?.guard : undefined;
  }

  /**
   * Requests the missing rows of the viewport and, after a delay, rows that will soon be visible. Returns whether
   * missing rows are loading.
   */
  show(view: ViewWindow): boolean {
    const end = Math.min(view.endRow, this.#rowCount);
    this.#shown = view;
    if (end <= view.firstRow) {
      return false;
    }
    if (this.#holds(this.#block, view, end)) {
      this.#prefetchSoon();
      return false;
    }
    const isIn = (range: RowRange | undefined) => range !== undefined && covers(range, view, end, this.#inView(view));
    const isPending = isIn(this.#pending?.range);
    if (isPending || isIn(this.#failed)) {
      return isPending;
    }
    this.#load(view, end, this.#block === undefined ? "first" : this.#isJump(view, end) ? "narrow" : "wide");
    return true;
  }

  #load(view: ViewWindow, end: number, margin: keyof typeof margins): void {
    const range = this.#rangeFor(view, end, margin);
    this.#pending?.controller.abort();
    const pending = { range, controller: new AbortController() };
    this.#pending = pending;
    this.#read(range, pending.controller.signal).then(
      (block) => {
        if (this.#pending === pending && isRequestedBlock(block, range)) {
          this.#isNarrow = margin !== "wide";
          this.#storeBlock(block, range);
        } else if (this.#pending === pending) {
          this.#fail(new Error(this.#malformed), range);
        }
      },
      (error: unknown) => {
        if (this.#pending === pending) {
          this.#fail(error ?? new Error(), range);
        }
      },
    );
  }

  #prefetchSoon(): void {
    if (this.#prefetchTimer === undefined && this.#needsPrefetch()) {
      this.#prefetchTimer = setTimeout(() => {
        this.#prefetchTimer = undefined;
        if (this.#shown && this.#needsPrefetch()) {
          this.#load(this.#shown, Math.min(this.#shown.endRow, this.#rowCount), "wide");
        }
      }, prefetchDelayMs);
    }
  }

  /** Whether the viewport, which is loaded, is close to the end of the loaded rows. */
  #needsPrefetch(): boolean {
    const [block, view] = [this.#block, this.#shown];
    if (!block || !view || this.#pending || this.#failed || this.#isStale) {
      return false;
    }
    const end = block.first + this.#cells.rowCount;
    const isNear = view.isMovingUp
      ? block.first > 0 && view.firstRow - block.first < prefetchThreshold
      : end < this.#rowCount && end - view.endRow < prefetchThreshold;
    const isWhole = this.#cells.rowCount >= this.#rowCount && this.#columns.size >= this.#positions.length;
    return isNear || (this.#isNarrow && !isWhole);
  }

  /** Whether no row of the new viewport is loaded. */
  #isJump({ firstRow }: ViewWindow, end: number): boolean {
    const block = this.#block;
    return (
      block !== undefined && (this.#isStale || end <= block.first || firstRow >= block.first + this.#cells.rowCount)
    );
  }

  /** Key of a cell in the `cut` and `small` lists of a block. */
  #cellKey(row: number, position: number): string {
    return `${row - (this.#block?.first ?? 0)}:${this.#columns.get(position)}`;
  }

  #storeBlock({ rows, ...block }: RowBlock, range: RowRange): void {
    this.#pending = undefined;
    this.#block = block;
    this.#cells = new PackedCells(rows, range.columns.length);
    this.#columns = new Map(range.columns.map((column, index) => [column, index]));
    this.#cut = new Set(block.cut);
    this.#small = new Set(block.small?.cells);
    this.#isStale = false;
    this.#failed = undefined;
    this.#onDidChange(undefined);
  }

  /** Reports a failure; the loaded rows stay visible. */
  #fail(failure: unknown, range: RowRange): void {
    this.#pending = undefined;
    this.#failed = range;
    this.#onDidChange(failure);
  }

  #holds(block: Omit<RowBlock, "rows"> | undefined, view: ViewWindow, end: number): boolean {
    return (
      block !== undefined &&
      !this.#isStale &&
      view.firstRow >= block.first &&
      end <= block.first + this.#cells.rowCount &&
      this.#inView(view).every((position) => this.#columns.has(position))
    );
  }

  #inView({ frozenColumns, firstColumn, endColumn }: ViewWindow): number[] {
    return [...this.#positions.slice(0, frozenColumns), ...this.#positions.slice(firstColumn, endColumn)];
  }

  #rangeFor(view: ViewWindow, end: number, margin: keyof typeof margins): RowRange {
    const { ahead, behind, columns: beside, allColumns } = margins[margin];
    const first = Math.max(0, view.firstRow - (view.isMovingUp ? ahead : behind));
    const last = Math.min(this.#rowCount, end + (view.isMovingUp ? behind : ahead));
    const count = Math.min(last - first, maximumWindowRows);
    const wider = {
      ...view,
      firstColumn: Math.max(view.frozenColumns, view.firstColumn - beside),
      endColumn: view.endColumn + beside,
    };
    const columns = this.#positions.length <= allColumns ? [...this.#positions] : this.#inView(wider);
    return { first, count, columns, view: this.#view };
  }
}

function covers(range: RowRange, view: ViewWindow, end: number, positions: readonly number[]): boolean {
  return (
    view.firstRow >= range.first &&
    end <= range.first + range.count &&
    positions.every((position) => range.columns.includes(position))
  );
}

/** Whether a response is the requested block of rows: each existing row of the range, with a cell for each column. */
export function isRequestedBlock(received: unknown, { first, count, columns }: RowRange): received is RowBlock {
  return (
    isRowBlock(received) &&
    received.first === first &&
    received.rows.length === Math.max(0, Math.min(count, received.rowCount - first)) &&
    received.rows.every((row: unknown) => Array.isArray(row) && row.length === columns.length && row.every(isCell))
  );
}

function isCell(value: unknown): boolean {
  return value === null || typeof value === "string";
}
