import type { ChartRequest } from "../../protocol/chart.ts";
import type { ResultColumn } from "../../protocol/data-worker.ts";
import type { PivotFunction } from "../../protocol/pivot.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import { element } from "../element.ts";
import { translateFunctionName } from "../pivot/pivot-labels.ts";
import { aggregateFunctionsFor } from "../pivot/pivot-model.ts";
import { translateChartKind } from "./chart-labels.ts";
import { type ChartRoles, chartKindsFor, createRequestForChartKind, withValidFunction } from "./chart-roles.ts";

/** Select fields for the kind of a chart and for its columns. */
export class ChartPicker {
  readonly element = element("div", { class: "chart-choices" });
  readonly #strings: ResultsStrings;
  readonly #columns: readonly ResultColumn[];
  readonly #roles: ChartRoles;
  readonly #onChange: (request: ChartRequest) => void;

  constructor(
    strings: ResultsStrings,
    columns: readonly ResultColumn[],
    roles: ChartRoles,
    onChange: (request: ChartRequest) => void,
  ) {
    this.#strings = strings;
    this.#columns = columns;
    this.#roles = roles;
    this.#onChange = onChange;
  }

  show(request: ChartRequest): void {
    const { chartKind, chartMetric, chartFunction, chartAxis, chartSeries } = this.#strings;
    const { metrics, axes } = this.#roles;
    const { kind, x, y, series } = request;
    const isPlaced = kind !== "histogram" && kind !== "box";
    const choices = [
      this.#createKinds(chartKind, request),
      this.#createColumns(chartMetric, metrics, y, (chosen) =>
        this.#choose(withValidFunction({ ...request, y: chosen ?? y }, this.#columns)),
      ),
    ];
    if (isPlaced) {
      choices.push(this.#createFunctions(chartFunction, request));
    }
    if (kind !== "histogram") {
      const most = kind === "box" ? [undefined, ...axes] : axes;
      choices.push(this.#createColumns(chartAxis, most, x, (chosen) => this.#choose({ ...request, x: chosen })));
    }
    if (isPlaced) {
      const most = kind === "line" || kind === "bars" ? [undefined, ...axes] : axes;
      choices.push(
        this.#createColumns(chartSeries, most, series, (chosen) => this.#choose({ ...request, series: chosen })),
      );
    }
    this.element.replaceChildren(...choices);
  }

  /** Keeps the focus on the select field that was used. */
  #choose(request: ChartRequest): void {
    const index = [...this.element.children].findIndex((choice) => choice.contains(document.activeElement));
    this.show(request);
    this.element.children[index]?.querySelector("select")?.focus();
    this.#onChange(request);
  }

  #createKinds(label: string, request: ChartRequest): HTMLElement {
    const kinds = chartKindsFor(this.#roles).map((kind) => ({
      value: kind,
      name: translateChartKind(this.#strings, kind),
    }));
    return createChoice(label, kinds, request.kind, (kind) =>
      this.#choose(createRequestForChartKind(kind, request, this.#roles)),
    );
  }

  #createFunctions(label: string, request: ChartRequest): HTMLElement {
    const functions = aggregateFunctionsFor(this.#columns[request.y]).map((name) => ({
      value: name,
      name: translateFunctionName(this.#strings, name),
    }));
    return createChoice<PivotFunction>(label, functions, request.function, (name) =>
      this.#choose({ ...request, function: name }),
    );
  }

  #createColumns(
    label: string,
    positions: readonly (number | undefined)[],
    chosen: number | undefined,
    onChange: (column: number | undefined) => void,
  ): HTMLElement {
    const columns = positions.map((position) => ({
      value: position,
      name: position === undefined ? this.#strings.chartNone : (this.#columns[position]?.name ?? ""),
    }));
    return createChoice(label, columns, chosen, onChange);
  }
}

function createChoice<Value extends string | number | undefined>(
  label: string,
  choices: readonly { readonly value: Value; readonly name: string }[],
  chosen: Value,
  onChange: (value: Value) => void,
): HTMLElement {
  const select = element("select", { class: "select" });
  for (const { value, name } of choices) {
    select.append(element("option", { value: value ?? "", selected: value === chosen }, name));
  }
  select.addEventListener("change", () => {
    const found = choices.find(({ value }) => String(value ?? "") === select.value);
    if (found) {
      onChange(found.value);
    }
  });
  select.title = label;
  return element("label", { class: "chart-choice" }, element("span", { class: "chart-choice-label" }, label), select);
}
