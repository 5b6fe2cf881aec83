import { ColumnLayout } from "./column-layout.ts";
import { fitWidth } from "./fit-width.ts";

/** The widths of the columns: fitted to the first rows, until somebody chooses one. */
export class ColumnWidths {
  readonly layout = new ColumnLayout();
  readonly #grid: Element;
  readonly #textsInView: (column: number) => readonly string[];
  readonly #chosen = new Map<number, number>();
  #names: readonly string[] = [];
  #isFitted = false;

  /** Texts are measured with the font of `grid`. */
  constructor(grid: Element, textsInView: (column: number) => readonly string[]) {
    this.#grid = grid;
    this.#textsInView = textsInView;
  }

  /** The widths that were chosen by hand, in pixels by column. */
  get chosen(): Readonly<Record<number, number>> {
    return Object.fromEntries(this.#chosen);
  }

  /** Takes other columns; those without a chosen width are as wide as their names until rows are here. */
  setColumns(names: readonly string[], chosen: Readonly<Record<number, number>>): void {
    this.#names = names;
    this.#chosen.clear();
    for (const [column, width] of Object.entries(chosen)) {
      this.#chosen.set(Number(column), width);
    }
    this.#isFitted = false;
    this.#layOut(() => []);
  }

  choose(column: number, width: number): void {
    this.layout.resize(column, width);
    this.#chosen.set(column, this.layout.width(column));
  }

  /** Fits a column to its name and what it shows. */
  fit(column: number): void {
    this.choose(column, this.#fitted(column, this.#textsInView(column)));
  }

  /** Fits every column that has no chosen width; the first time only, so that nothing jumps later. */
  fitOnce(): void {
    if (!this.#isFitted) {
      this.#isFitted = true;
      this.#layOut(this.#textsInView);
    }
  }

  #layOut(textsOf: (column: number) => readonly string[]): void {
    this.layout.set(this.#names.map((_, column) => this.#chosen.get(column) ?? this.#fitted(column, textsOf(column))));
  }

  #fitted(column: number, texts: readonly string[]): number {
    return fitWidth(this.#grid, this.#names[column] ?? "", texts);
  }
}
