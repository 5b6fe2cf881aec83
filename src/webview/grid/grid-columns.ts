import type { ResultColumn } from "../../protocol/data-worker.ts";
import type { ColumnArrangement } from "../../protocol/result-columns.ts";
import { arrangementFitsColumns, createNaturalArrangement, shownColumns } from "./column-arrangement.ts";
import { ColumnWidths } from "./column-widths.ts";
import type { GridContent } from "./grid-content.ts";
import type { GridActions } from "./grid-options.ts";
import type { GridPosition, GridRange } from "./grid-selection.ts";

interface ColumnsEvents {
  /** Texts of a column in the viewport. */
  textsInView(position: number): readonly string[];
  /** Called when the visible columns or their order changed. */
  onDidShow(positions: readonly number[]): void;
  /** Called when the user chose a width. */
  onDidResize(): void;
}

/** Visibility, order and width of a result's columns. The position of a column is its index in the result. */
export class GridColumns {
  readonly widths: ColumnWidths;
  readonly #content: GridContent;
  readonly #events: ColumnsEvents;
  #all: readonly ResultColumn[] = [];
  #arrangement = createNaturalArrangement(0);

  /** Texts are measured in the font of `grid`. */
  constructor(grid: Element, content: GridContent, events: ColumnsEvents) {
    this.#content = content;
    this.#events = events;
    this.widths = new ColumnWidths(grid, (position) => events.textsInView(position));
  }

  get arrangement(): ColumnArrangement {
    return this.#arrangement;
  }

  /** Positions of the visible columns, in order. */
  get shown(): readonly number[] {
    return this.#content.positions;
  }

  /** Widths that the user chose, in pixels by column position. */
  get chosenWidths(): Readonly<Record<number, number>> {
    return this.widths.chosen;
  }

  at(position: number): ResultColumn | undefined {
    return this.#all[position];
  }

  positionOf(column: number): number {
    return this.#content.positions[column] ?? column;
  }

  /** Returns the positions of a range of visible columns, in display order. */
  positionsOf({ firstColumn, lastColumn }: GridRange): number[] {
    return this.#content.positions.slice(firstColumn, lastColumn + 1);
  }

  /** Converts a cell's index among the visible columns to the column's position in the result. */
  toPosition({ row, column }: GridPosition): GridPosition {
    return { row, column: this.positionOf(column) };
  }

  /**
   * Converts a cell's column position in the result to the index among the visible columns. The index of a hidden
   * column is 0.
   */
  toDisplayed({ row, column }: GridPosition): GridPosition {
    return { row, column: Math.max(0, this.#content.positions.indexOf(column)) };
  }

  /** Wraps actions that take column positions, so that they take indexes of visible columns. */
  byPosition(actions: GridActions): GridActions {
    return {
      ...actions,
      sort: (column, isAdding) => actions.sort(this.positionOf(column), isAdding),
      openValue: (location) => actions.openValue(this.toPosition(location)),
      openMenu: (location, anchor) => actions.openMenu(this.toPosition(location), anchor),
      filter: (column, text) => actions.filter(this.positionOf(column), text),
      openFilter: (column, anchor) => actions.openFilter(this.positionOf(column), anchor),
      goToParent: (location, level) => actions.goToParent(this.toPosition(location), level),
    };
  }

  /** Sets the columns. Returns false if their names are unchanged; arrangement and widths are then kept. */
  set(columns: readonly ResultColumn[], widths: Readonly<Record<number, number>>): boolean {
    const before = this.#all;
    const isSame = columns.length === before.length && columns.every(({ name }, at) => before[at]?.name === name);
    this.#all = columns;
    if (!isSame) {
      const names = columns.map(({ name, head }) => head?.text ?? name);
      this.widths.setColumns(names, widths);
      this.#arrangement = createNaturalArrangement(columns.length);
    }
    this.#show();
    return !isSame;
  }

  /**
   * Replaces the columns by the same columns with inferred kinds and names of members. Returns whether any of these
   * changed.
   */
  setKinds(columns: readonly ResultColumn[]): boolean {
    const isOther = columns.some(({ kind, memberNames }, position) => {
      const before = this.#all[position];
      return kind !== before?.kind || (memberNames === undefined) !== (before.memberNames === undefined);
    });
    this.#all = columns;
    this.#show();
    return isOther;
  }

  /** Applies an arrangement. Returns false and does nothing if the arrangement is for other columns. */
  arrange(arrangement: ColumnArrangement, widths: Readonly<Record<number, number>>): boolean {
    if (!arrangementFitsColumns(arrangement, this.#all.length)) {
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

  /** Fits a column's width to its header and the rows in the viewport. */
  fit(position: number): void {
    this.widths.fit(position);
    this.#events.onDidResize();
  }

  /** Fits the widths of columns to their headers and the given texts, by column position. */
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
