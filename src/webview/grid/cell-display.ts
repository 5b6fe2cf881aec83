import type { SmallGroupGuard } from "../../base/small-group.ts";
import type { Cell, ResultColumn } from "../../protocol/data-worker.ts";
import { fillText, type ResultsStrings } from "../../protocol/results-strings.ts";
import { ValueFormat } from "./value-format.ts";

/**
 * `blank` is text of nothing but white space; `misfit` is a value that is not of its column's kind. Of a small group a cell is
 * `hidden`, or `small` when it has a value nevertheless.
 */
type CellState = "waiting" | "missing" | "empty" | "blank" | "misfit" | "hidden" | "small";

/** How a cell shows its value. */
export interface CellDisplay {
  /** One line. */
  readonly text: string;
  readonly state: CellState | undefined;
  /** What is said in place of the text. */
  readonly label: string | undefined;
}

const mayBeNumber = /^[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?$|^[+-]?(?:nan|inf|infinity)$/i;
const mayBeDate = /^\[?[+-]?\d{4,}-\d\d/;
const mayBeBoolean = /^(?:true|false|t|f|yes|no|0|1)$/i;

const waiting: CellDisplay = { text: "", state: "waiting", label: undefined };

/** How cells look. One for the whole page, so that exact values stay exact from one result to the next. */
export class CellFormatter {
  readonly #strings: ResultsStrings;
  readonly #format: ValueFormat;
  /** Shows every value as it came. */
  isExact: boolean;

  constructor(strings: ResultsStrings, language: string, isExact: boolean) {
    this.#strings = strings;
    this.#format = new ValueFormat(language);
    this.isExact = isExact;
  }

  /** `value` is undefined while it is awaited; `guard` is given where a small group stands behind it. */
  of(value: Cell | undefined, column: ResultColumn | undefined, isCut = false, guard?: SmallGroupGuard): CellDisplay {
    const look = this.#plain(value, column, isCut);
    return guard && value !== undefined ? this.#guarded(look, value, guard) : look;
  }

  #guarded(look: CellDisplay, value: Cell, { mode, threshold }: SmallGroupGuard): CellDisplay {
    const { hiddenGroup, markedGroup, withoutGroups } = this.#strings;
    const people = String(threshold);
    if (value === null && mode === "hide") {
      return { text: `< ${people}`, state: "hidden", label: fillText(hiddenGroup, people) };
    }
    const words = mode === "hide" ? withoutGroups : markedGroup;
    return { text: look.text, state: look.state ?? "small", label: fillText(words, look.label ?? value ?? "", people) };
  }

  #plain(value: Cell | undefined, column: ResultColumn | undefined, isCut: boolean): CellDisplay {
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
    const text = this.isExact ? value : this.#format.write(value, column);
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

/** Line ends and tabs as marks; the viewer and every copy have the value as it is. */
function oneLine(value: string): string {
  return /[\r\n\t]/.test(value) ? value.replace(/\r\n|\r|\n/g, "↵").replaceAll("\t", "⇥") : value;
}
