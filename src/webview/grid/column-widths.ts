import { ColumnLayout, maximumFittedWidth, minimumColumnWidth } from "./column-layout.ts";

const cellPadding = 20;
/** Pixels for the kind icon, the sort arrow and padding. */
const headerExtra = 56;

/** Number of texts to measure: the widest one is among the longest. */
const measuredCells = 10;

let canvas: CanvasRenderingContext2D | null | undefined;

/** Returns the width in pixels that a header and its cells need in the font of the grid. */
function fitWidth(grid: Element, header: string, cells: readonly string[]): number {
  canvas ??= document.createElement("canvas").getContext("2d");
  if (!canvas) {
    return 160;
  }
  const { fontSize, fontFamily } = getComputedStyle(grid);
  // Cells are measured in the weight of totals, which are often the longest numbers.
  canvas.font = `600 ${fontSize} ${fontFamily}`;
  let width = canvas.measureText(header).width + headerExtra;
  const longest = cells.toSorted((one, other) => other.length - one.length).slice(0, measuredCells);
  for (const text of longest) {
    width = Math.max(width, canvas.measureText(text.slice(0, 100)).width + cellPadding);
  }
  return Math.min(maximumFittedWidth, Math.max(minimumColumnWidth, Math.ceil(width)));
}

/** Widths of columns by position in the result. A width is fitted to the first rows unless the user chose one. */
export class ColumnWidths {
  /** Widths and edges of the visible columns, by index among them. */
  readonly layout = new ColumnLayout();
  readonly #grid: Element;
  readonly #textsInView: (position: number) => readonly string[];
  readonly #chosen = new Map<number, number>();
  /** Fitted widths, measured on demand. */
  readonly #fitted = new Map<number, number>();
  #names: readonly string[] = [];
  #shown: readonly number[] = [];
  #isFitted = false;

  /** Texts are measured in the font of `grid`. */
  constructor(grid: Element, textsInView: (position: number) => readonly string[]) {
    this.#grid = grid;
    this.#textsInView = textsInView;
  }

  /** Widths that the user chose, in pixels by column position. */
  get chosen(): Readonly<Record<number, number>> {
    return Object.fromEntries(this.#chosen);
  }

  width(position: number): number {
    return this.layout.width(this.#shown.indexOf(position));
  }

  /** Replaces the columns. Without a chosen width, a column is as wide as its name until rows arrive. */
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

  /** Sets the positions of the visible columns, in order. The first `frozen` of them do not scroll. */
  show(shown: readonly number[], frozen: number): void {
    this.#shown = shown;
    this.layout.set(this.#widths(), frozen);
  }

  choose(position: number, width: number): void {
    this.#chosen.set(position, width);
    this.#layOut();
    this.#chosen.set(position, this.width(position) || width);
  }

  /** Fits a column to its name and its texts. By default, these are the texts of the loaded rows. */
  fit(position: number, texts = this.#textsInView(position)): void {
    this.choose(position, this.#measured(position, texts));
  }

  /**
   * Fits every column without a chosen width to the loaded rows, unless this was already done. Returns whether widths
   * were fitted.
   */
  fitOnce(): boolean {
    if (this.#isFitted) {
      return false;
    }
    this.#isFitted = true;
    this.#fitted.clear();
    this.#layOut();
    return true;
  }

  /** Allows `fitOnce` to fit the columns again, because the texts have changed. */
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
