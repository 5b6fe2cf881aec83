import type { ColumnKind, ResultColumn } from "../../protocol/data-worker.ts";
import { fillText, type ResultsStrings } from "../../protocol/results-strings.ts";
import type { ColumnFilter, FilterOperator } from "../../protocol/row-view.ts";
import { element } from "../element.ts";
import { plainOperator } from "../grid/filter-text.ts";
import { ValueList, type ValueListOptions } from "./value-list.ts";

type OperatorLabels = readonly (readonly [FilterOperator, keyof ResultsStrings])[];

const always: OperatorLabels = [
  ["oneOf", "filterOneOf"],
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

interface FilterDialogOptions extends Omit<ValueListOptions, "chosen"> {
  readonly position: number;
  readonly column: ResultColumn;
  readonly filter: ColumnFilter | undefined;
  /**
   * Applies a filter. Resolves with a message if the filter is invalid, or with undefined when the rows are filtered.
   */
  apply(filter: ColumnFilter | undefined): Promise<string | undefined>;
}

/**
 * Opens a dialog for the filter of a column: an operator for its kind, and one value, two values, or several of the
 * existing ones.
 */
export function openFilterDialog(options: FilterDialogOptions): void {
  const { strings, position, column, filter } = options;
  const returnTo = document.activeElement;
  const operator = operatorChoice(strings, column.kind, filter?.operator ?? plainOperator(column.kind));
  const first = valueField(strings.filterValue, filter?.values[0] ?? "", column.kind, strings);
  const second = valueField(strings.filterTo, filter?.values[1] ?? "", column.kind, strings);
  const values = new ValueList({ ...options, chosen: filter?.operator === "oneOf" ? filter.values : [] });
  const problem = element("p", { class: "dialog-problem", role: "alert", id: "filter-dialog-problem", hidden: true });
  const apply = element("button", { class: "button", type: "submit" }, strings.apply);
  const clear = element("button", { class: "button is-secondary", type: "button" }, strings.clearFilter);
  const cancel = element("button", { class: "button is-secondary", type: "button" }, strings.close);
  const title = fillText(strings.filterOf, column.name);
  const form = element(
    "form",
    { class: "dialog-form" },
    element("label", {}, strings.filterOperator, operator),
    first.label,
    second.label,
    values.element,
    problem,
    element("div", { class: "dialog-buttons" }, apply, clear, cancel),
  );
  const dialog = element(
    "dialog",
    { class: "dialog filter-dialog", "aria-label": title },
    element("h2", {}, title),
    form,
  );
  const chosen = () => operator.value as FilterOperator;
  const showFields = () => {
    const isBetween = chosen() === "between";
    first.name.textContent = isBetween ? strings.filterFrom : strings.filterValue;
    first.label.hidden = ["oneOf", "isEmpty", "isMissing", "isPresent"].includes(chosen());
    second.label.hidden = !isBetween;
    values.show(chosen() === "oneOf");
  };
  const send = async (wanted: ColumnFilter | undefined) => {
    apply.disabled = true;
    const text = await options.apply(wanted);
    apply.disabled = false;
    problem.hidden = text === undefined;
    problem.textContent = text ?? "";
    for (const { input } of [first, second]) {
      input.toggleAttribute("aria-invalid", text !== undefined);
      input.setAttribute("aria-describedby", problem.id);
    }
    if (text === undefined) {
      dialog.close();
    } else {
      first.input.focus();
    }
  };
  operator.addEventListener("change", showFields);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send({ column: position, operator: chosen(), values: valuesOf(chosen(), first.input, second.input, values) });
  });
  clear.addEventListener("click", () => void send(undefined));
  cancel.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    values.dispose();
    dialog.remove();
    if (returnTo instanceof HTMLElement) {
      returnTo.focus({ preventScroll: true });
    }
  });
  document.body.append(dialog);
  showFields();
  dialog.showModal();
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

function valuesOf(
  operator: FilterOperator,
  first: HTMLInputElement,
  second: HTMLInputElement,
  list: ValueList,
): ColumnFilter["values"] {
  switch (operator) {
    case "oneOf":
      return list.chosen;
    case "between":
      return [first.value, second.value];
    case "isEmpty":
    case "isMissing":
    case "isPresent":
      return [];
    default:
      return [first.value];
  }
}
