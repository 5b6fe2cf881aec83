import type { SmallGroupGuard } from "../../base/small-group.ts";
import {
  type Cell,
  maximumWindowRows,
  type RowBlock,
  type RowRange,
  type TreeNode,
} from "../../protocol/data-worker.ts";
import { type RowView, wholeResult } from "../../protocol/row-view.ts";
import { isBlockOf } from "./row-block.ts";

/** Gives what came, whatever it is. */
export type ReadRows = (range: RowRange, signal: AbortSignal) => Promise<unknown>;

/** Where the view is and which way it moves; columns by their place among those that show. */
interface ViewWindow {
  readonly firstRow: number;
  readonly endRow: number;
  /** How many columns stay in sight at the start. */
  readonly frozenColumns: number;
  readonly firstColumn: number;
  readonly endColumn: number;
  readonly isMovingUp: boolean;
}

/** Rows and columns fetched around the visible ones: many while scrolling, few after a jump or a sort, so that the first rows come fast. */
const margins = {
  wide: { ahead: 150, behind: 50, columns: 8, allColumns: 30 },
  narrow: { ahead: 20, behind: 10, columns: 0, allColumns: 0 },
} as const;
/** With fewer rows left ahead of the view, the next window is asked for. */
const fewRows = 40;
/** What is in sight is drawn before more is asked for. */
const extendAfterMs = 50;

/** Holds one window of rows, and asks for the next one ahead of the view; an older question is dropped for a newer one. */
export class WindowLoader {
  readonly #read: ReadRows;
  readonly #malformed: string;
  readonly #onDidChange: (failure: unknown) => void;
  #block: RowBlock | undefined;
  #columns = new Map<number, number>();
  #cut: ReadonlySet<string> = new Set();
  #small: ReadonlySet<string> = new Set();
  #isNarrow = false;
  #asked: { readonly range: RowRange; readonly controller: AbortController } | undefined;
  #view: RowView = wholeResult;
  #rowCount = 0;
  /** The positions that show, in their order. */
  #positions: readonly number[] = [];
  /** The rows are those of another view; they stay in sight until the right ones are here. */
  #isStale = false;
  /** Not asked for again until somebody says so. */
  #failed: RowRange | undefined;
  #shown: ViewWindow | undefined;
  #extending: ReturnType<typeof setTimeout> | undefined;

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

  dispose(): void {
    clearTimeout(this.#extending);
    this.#asked?.controller.abort();
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

  /** Asks for what the view lacks, once, and in a while for what it will lack soon; gives whether what it lacks is on its way. */
  show(view: ViewWindow): boolean {
    const end = Math.min(view.endRow, this.#rowCount);
    this.#shown = view;
    if (end <= view.firstRow) {
      return false;
    }
    if (this.#holds(this.#block, view, end)) {
      this.#extendSoon();
      return false;
    }
    const isIn = (range: RowRange | undefined) => range !== undefined && covers(range, view, end, this.#inSight(view));
    const isAsked = isIn(this.#asked?.range);
    if (isAsked || isIn(this.#failed)) {
      return isAsked;
    }
    this.#ask(view, end, this.#isJump(view, end) ? "narrow" : "wide");
    return true;
  }

  #ask(view: ViewWindow, end: number, margin: keyof typeof margins): void {
    const range = this.#rangeFor(view, end, margin);
    this.#asked?.controller.abort();
    const asked = { range, controller: new AbortController() };
    this.#asked = asked;
    this.#read(range, asked.controller.signal).then(
      (block) => {
        if (this.#asked === asked && isBlockOf(block, range)) {
          this.#isNarrow = margin === "narrow";
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
  }

  #extendSoon(): void {
    if (this.#extending === undefined && this.#hasFewAhead()) {
      this.#extending = setTimeout(() => {
        this.#extending = undefined;
        if (this.#shown && this.#hasFewAhead()) {
          this.#ask(this.#shown, Math.min(this.#shown.endRow, this.#rowCount), "wide");
        }
      }, extendAfterMs);
    }
  }

  /** Whether the view, which is here, soon moves out of what is here. */
  #hasFewAhead(): boolean {
    const [block, view] = [this.#block, this.#shown];
    if (!block || !view || this.#asked || this.#failed || this.#isStale) {
      return false;
    }
    const end = block.first + block.rows.length;
    const isNear = view.isMovingUp
      ? block.first > 0 && view.firstRow - block.first < fewRows
      : end < this.#rowCount && end - view.endRow < fewRows;
    const isWhole = block.rows.length >= this.#rowCount && this.#columns.size >= this.#positions.length;
    return isNear || (this.#isNarrow && !isWhole);
  }

  /** Whether nothing of what is to be in sight is here. The first rows are no jump: columns are fitted to what comes with them. */
  #isJump({ firstRow }: ViewWindow, end: number): boolean {
    const block = this.#block;
    return block !== undefined && (this.#isStale || end <= block.first || firstRow >= block.first + block.rows.length);
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
