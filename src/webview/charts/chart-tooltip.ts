import { element } from "../element.ts";
import type { DrawnMark, TooltipRows } from "./drawn-marks.ts";

/** Distance from the pointer or the mark in pixels. */
const distance = 12;

/** Tooltip for the marks of a chart. It is shown by the pointer and by the arrow keys. */
export class ChartTooltip {
  readonly element = element("div", { class: "chart-tooltip", "aria-hidden": "true", hidden: true });
  readonly #drawing: HTMLElement;
  readonly #announce: (text: string) => void;
  #index = -1;

  /** `marks` returns the marks that the arrow keys visit. */
  constructor(drawing: HTMLElement, marks: () => readonly DrawnMark[], announce: (text: string) => void) {
    this.#drawing = drawing;
    this.#announce = announce;
    drawing.tabIndex = 0;
    drawing.addEventListener("keydown", (event) => this.#onKey(event, marks));
    drawing.addEventListener("blur", () => this.hide());
    drawing.addEventListener("pointerleave", () => this.hide());
  }

  /** Shows contents beside a point of the window. */
  show(rows: TooltipRows, clientX: number, clientY: number): void {
    this.element.replaceChildren(
      ...Object.entries(rows).flatMap(([label, value]) => [
        element("span", { class: "chart-tooltip-label" }, label),
        element("span", { class: "chart-tooltip-value" }, String(value)),
      ]),
    );
    this.element.hidden = false;
    const { left, top, width, height } = this.#drawing.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = this.element;
    const x = clientX - left;
    const y = clientY - top;
    const isLeft = x + distance + offsetWidth > width;
    this.element.style.left = `${Math.max(0, isLeft ? x - distance - offsetWidth : x + distance)}px`;
    this.element.style.top = `${Math.max(0, Math.min(y + distance, height - offsetHeight))}px`;
  }

  hide(): void {
    this.element.hidden = true;
    this.#index = -1;
  }

  #onKey(event: KeyboardEvent, marks: () => readonly DrawnMark[]): void {
    const all = marks();
    const last = all.length - 1;
    const target = {
      ArrowRight: Math.min(last, this.#index + 1),
      ArrowLeft: Math.max(0, this.#index - 1),
      Home: 0,
      End: last,
    }[event.key];
    const mark = target === undefined ? undefined : all[target];
    if (target !== undefined && mark) {
      event.preventDefault();
      this.#index = target;
      const { left, top } = this.#drawing.getBoundingClientRect();
      this.show(mark.rows, left + mark.x, top + mark.y);
      this.#announce(
        Object.entries(mark.rows)
          .map(([label, value]) => `${label}: ${value}`)
          .join(", "),
      );
    } else if (event.key === "Escape" && !this.element.hidden) {
      event.preventDefault();
      this.hide();
    }
  }
}
