import { ColumnLayout, narrowestColumn, widestFit } from "./column-layout.ts";

const cellPadding = 20;
/** Icon of the kind, arrow of the order, padding. */
const headerExtra = 56;

/** The widest text is among the longest ones. */
const measuredCells = 10;

let canvas: CanvasRenderingContext2D | null | undefined;

/** The width that a header and cells need, measured with the font of the grid. */
function fitWidth(grid: Element, header: string, cells: readonly string[]): number {
  canvas ??= document.createElement("canvas").getContext("2d");
  if (!canvas) {
    return 160;
  }
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(grid);
  canvas.font = `600 ${fontSize} ${fontFamily}`;
  let width = canvas.measureText(header).width + headerExtra;
  canvas.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const longest = cells.toSorted((one, other) => other.length - one.length).slice(0, measuredCells);
  for (const text of longest) {
    width = Math.max(width, canvas.measureText(text.slice(0, 100)).width + cellPadding);
  }
  return Math.min(widestFit, Math.max(narrowestColumn, Math.ceil(width)));
}

/** The widths of the columns, by position in the result: fitted to the first rows, until somebody chooses one. */
export class ColumnWidths {
  /** Where the columns that show stand, by their place in that order. */
  readonly layout = new ColumnLayout();
  readonly #grid: Element;
  readonly #textsInView: (position: number) => readonly string[];
  readonly #chosen = new Map<number, number>();
  /** Measured when they are needed: a chosen width needs none. */
  readonly #fitted = new Map<number, number>();
  #names: readonly string[] = [];
  #shown: readonly number[] = [];
  #isFitted = false;

  /** Texts are measured with the font of `grid`. */
  constructor(grid: Element, textsInView: (position: number) => readonly string[]) {
    this.#grid = grid;
    this.#textsInView = textsInView;
  }

  /** The widths that were chosen by hand, in pixels. */
  get chosen(): Readonly<Record<number, number>> {
    return Object.fromEntries(this.#chosen);
  }

  width(position: number): number {
    return this.layout.width(this.#shown.indexOf(position));
  }

  /** Takes other columns; those without a chosen width are as wide as their names until rows are here. */
  setColumns(names: readonly string[], chosen: Readonly<Record<number, number>>): void {
    this.#names = names;
    this.#isFitted = false;
    this.#fitted.clear();
    this.setChosen(chosen);
  }

  setChosen(chosen: Readonly<Record<number, number>>): void {
    this.#chosen.clear();
    for (const [position, width] of Object.entries(chosen)) {
      this.#chosen.set(Number(position), width);
    }
    this.#layOut();
  }

  /** Takes the positions that show in their order; the first `frozen` of them stay in sight. */
  show(shown: readonly number[], frozen: number): void {
    this.#shown = shown;
    this.layout.set(this.#widths(), frozen);
  }

  choose(position: number, width: number): void {
    this.#chosen.set(position, width);
    this.#layOut();
    this.#chosen.set(position, this.width(position) || width);
  }

  /** Fits a column to its name and texts, by default those of the rows that are here. */
  fit(position: number, texts = this.#textsInView(position)): void {
    this.choose(position, this.#measured(position, texts));
  }

  /** Fits every column that has no chosen width; the first time only, so that nothing jumps later. */
  fitOnce(): boolean {
    if (this.#isFitted) {
      return false;
    }
    this.#isFitted = true;
    this.#fitted.clear();
    this.#layOut();
    return true;
  }

  /** Lets `fitOnce` fit once more: the texts are others now. */
  fitAgain(): void {
    this.#isFitted = false;
  }

  #layOut(): void {
    this.layout.set(this.#widths());
  }

  #widths(): number[] {
    return this.#shown.map((position) => this.#chosen.get(position) ?? this.#fittedTo(position));
  }

  #fittedTo(position: number): number {
    const known = this.#fitted.get(position);
    const width = known ?? this.#measured(position, this.#isFitted ? this.#textsInView(position) : []);
    this.#fitted.set(position, width);
    return width;
  }

  #measured(position: number, texts: readonly string[]): number {
    return fitWidth(this.#grid, this.#names[position] ?? "", texts);
  }
}
