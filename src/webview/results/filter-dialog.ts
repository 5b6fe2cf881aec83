import type { ColumnKind, ResultColumn } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/fill-text.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { ColumnFilter, FilterOperator } from "../../protocol/row-view.ts";
import { element } from "../element.ts";
import { defaultOperatorOf } from "../grid/filter-text.ts";
import { ValueList, type ValueListOptions } from "./value-list.ts";

type OperatorLabels = readonly (readonly [FilterOperator, keyof ResultsStrings])[];

const always: OperatorLabels = [
  ["isMissing", "filterIsMissing"],
  ["isPresent", "filterIsPresent"],
];

const byKind: Readonly<Record<ColumnKind, OperatorLabels>> = {
  text: [
    ["contains", "filterContains"],
    ["startsWith", "filterStartsWith"],
    ["equals", "filterEquals"],
    ["differs", "filterDiffers"],
    ["isEmpty", "filterIsEmpty"],
  ],
  number: [
    ["equals", "filterEquals"],
    ["differs", "filterDiffers"],
    ["less", "filterLess"],
    ["atMost", "filterAtMost"],
    ["more", "filterMore"],
    ["atLeast", "filterAtLeast"],
    ["between", "filterBetween"],
  ],
  date: [
    ["equals", "filterEquals"],
    ["differs", "filterDiffers"],
    ["less", "filterBefore"],
    ["atMost", "filterUntil"],
    ["more", "filterAfter"],
    ["atLeast", "filterSince"],
    ["between", "filterBetween"],
  ],
  boolean: [["equals", "filterEquals"]],
};

/** Returns the operators for a kind of column, with their labels. */
function operatorsOf(kind: ColumnKind, strings: ResultsStrings): readonly (readonly [FilterOperator, string])[] {
  return [...byKind[kind], ...always].map(([operator, word]) => [operator, strings[word]]);
}

interface FilterListOptions extends Omit<ValueListOptions, "chosen" | "names" | "onDidChoose"> {
  readonly anchor: HTMLElement;
  readonly position: number;
  readonly column: ResultColumn;
  readonly filter: ColumnFilter | undefined;
  /**
   * Applies a filter. Resolves with a message if the filter is invalid, or with undefined when the rows are filtered.
   */
  apply(filter: ColumnFilter | undefined): Promise<string | undefined>;
  /** Restores the focus when the list closes. */
  leave(): void;
}

/**
 * Opens the filter dialog of a column under its header, with the column's values, their counts and a condition. Changes
 * apply at once.
 */
export function openFilterList(options: FilterListOptions): void {
  const { column } = options;
  document.querySelector<HTMLDialogElement>(".filter-dialog")?.close();
  const title = fillText(options.strings.filterOf, column.name);
  const dialog = element("dialog", { class: "dialog filter-dialog", "aria-label": title });
  const fields = new FilterFields(options, () => dialog.close());
  dialog.append(element("h2", {}, title), fields.element);
  const onPointerDown = (event: Event) => {
    if (!event.composedPath().includes(dialog)) {
      dialog.close();
    }
  };
  window.addEventListener("pointerdown", onPointerDown, true);
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault();
      dialog.close();
    }
  });
  dialog.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !dialog.contains(relatedTarget)) {
      dialog.close();
    }
  });
  dialog.addEventListener("close", () => {
    window.removeEventListener("pointerdown", onPointerDown, true);
    const hadFocus = dialog.contains(document.activeElement);
    fields.dispose();
    dialog.remove();
    if (hadFocus) {
      options.leave();
    }
  });
  document.body.append(dialog);
  dialog.show();
  placeUnder(dialog, options.anchor);
  fields.start();
}

const typingDelayMs = 250;

/** Values and condition of a filter; one of both is the filter. */
class FilterFields {
  readonly element: HTMLFormElement;
  readonly #options: FilterListOptions;
  readonly #values: ValueList;
  readonly #operator: HTMLSelectElement;
  readonly #first: ValueField;
  readonly #second: ValueField;
  readonly #problem = element("p", { class: "dialog-problem", role: "alert", id: "filter-problem", hidden: true });
  #timer = 0;

