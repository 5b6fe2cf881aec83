import type { Json } from "../../protocol/operation-form.ts";
import { fillText } from "../../protocol/results-strings.ts";
import { element } from "../element.ts";
import type { Control, FieldProblem, FormContext } from "./control.ts";
import { jsonText } from "./notes.ts";

/** A value that is always the same; it is sent, and cannot be changed. */
export class ConstantControl implements Control {
  readonly element: HTMLElement;
  readonly #value: Json;

  constructor(context: FormContext, label: string, value: Json) {
    this.#value = value;
    this.element = element(
      "p",
      { class: "field", tabindex: -1 },
      element("span", { class: "field-label" }, label),
      " ",
      element("span", { class: "field-note" }, fillText(context.strings.constantValue, jsonText(value))),
    );
  }

  read(): Json {
    return this.#value;
  }

  write(): void {}
  setRequired(): void {}
  problems(): readonly FieldProblem[] {
    return [];
  }
  showProblem(): void {}
  clearProblems(): void {}
  focus(): void {
    this.element.focus();
  }
}
