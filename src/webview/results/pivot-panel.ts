import type { ResultColumn } from "../../protocol/data-worker.ts";
import { fillCount, fillText } from "../../protocol/fill-text.ts";
import { memberOrders, type PivotRequest, pivotShowAsOptions } from "../../protocol/pivot.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import { element, icon } from "../element.ts";
import { type MenuItem, openMenu } from "../menu.ts";
import { translateFunctionName, translateShownValue } from "../pivot/pivot-labels.ts";
import {
  addField,
  aggregateFunctionsFor,
  type FieldPosition,
  findFieldAt,
  maximumFieldsOf,
  moveField,
  moveFieldWithinWell,
  type PivotWell,
  pivotWells,
  removeField,
  replacePivotValue,
} from "../pivot/pivot-model.ts";

interface PivotPanelEvents {
  change(request: PivotRequest, depth: number): void;
  announce(text: string): void;
}

const icons: Readonly<Record<PivotWell, string>> = {
  rows: "list-flat",
  columns: "split-horizontal",
  values: "symbol-numeric",
};

/** Panel for choosing the fields of a pivot with buttons, menus and lists. */
export class PivotPanel {
  readonly element = element("aside", { class: "pivot-panel" });
  readonly #strings: ResultsStrings;
  readonly #columns: readonly ResultColumn[];
  readonly #events: PivotPanelEvents;
  #request: PivotRequest;
  #depth: number;

  constructor(
    strings: ResultsStrings,
    columns: readonly ResultColumn[],
    request: PivotRequest,
    depth: number,
    events: PivotPanelEvents,
  ) {
    this.#strings = strings;
    this.#columns = columns;
    this.#events = events;
    this.#request = request;
    this.#depth = depth;
    this.element.setAttribute("aria-label", strings.pivotFields);
    this.#render();
  }

  focus(): void {
    this.element.querySelector<HTMLElement>("button")?.focus();
  }

  #render(): void {
    const { strings, request } = { strings: this.#strings, request: this.#request };
    const lists = pivotWells.map((well) => this.#createWell(well));
    const shows = request.values.map((_, index) => this.#createShow(index));
    this.element.replaceChildren(
      group(strings.pivotAllFields, this.#createFields()),
      ...lists,
      group(strings.pivotShowAs, shows.length > 0 ? shows : [this.#emptyText()]),
      group(strings.pivotOptions, this.#createOptions()),
    );
  }

  /** Redraws the panel and restores the focus. */
  #change(request: PivotRequest | undefined, focusKey: string, depth = this.#depth): void {
    if (!request) {
      return;
    }
    // A newly added level is expanded.
    this.#depth = request.rows.length > this.#request.rows.length ? request.rows.length : depth;
    this.#request = request;
    this.#render();
    const target = [...this.element.querySelectorAll<HTMLElement>("[data-key]")].find(
      ({ dataset }) => dataset["key"] === focusKey,
    );
    (target ?? this.element.querySelector<HTMLElement>("button"))?.focus();
    this.#events.change(this.#request, this.#depth);
  }

  #place(request: PivotRequest | undefined, well: PivotWell, column: number): void {
    const { pivotFull, pivotFullOne, pivotPlaced } = this.#strings;
    const name = this.#columns[column]?.name ?? "";
    if (!request) {
      this.#events.announce(fillCount(maximumFieldsOf(well), [pivotFullOne, pivotFull], String, this.#wellName(well)));
      return;
    }
    this.#change(request, `${well}:${request[well].length - 1}`);
    this.#events.announce(fillText(pivotPlaced, this.#wellName(well), name));
  }

  #createFields(): HTMLElement[] {
    return this.#columns.map(({ name }, column) => {
      const items = pivotWells.map((well) => ({
        label: this.#addWord(well),
        icon: icons[well],
        run: () => this.#place(addField(this.#request, well, column, this.#columns), well, column),
      }));
      return this.#chip(name, `field:${column}`, items);
    });
  }

  #createWell(well: PivotWell): HTMLElement {
    const chips = this.#request[well].map((_, index) => this.#createPlaced({ well, index }));
    return group(this.#wellName(well), chips.length > 0 ? chips : [this.#emptyText()], well);
  }

  #createPlaced(place: FieldPosition): HTMLElement {
    const { well, index } = place;
    const column = findFieldAt(this.#request, place) ?? 0;
    const name = this.#columns[column]?.name ?? "";
    const { pivotMoveUp, pivotMoveDown, pivotRemove, pivotRemoved, pivotFunctionOf } = this.#strings;
    const shift = (by: 1 | -1) => this.#change(moveFieldWithinWell(this.#request, place, by), `${well}:${index + by}`);
    const items: MenuItem[] = [
      ...(index > 0 ? [{ label: pivotMoveUp, icon: "arrow-up", run: () => shift(-1) }] : []),
      ...(index < this.#request[well].length - 1
        ? [{ label: pivotMoveDown, icon: "arrow-down", run: () => shift(1) }]
        : []),
      ...pivotWells
        .filter((other) => other !== well)
        .map((other) => ({
          label: this.#moveWord(other),
          icon: icons[other],
          run: () => this.#place(moveField(this.#request, place, other, this.#columns), other, column),
        })),
      {
        label: pivotRemove,
        icon: "close",
        run: () => {
          this.#change(removeField(this.#request, place), `field:${column}`);
          this.#events.announce(fillText(pivotRemoved, name));
        },
      },
    ];
    const chip = this.#chip(name, `${well}:${index}`, items);
    const value = well === "values" ? this.#request.values[index] : undefined;
    if (!value) {
      return chip;
    }
    const key = `function:${index}`;
    const functions = aggregateFunctionsFor(this.#columns[column]).map((known) => ({
      value: known,
      label: translateFunctionName(this.#strings, known),
    }));
    const select = createSelect(key, fillText(pivotFunctionOf, name), functions, value.function, (chosen) =>
      this.#change(replacePivotValue(this.#request, index, { function: chosen }), key),
    );
    return element("div", { class: "pivot-value" }, chip, select);
  }

