import { fillText } from "../../protocol/fill-text.ts";
import type { Json } from "../../protocol/operation-form.ts";
import { element } from "../element.ts";
import type { Control, FieldProblem, FormContext } from "./control.ts";
import { createAddButton, createRemovableControl } from "./control-frames.ts";

/**
 * Form control for an optional object or list. It is created only when the user adds the value, which keeps a large
 * form small.
 */
export class OptionalControl implements Control {
  readonly element = element("div", { class: "optional" });
  readonly #context: FormContext;
  readonly #label: string;
  readonly #make: () => Control;
  #isRequired: boolean;
  #control: Control | undefined;

  constructor(context: FormContext, label: string, isRequired: boolean, make: () => Control) {
    this.#context = context;
    this.#label = label;
    this.#make = make;
    this.#isRequired = isRequired;
    this.write(undefined);
  }

  read(): Json | undefined {
    return this.#control?.read();
  }

  write(value: Json | undefined): void {
    if (value === undefined && !this.#isRequired) {
      this.#remove();
    } else {
      this.#add().write(value);
    }
  }

  setRequired(isRequired: boolean): void {
    if (this.#isRequired !== isRequired) {
      this.#isRequired = isRequired;
      this.write(this.read());
      this.#draw();
    }
  }

  problems(): readonly FieldProblem[] {
    return this.#control?.problems() ?? [];
  }

  showProblem(path: readonly string[], text: string): void {
    this.#add().showProblem(path, text);
  }

  clearProblems(): void {
    this.#control?.clearProblems();
  }

  focus(): void {
    (this.#control ?? this.element.querySelector("button"))?.focus();
  }

  #add(): Control {
    if (!this.#control) {
      this.#control = this.#make();
      this.#draw();
    }
    return this.#control;
  }

  #remove(): void {
    this.#control = undefined;
    this.#draw();
  }

  #draw(): void {
    const control = this.#control;
    if (!control) {
      const text = fillText(this.#context.strings.add, this.#label);
      this.element.replaceChildren(createAddButton(this.#context, text, () => this.#add()));
      return;
    }
    control.setRequired(this.#isRequired);
    const remove = () => {
      this.#remove();
      this.focus();
    };
    const isFixed = this.#isRequired;
    this.element.replaceChildren(
      isFixed ? control.element : createRemovableControl(this.#context, this.#label, control.element, remove),
    );
  }
}