  constructor(options: FilterListOptions, close: () => void) {
    this.#options = options;
    const { strings, column, filter, position } = options;
    const isExcluding = filter?.operator === "noneOf";
    const listOperator = isExcluding ? "noneOf" : "oneOf";
    const ofList = filter?.operator === listOperator ? filter.values : undefined;
    const ofCondition = ofList ? undefined : filter;
    this.#operator = operatorChoice(strings, column.kind, ofCondition?.operator ?? defaultOperatorOf(column.kind));
    this.#first = valueField(strings.filterValue, ofCondition?.values[0] ?? "", column.kind, strings);
    this.#second = valueField(strings.filterTo, ofCondition?.values[1] ?? "", column.kind, strings);
    this.#values = new ValueList({
      ...options,
      names: column.memberNames,
      chosen: ofList ?? [],
      onDidChoose: (values) => {
        this.#first.input.value = "";
        this.#second.input.value = "";
        void this.#send(values.length > 0 ? { column: position, operator: listOperator, values } : undefined);
      },
    });
    const clear = element("button", { class: "button is-secondary", type: "button" }, strings.clearFilter);
    const done = element("button", { class: "button", type: "submit" }, strings.close);
    this.element = element(
      "form",
      { class: "dialog-form" },
      ...(isExcluding ? [element("span", {}, strings.filterNoneOf)] : []),
      this.#values.element,
      element("label", {}, strings.filterOperator, this.#operator),
      this.#first.label,
      this.#second.label,
      this.#problem,
      element("div", { class: "dialog-buttons" }, clear, done),
    );
    this.#operator.addEventListener("change", () => {
      this.#showFields();
      void this.#applyCondition();
    });
    for (const { input } of [this.#first, this.#second]) {
      input.addEventListener("input", () => {
        window.clearTimeout(this.#timer);
        this.#timer = window.setTimeout(() => void this.#applyCondition(), typingDelayMs);
      });
    }
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      window.clearTimeout(this.#timer);
      void this.#applyCondition().then((text) => text === undefined && close());
    });
    clear.addEventListener("click", () => {
      this.#first.input.value = "";
      this.#second.input.value = "";
      this.#values.clear();
      void this.#send(undefined);
    });
    this.#showFields();
  }

  /** Reads the values and focuses their search. */
  start(): void {
    this.#values.start();
    this.#values.focus();
  }

  dispose(): void {
    window.clearTimeout(this.#timer);
    this.#values.dispose();
  }

  #showFields(): void {
    const { strings } = this.#options;
    const isBetween = this.#operator.value === "between";
    this.#first.name.textContent = isBetween ? strings.filterFrom : strings.filterValue;
    this.#first.label.hidden = isWithoutValue(this.#operator.value);
    this.#second.label.hidden = !isBetween;
  }

  /** Applies the condition once it is complete. Chosen values stay the filter while nothing is written. */
  async #applyCondition(): Promise<string | undefined> {
    const operator = this.#operator.value as FilterOperator;
    const fields = operator === "between" ? [this.#first, this.#second] : [this.#first];
    const values = isWithoutValue(operator) ? [] : fields.map(({ input }) => input.value);
    const isBlank = values.some((value) => value.trim() === "");
    if (isBlank && (this.#values.chosen.length > 0 || !values.every((value) => value.trim() === ""))) {
      return undefined;
    }
    this.#values.clear();
    return await this.#send(isBlank ? undefined : { column: this.#options.position, operator, values });
  }

  async #send(filter: ColumnFilter | undefined): Promise<string | undefined> {
    const text = await this.#options.apply(filter);
    this.#problem.hidden = text === undefined;
    this.#problem.textContent = text ?? "";
    for (const { input } of [this.#first, this.#second]) {
      input.toggleAttribute("aria-invalid", text !== undefined);
      input.setAttribute("aria-describedby", this.#problem.id);
    }
    return text;
  }
}

function isWithoutValue(operator: string): boolean {
  return ["isEmpty", "isMissing", "isPresent"].includes(operator);
}

/** Places a dialog under its anchor, or as low as it fits. */
function placeUnder(dialog: HTMLElement, anchor: HTMLElement): void {
  const { left, right, bottom } = anchor.getBoundingClientRect();
  const wanted = getComputedStyle(anchor).direction === "rtl" ? right - dialog.offsetWidth : left;
  dialog.style.left = `${Math.max(0, Math.min(wanted, window.innerWidth - dialog.offsetWidth))}px`;
  dialog.style.top = `${Math.max(0, Math.min(bottom, window.innerHeight - dialog.offsetHeight))}px`;
}

function operatorChoice(strings: ResultsStrings, kind: ColumnKind, chosen: FilterOperator): HTMLSelectElement {
  const select = element("select", { class: "select" });
  for (const [operator, labels] of operatorsOf(kind, strings)) {
    select.append(element("option", { value: operator, selected: operator === chosen }, labels));
  }
  return select;
}

interface ValueField {
  readonly label: HTMLElement;
  readonly name: HTMLElement;
  readonly input: HTMLInputElement;
}

function valueField(name: string, value: string, kind: ColumnKind, strings: ResultsStrings): ValueField {
  const placeholder = kind === "date" ? strings.filterDateHint : kind === "boolean" ? "true" : undefined;
  const input = element("input", { class: "input", type: "text", value, placeholder, spellcheck: "false" });
  const text = element("span", {}, name);
  return { label: element("label", {}, text, input), name: text, input };
}
