import {
  type Cell,
  maximumWindowRows,
  type RowBlock,
  type RowRange,
  type TreeNode,
} from "../../protocol/data-worker.ts";
import { type RowView, wholeResult } from "../../protocol/row-view.ts";
import type { SmallGroupGuard } from "../../protocol/small-groups.ts";
import { isBlockOf } from "./row-block.ts";

/** Gives what came, whatever it is. */
export type ReadRows = (range: RowRange, signal: AbortSignal) => Promise<unknown>;

/** Where the view is and which way it moves; columns by their place among those that show. */
export interface ViewWindow {
  readonly firstRow: number;
  readonly endRow: number;
  /** How many columns stay in sight at the start. */
  readonly frozenColumns: number;
  readonly firstColumn: number;
  readonly endColumn: number;
  readonly isMovingUp: boolean;
}

const aheadRows = 150;
const behindRows = 50;
/** Up to this many columns a window takes all of them. */
const allColumns = 30;
const besideColumns = 8;

/** Holds one window of rows, and asks for the next one ahead of the view; an older question is dropped for a newer one. */
export class WindowLoader {
  readonly #read: ReadRows;
  readonly #malformed: string;
  readonly #onDidChange: (failure: unknown) => void;
  #block: RowBlock | undefined;
  #columns = new Map<number, number>();
  #cut: ReadonlySet<string> = new Set();
  #small: ReadonlySet<string> = new Set();
  #asked: { readonly range: RowRange; readonly controller: AbortController } | undefined;
  #view: RowView = wholeResult;
  #rowCount = 0;
  /** The positions that show, in their order. */
  #positions: readonly number[] = [];
  /** The rows are those of another view; they stay in sight until the right ones are here. */
  #isStale = false;
  /** Not asked for again until somebody says so. */
  #failed: RowRange | undefined;

  /** `malformed` is what the failure says when what came is no block of the range. */
  constructor(read: ReadRows, malformed: string, onDidChange: (failure: unknown) => void) {
    this.#read = read;
    this.#malformed = malformed;
    this.#onDidChange = onDidChange;
  }

  /** Forgets the rows: they are those of other columns. */
  clear(): void {
    this.#block = undefined;
    this.#cut = new Set();
    this.#small = new Set();
  }

  /** Asks for the rows anew: the view is another now. */
  reset(positions: readonly number[], view: RowView): void {
    this.#positions = positions;
    this.#view = view;
    this.#isStale = true;
    this.#failed = undefined;
    this.#asked?.controller.abort();
    this.#asked = undefined;
  }

  /** Takes the positions that show in another order; what is here of them stays. */
  arrange(positions: readonly number[]): void {
    this.#positions = positions;
  }

  setRowCount(rowCount: number): void {
    this.#rowCount = rowCount;
  }

  /** Text, null for a missing value, undefined when the row is not here yet. */
  cell(row: number, position: number): Cell | undefined {
    const index = this.#columns.get(position);
    return index === undefined ? undefined : this.#block?.rows[row - this.#block.first]?.[index];
  }

  /** What a row of a tree is; undefined when it is not here, or no tree. */
  node(row: number): TreeNode | undefined {
    return this.#block?.tree?.[row - this.#block.first];
  }

  isCut(row: number, position: number): boolean {
    return this.#cut.size > 0 && this.#cut.has(this.#placeOf(row, position));
  }

  /** What became of the small group behind a value; undefined where there is none. */
  smallGroup(row: number, position: number): SmallGroupGuard | undefined {
    const isSmall = this.#small.size > 0 && this.#small.has(this.#placeOf(row, position));
    return isSmall ? this.#block?.small?.guard : undefined;
  }

  /** Asks for what the view lacks, once; gives whether it is on its way. */
  show(view: ViewWindow): boolean {
    const end = Math.min(view.endRow, this.#rowCount);
    if (end <= view.firstRow || this.#holds(this.#block, view, end)) {
      return false;
    }
    const isIn = (range: RowRange | undefined) => range !== undefined && covers(range, view, end, this.#inSight(view));
    const isAsked = isIn(this.#asked?.range);
    if (isAsked || isIn(this.#failed)) {
      return isAsked;
    }
    const range = this.#rangeFor(view, end);
    this.#asked?.controller.abort();
    const asked = { range, controller: new AbortController() };
    this.#asked = asked;
    this.#read(range, asked.controller.signal).then(
      (block) => {
        if (this.#asked === asked && isBlockOf(block, range)) {
          this.#take(block, range);
        } else if (this.#asked === asked) {
          this.#fail(new Error(this.#malformed), range);
        }
      },
      (error: unknown) => {
        if (this.#asked === asked) {
          this.#fail(error ?? new Error(), range);
        }
      },
    );
    return true;
  }

  /** As a block names its cells. */
  #placeOf(row: number, position: number): string {
    return `${row - (this.#block?.first ?? 0)}:${this.#columns.get(position)}`;
  }

  #take(block: RowBlock, range: RowRange): void {
    this.#asked = undefined;
    this.#block = block;
    this.#columns = new Map(range.columns.map((column, index) => [column, index]));
    this.#cut = new Set(block.cut);
    this.#small = new Set(block.small?.cells);
    this.#isStale = false;
    this.#failed = undefined;
    this.#onDidChange(undefined);
  }

  /** What is here stays in sight. */
  #fail(failure: unknown, range: RowRange): void {
    this.#asked = undefined;
    this.#failed = range;
    this.#onDidChange(failure);
  }

  #holds(block: RowBlock | undefined, view: ViewWindow, end: number): boolean {
    return (
      block !== undefined &&
      !this.#isStale &&
      view.firstRow >= block.first &&
      end <= block.first + block.rows.length &&
      this.#inSight(view).every((position) => this.#columns.has(position))
    );
  }

  #inSight({ frozenColumns, firstColumn, endColumn }: ViewWindow): number[] {
    return [...this.#positions.slice(0, frozenColumns), ...this.#positions.slice(firstColumn, endColumn)];
  }

  #rangeFor(view: ViewWindow, end: number): RowRange {
    const first = Math.max(0, view.firstRow - (view.isMovingUp ? aheadRows : behindRows));
    const last = Math.min(this.#rowCount, end + (view.isMovingUp ? behindRows : aheadRows));
    const count = Math.min(last - first, maximumWindowRows);
    const wider = {
      ...view,
      firstColumn: Math.max(view.frozenColumns, view.firstColumn - besideColumns),
      endColumn: view.endColumn + besideColumns,
    };
    const columns = this.#positions.length <= allColumns ? [...this.#positions] : this.#inSight(wider);
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
