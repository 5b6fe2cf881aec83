import { displayNameOf } from "../../base/member-names.ts";
import type { SmallGroupGuard } from "../../base/small-group.ts";
import type { Cell, ResultColumn } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/fill-text.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { NumberFormat } from "../values/number-formats.ts";
import { ValueFormat } from "../values/value-format.ts";
import type { GridContent } from "./grid-content.ts";
import type { GridPosition } from "./grid-selection.ts";

/**
 * `blank` is text of only white space; `misfit` is a value that is not of its column's kind. A cell of a small group is
 * `hidden`, or `small` if it still has a value.
 */
type CellState = "waiting" | "missing" | "empty" | "blank" | "misfit" | "hidden" | "small";

/** Text and state of a cell, as the grid displays it. */
export interface CellDisplay {
  /** Text on a single line. */
  readonly text: string;
  readonly state: CellState | undefined;
  /** Accessible label, if it differs from the text. */
  readonly label: string | undefined;
  /** Text that the result has for a dimension member which is shown by its display name. */
  readonly member?: string;
}

const mayBeNumber = /^[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?$|^[+-]?(?:nan|inf|infinity)$/i;
const mayBeDate = /^\[?[+-]?\d{4,}-\d\d/;
const mayBeBoolean = /^(?:true|false|t|f|yes|no|0|1)$/i;

const waiting: CellDisplay = { text: "", state: "waiting", label: undefined };

/**
 * Formats the values of cells. All grids of a page share one instance, so that the display of exact values applies to
 * every result.
 */
export class CellFormatter {
  readonly #strings: ResultsStrings;
  readonly #format: ValueFormat;
  /** Whether values are displayed exactly as received. */
  isExact: boolean;

  constructor(strings: ResultsStrings, language: string, isExact: boolean) {
    this.#strings = strings;
    this.#format = new ValueFormat(language);
    this.isExact = isExact;
  }

  /**
   * Formats a value. An undefined value is still loading. `guard` is given for a value from a small group. `shape` is
   * the number format of the column.
   */
  format(
    value: Cell | undefined,
    column: ResultColumn | undefined,
    isCut = false,
    guard?: SmallGroupGuard,
    shape?: NumberFormat,
  ): CellDisplay {
    const display = this.#plain(value, column, isCut, shape);
    return guard && value !== undefined ? this.#guarded(display, value, guard) : display;
  }

  #guarded(display: CellDisplay, value: Cell, { mode, threshold }: SmallGroupGuard): CellDisplay {
    const { hiddenGroup, markedGroup, withoutGroups } = this.#strings;
    const people = String(threshold);
    if (value === null && mode === "hide") {
      return { text: `< ${people}`, state: "hidden", label: fillText(hiddenGroup, people) };
    }
    const labels = mode === "hide" ? withoutGroups : markedGroup;
    return {
      text: display.text,
      state: display.state ?? "small",
      label: fillText(labels, display.label ?? value ?? "", people),
    };
  }

  #plain(
    value: Cell | undefined,
    column: ResultColumn | undefined,
    isCut: boolean,
    shape: NumberFormat | undefined,
  ): CellDisplay {
    const { missing, emptyText, blankText, misfit } = this.#strings;
    if (value === undefined) {
      return waiting;
    }
    if (value === null) {
      return { text: "", state: "missing", label: missing };
    }
    if (value === "") {
      return { text: "", state: "empty", label: emptyText };
    }
    if (!/\S/.test(value)) {
      return { text: oneLine(value).replaceAll(" ", "·"), state: "blank", label: blankText };
    }
    if (isCut || column === undefined) {
      return { text: `${oneLine(value)}${isCut ? "…" : ""}`, state: undefined, label: undefined };
    }
    if (isMisfit(value, column)) {
      return { text: oneLine(value), state: "misfit", label: fillText(misfit, value) };
    }
    const displayName = this.isExact ? undefined : displayNameOf(column.memberNames, value);
    if (displayName !== undefined) {
      return { text: oneLine(displayName), state: undefined, label: undefined, member: value };
    }
    const text = this.isExact ? value : this.#format.write(value, column, shape);
    return { text: oneLine(text), state: undefined, label: undefined };
  }
}

function isMisfit(value: string, { kind }: ResultColumn): boolean {
  switch (kind) {
    case "number":
      return !mayBeNumber.test(value);
    case "date":
      return !mayBeDate.test(value);
    case "boolean":
      return !mayBeBoolean.test(value);
    default:
      return false;
  }
}

/** Shows line ends and tabs as symbols. The value viewer and all copies use the original value. */
function oneLine(value: string): string {
  return /[\r\n\t]/.test(value) ? value.replace(/\r\n|\r|\n/g, "↵").replaceAll("\t", "⇥") : value;
}

/** Describes the active cell for screen readers: its position, then its label or else its exact value. */
export function describeCell(
  { row, column }: GridPosition,
  { columns, rowCount }: Readonly<GridContent>,
  value: Cell | undefined,
  guard: SmallGroupGuard | undefined,
  formatter: CellFormatter,
  strings: ResultsStrings,
  formatNumber: (value: number) => string,
): string {
  const name = columns[column]?.name ?? "";
  if (row < 0) {
    return fillText(strings.headerPosition, String(column + 1), String(columns.length), name);
  }
  const display = formatter.format(value, columns[column], false, guard);
  const text = display.label ?? (display.member === undefined ? (value ?? "") : display.text);
  return fillText(strings.position, formatNumber(row + 1), formatNumber(rowCount), name, text);
}