  #createShow(index: number): HTMLElement {
    const value = this.#request.values[index];
    const name = this.#columns[value?.column ?? 0]?.name ?? "";
    const key = `show:${index}`;
    const shows = pivotShowAsOptions.map((known) => ({
      value: known,
      label: translateShownValue(this.#strings, known),
    }));
    const label = fillText(this.#strings.pivotShowOf, name);
    return element(
      "div",
      { class: "pivot-value" },
      element("span", { class: "pivot-name", "aria-hidden": "true" }, name),
      createSelect(key, label, shows, value?.show ?? "value", (show) =>
        this.#change(replacePivotValue(this.#request, index, { show }), key),
      ),
    );
  }

  #createOptions(): HTMLElement[] {
    const strings = this.#strings;
    const request = this.#request;
    const levels = request.rows.map((column, index) => ({
      value: String(index + 1),
      label: this.#columns[column]?.name ?? "",
    }));
    const orders = memberOrders.map((order) => ({
      value: order,
      label: order === "name" ? strings.pivotOrderName : strings.pivotOrderResult,
    }));
    return [
      this.#createCheck("totals", strings.pivotTotals, request.hasTotals, (hasTotals) => ({ ...request, hasTotals })),
      ...(levels.length > 1
        ? [
            this.#createCheck("tree", strings.pivotTree, request.isTree === true, (isTree) => ({ ...request, isTree })),
            this.#createCheck("subtotals", strings.pivotSubtotals, request.hasSubtotals, (hasSubtotals) => ({
              ...request,
              hasSubtotals,
            })),
            labelled(
              strings.pivotLevels,
              createSelect(
                "levels",
                strings.pivotLevels,
                levels,
                String(Math.min(this.#depth, levels.length)),
                (level) => this.#change(request, "levels", Number(level)),
              ),
            ),
          ]
        : []),
      labelled(
        strings.pivotOrder,
        createSelect("order", strings.pivotOrder, orders, request.memberOrder, (memberOrder) =>
          this.#change({ ...request, memberOrder }, "order"),
        ),
      ),
    ];
  }

  #createCheck(
    key: string,
    label: string,
    isChecked: boolean,
    changed: (isChecked: boolean) => PivotRequest,
  ): HTMLElement {
    const box = element("input", { type: "checkbox", "data-key": key, checked: isChecked });
    box.addEventListener("change", () => this.#change(changed(box.checked), key));
    return element("label", { class: "pivot-check" }, box, label);
  }

  #chip(name: string, key: string, items: readonly MenuItem[]): HTMLButtonElement {
    const button = element(
      "button",
      { class: "pivot-chip", type: "button", "data-key": key, "aria-haspopup": "menu", title: name },
      element("span", { class: "pivot-name" }, name),
      icon("chevron-down"),
    );
    button.addEventListener("click", () => openMenu(button, fillText(this.#strings.pivotFieldMenu, name), items));
    return button;
  }

  #emptyText(): HTMLElement {
    return element("p", { class: "pivot-nothing" }, this.#strings.pivotNothing);
  }

  #wellName(well: PivotWell): string {
    const { pivotRows, pivotColumns, pivotValues } = this.#strings;
    return { rows: pivotRows, columns: pivotColumns, values: pivotValues }[well];
  }

  #addWord(well: PivotWell): string {
    const { pivotAddRows, pivotAddColumns, pivotAddValues } = this.#strings;
    return { rows: pivotAddRows, columns: pivotAddColumns, values: pivotAddValues }[well];
  }

  #moveWord(well: PivotWell): string {
    const { pivotMoveRows, pivotMoveColumns, pivotMoveValues } = this.#strings;
    return { rows: pivotMoveRows, columns: pivotMoveColumns, values: pivotMoveValues }[well];
  }
}

function group(title: string, children: readonly HTMLElement[], well?: PivotWell): HTMLElement {
  return element(
    "div",
    { class: "pivot-well", role: "group", "aria-label": title, "data-well": well },
    element("h2", { class: "pivot-title" }, title),
    ...children,
  );
}

function labelled(label: string, control: HTMLElement): HTMLElement {
  return element("div", { class: "pivot-option" }, element("span", { "aria-hidden": "true" }, label), control);
}

function createSelect<Value extends string>(
  key: string,
  label: string,
  choices: readonly { readonly value: Value; readonly label: string }[],
  chosen: string,
  onChange: (value: Value) => void,
): HTMLSelectElement {
  const select = element("select", { class: "select", "data-key": key, "aria-label": label });
  for (const choice of choices) {
    select.append(element("option", { value: choice.value, selected: choice.value === chosen }, choice.label));
  }
  select.addEventListener("change", () => {
    const found = choices.find(({ value }) => value === select.value);
    if (found) {
      onChange(found.value);
    }
  });
  return select;
}
