import type { ResultColumn } from "../../protocol/data-worker.ts";
import type { ColumnArrangement } from "../../protocol/result-columns.ts";
import { fitsColumns, naturalArrangement, shownColumns } from "./column-arrangement.ts";
import { ColumnWidths } from "./column-widths.ts";
import type { GridActions } from "./grid-actions.ts";
import type { GridContent } from "./grid-content.ts";
import type { GridPosition, GridRange } from "./grid-selection.ts";

interface ColumnsEvents {
  /** The texts in sight of a column. */
  textsInView(position: number): readonly string[];
  /** Others show, or in another order. */
  onDidShow(positions: readonly number[]): void;
  /** A width was chosen. */
  onDidResize(): void;
}

/** Which columns of a result show, in which order and how wide. A position is a column's place in the result. */
export class GridColumns {
  readonly widths: ColumnWidths;
  readonly #content: GridContent;
  readonly #events: ColumnsEvents;
  #all: readonly ResultColumn[] = [];
  #arrangement = naturalArrangement(0);

  /** Texts are measured with the font of `grid`. */
  constructor(grid: Element, content: GridContent, events: ColumnsEvents) {
    this.#content = content;
    this.#events = events;
    this.widths = new ColumnWidths(grid, (position) => events.textsInView(position));
  }

  get arrangement(): ColumnArrangement {
    return this.#arrangement;
  }

  /** The positions that show, in their order. */
  get shown(): readonly number[] {
    return this.#content.positions;
  }

  /** The widths that were chosen by hand, in pixels by position. */
  get chosenWidths(): Readonly<Record<number, number>> {
    return this.widths.chosen;
  }

  at(position: number): ResultColumn | undefined {
    return this.#all[position];
  }

  positionOf(column: number): number {
    return this.#content.positions[column] ?? column;
  }

  /** The positions of a range, in the order in which they show. */
  positionsOf({ firstColumn, lastColumn }: GridRange): number[] {
    return this.#content.positions.slice(firstColumn, lastColumn + 1);
  }

  /** The place whose column is the position. */
  toPosition({ row, column }: GridPosition): GridPosition {
    return { row, column: this.positionOf(column) };
  }

  /** The place where a position shows; the first column if it is hidden. */
  toPlace({ row, column }: GridPosition): GridPosition {
    return { row, column: Math.max(0, this.#content.positions.indexOf(column)) };
  }

  /** What the grid's parts ask by place, asked by position. */
  byPosition(actions: GridActions): GridActions {
    return {
      ...actions,
      sort: (column, isAdding) => actions.sort(this.positionOf(column), isAdding),
      openValue: (place) => actions.openValue(this.toPosition(place)),
      openMenu: (place, anchor) => actions.openMenu(this.toPosition(place), anchor),
      filter: (column, text) => actions.filter(this.positionOf(column), text),
      openFilter: (column, anchor) => actions.openFilter(this.positionOf(column), anchor),
      goToParent: (place, level) => actions.goToParent(this.toPosition(place), level),
    };
  }

  /** False where they have the names of those before, which keep their arrangement and widths. */
  set(columns: readonly ResultColumn[], widths: Readonly<Record<number, number>>): boolean {
    const before = this.#all;
    const isSame = columns.length === before.length && columns.every(({ name }, at) => before[at]?.name === name);
    this.#all = columns;
    if (!isSame) {
      const names = columns.map(({ name, head }) => head?.text ?? name);
      this.widths.setColumns(names, widths);
      this.#arrangement = naturalArrangement(columns.length);
    }
    this.#show();
    return !isSame;
  }

  /** Takes the same columns with kinds that were found out; false where they are those of before. */
  setKinds(columns: readonly ResultColumn[]): boolean {
    const isOther = columns.some(({ kind }, position) => kind !== this.#all[position]?.kind);
    this.#all = columns;
    this.#show();
    return isOther;
  }

  /** False where it speaks of other columns; nothing changes then. */
  arrange(arrangement: ColumnArrangement, widths: Readonly<Record<number, number>>): boolean {
    if (!fitsColumns(arrangement, this.#all.length)) {
      return false;
    }
    this.#arrangement = arrangement;
    this.widths.setChosen(widths);
    this.#show();
    return true;
  }

  width(position: number): number {
    return this.widths.width(position);
  }

  resize(position: number, width: number): void {
    this.widths.choose(position, width);
    this.#events.onDidResize();
  }

  /** Sets the width to what header and rows in sight need. */
  fit(position: number): void {
    this.widths.fit(position);
    this.#events.onDidResize();
  }

  /** Sets the widths to what headers and the texts of their columns need, by position. */
  fitTo(texts: ReadonlyMap<number, readonly string[]>): void {
    for (const [position, found] of texts) {
      this.widths.fit(position, found);
    }
    this.#events.onDidResize();
  }

  #show(): void {
    const positions = shownColumns(this.#arrangement);
    const { frozen } = this.#arrangement;
    this.#content.positions = positions;
    this.#content.columns = positions.flatMap((position) => this.#all[position] ?? []);
    this.#content.headLines = this.#content.columns.some(({ head }) => head?.over !== undefined) ? 2 : 1;
    this.widths.show(positions, positions.filter((position) => frozen.includes(position)).length);
    this.#events.onDidShow(positions);
  }
}
