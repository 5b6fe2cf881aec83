import type { ResultColumn } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/fill-text.ts";
import type { ColumnArrangement } from "../../protocol/result-columns.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import { element, rememberFocus } from "../element.ts";
import {
  freezeColumn,
  hideColumn,
  moveColumn,
  showAllColumns,
  showColumn,
  shownColumns,
} from "../grid/column-arrangement.ts";

/** Maximum number of lines; other columns are found by searching. */
const maximumLines = 200;

interface ColumnsDialogOptions {
  readonly strings: ResultsStrings;
  readonly columns: readonly ResultColumn[];
  readonly arrangement: ColumnArrangement;
  /** Applies a change immediately. */
  apply(arrangement: ColumnArrangement): void;
  announce(text: string): void;
}

/** Opens a dialog for the visibility and order of columns. It can be used by keyboard alone. */
export function openColumnsDialog(options: ColumnsDialogOptions): void {
  const restoreFocus = rememberFocus();
  const dialog = new ColumnsDialog(options).element;
  dialog.addEventListener("close", () => {
    dialog.remove();
    restoreFocus();
  });
  document.body.append(dialog);
  dialog.showModal();
}

class ColumnsDialog {
  readonly element: HTMLDialogElement;
  readonly #options: ColumnsDialogOptions;
  readonly #search: HTMLInputElement;
  readonly #list = element("div", { class: "columns-list", role: "group" });
  readonly #count = element("p", { class: "columns-count", role: "status" });
  #arrangement: ColumnArrangement;
  /** Column that the buttons act on. */
  #current: number | undefined;

  constructor(options: ColumnsDialogOptions) {
    this.#options = options;
    this.#arrangement = options.arrangement;
    const { strings } = options;
    this.#search = element("input", {
      class: "input",
      type: "search",
      placeholder: strings.searchColumns,
      "aria-label": strings.searchColumns,
    });
    this.#search.addEventListener("input", () => this.#render());
    this.#list.setAttribute("aria-label", strings.columnsTitle);
    this.#list.addEventListener("keydown", (event) => this.#onKey(event));
    const buttons = element(
      "div",
      { class: "dialog-buttons" },
      button(strings.moveColumnBefore, () => this.#move(-1)),
      button(strings.moveColumnAfter, () => this.#move(1)),
      button(strings.freezeColumn, () => this.#freeze()),
      button(strings.showAllColumns, () => this.#change(showAllColumns(this.#arrangement))),
      button(strings.close, () => this.element.close(), "button"),
    );
    this.element = element(
      "dialog",
      { class: "dialog columns-dialog", "aria-label": strings.columnsTitle },
      this.#search,
      this.#count,
      this.#list,
      element("p", { class: "columns-count" }, strings.columnsHint),
      buttons,
    );
    this.#render();
  }

  #render(): void {
    const { strings, columns } = this.#options;
    const { order, hidden, frozen } = this.#arrangement;
    const wanted = this.#search.value.trim().toLowerCase();
    // In display order: frozen columns first.
    const sorted = [...order.filter((one) => frozen.includes(one)), ...order.filter((one) => !frozen.includes(one))];
    const found = sorted.filter((position) => columns[position]?.name.toLowerCase().includes(wanted));
    const lines = found.slice(0, maximumLines).map((position) => this.#line(position, hidden.includes(position)));
    const current = found.includes(this.#current ?? -1) ? this.#current : found[0];
    this.#current = current;
    for (const line of lines) {
      line.input.tabIndex = line.position === current ? 0 : -1;
    }
    this.#list.replaceChildren(...lines.map(({ line }) => line));
    if (found.length > maximumLines) {
      const more = fillText(strings.moreColumns, String(found.length - maximumLines));
      this.#list.append(element("p", { class: "columns-count" }, more));
    }
    const shown = String(columns.length - hidden.length);
    this.#count.textContent = fillText(strings.columnsShown, shown, String(columns.length));
  }

  #line(position: number, isHidden: boolean): { position: number; line: HTMLElement; input: HTMLInputElement } {
    const input = element("input", { type: "checkbox", "data-column": position, tabindex: -1 });
    input.checked = !isHidden;
    input.addEventListener("focus", () => {
      this.#current = position;
    });
    input.addEventListener("change", () => {
      const { checked } = input;
      this.#change((checked ? showColumn : hideColumn)(this.#arrangement, position));
      this.#focus();
    });
    const isFrozen = this.#arrangement.frozen.includes(position);
    const pin = element("span", { class: `codicon ${isFrozen ? "codicon-pinned" : ""}`, "aria-hidden": "true" });
    const name = this.#options.columns[position]?.name ?? "";
    return { position, input, line: element("label", { class: "columns-line" }, input, name, pin) };
  }

  #onKey(event: KeyboardEvent): void {
    const inputs = [...this.#list.querySelectorAll("input")];
    const index = inputs.findIndex((input) => input === document.activeElement);
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : undefined;
    if (by === undefined || index < 0) {
      return;
    }
    event.preventDefault();
    if (event.altKey) {
      this.#move(by);
      this.#focus();
    } else {
      inputs[index]?.setAttribute("tabindex", "-1");
      const next = inputs[Math.max(0, Math.min(inputs.length - 1, index + by))];
      next?.setAttribute("tabindex", "0");
      next?.focus();
    }
  }

  #move(by: -1 | 1): void {
    const position = this.#current;
    if (position !== undefined) {
      this.#change(moveColumn(this.#arrangement, position, by));
      const shown = shownColumns(this.#arrangement);
      const { strings, columns } = this.#options;
      const place = String(shown.indexOf(position) + 1);
      this.#options.announce(fillText(strings.moved, columns[position]?.name ?? "", place, String(shown.length)));
    }
  }

  #freeze(): void {
    if (this.#current !== undefined) {
      const isFrozen = this.#arrangement.frozen.includes(this.#current);
      this.#change(freezeColumn(this.#arrangement, this.#current, !isFrozen));
    }
  }

  #change(arrangement: ColumnArrangement): void {
    this.#arrangement = arrangement;
    this.#options.apply(arrangement);
    this.#render();
  }

  /** Restores the focus, because the lines are recreated with every change. */
  #focus(): void {
    this.#list.querySelector<HTMLElement>(`[data-column="${this.#current}"]`)?.focus();
  }
}

function button(label: string, run: () => void, className = "button is-secondary"): HTMLButtonElement {
  const made = element("button", { class: className, type: "button" }, label);
  made.addEventListener("click", run);
  return made;
}
