import { fillCount, fillText } from "../../protocol/fill-text.ts";
import type { FormShape, Json } from "../../protocol/operation-form.ts";
import { element } from "../element.ts";
import type { Control, FieldProblem, FormContext } from "./control.ts";
import { createAddButton, createRemovableControl, GroupFrame } from "./control-frames.ts";

type ListShape = Extract<FormShape, { readonly kind: "list" }>;

/** Maximum number of items shown; further ones are kept and can be edited as JSON. */
const maximumDrawnItems = 100;

/** Form control for a list of items. */
export class ListControl implements Control {
  readonly #context: FormContext;
  readonly #label: string;
  readonly #shape: ListShape;
  readonly #frame: GroupFrame;
  readonly #items = element("div", { class: "entries" });
  readonly #more = element("p", { class: "field-note", hidden: true });
  #controls: Control[] = [];
  #further: readonly Json[] = [];

  constructor(context: FormContext, label: string, note: string, shape: ListShape) {
    this.#context = context;
    this.#label = label;
    this.#shape = shape;
    const add = createAddButton(context, fillText(context.strings.addItem, label), () => {
      const control = this.#make(this.#controls.length, undefined);
      this.#controls.push(control);
      this.#draw();
      return control;
    });
    this.#frame = new GroupFrame(context, label, note, this.#items, this.#more, add);
  }

  get element(): HTMLElement {
    return this.#frame.element;
  }

  /** Returns the list. Items that the user has not filled in are left out. */
  read(): Json {
    const own = this.#controls.map((control) => control.read()).filter((value) => value !== undefined);
    return [...own, ...this.#further];
  }

  write(value: Json | undefined): void {
    const items = Array.isArray(value) ? (value as readonly Json[]) : [];
    this.#controls = items.slice(0, maximumDrawnItems).map((item, index) => this.#make(index, item));
    this.#further = items.slice(maximumDrawnItems);
    this.#draw();
  }

  setRequired(isRequired: boolean): void {
    this.#frame.setRequired(isRequired);
  }

  problems(): readonly FieldProblem[] {
    const { strings } = this.#context;
    const { minItems = 0, maxItems } = this.#shape;
    const count = this.#controls.length + this.#further.length;
    const ofItems = this.#controls.flatMap((control, index) =>
      control.problems().map(({ path, text }) => ({ path: [String(index), ...path], text })),
    );
    if (count < minItems) {
      return [
        { path: [], text: fillCount(minItems, [strings.tooFewOne, strings.tooFew], String, this.#label) },
        ...ofItems,
      ];
    }
    return maxItems !== undefined && count > maxItems
      ? [
          { path: [], text: fillCount(maxItems, [strings.tooManyOne, strings.tooMany], String, this.#label) },
          ...ofItems,
        ]
      : ofItems;
  }

  showProblem([index = "", ...rest]: readonly string[], text: string): void {
    const control = this.#controls[Number(index === "" ? -1 : index)];
    if (control) {
      control.showProblem(rest, text);
    } else {
      this.#frame.setError(text);
    }
  }

  clearProblems(): void {
    this.#frame.setError("");
    for (const control of this.#controls) {
      control.clearProblems();
    }
  }

  focus(): void {
    this.#frame.element.focus();
  }

  #make(index: number, value: Json | undefined): Control {
    const control = this.#context.make(this.#shape.item, this.#itemLabel(index), true);
    if (value !== undefined) {
      control.write(value);
    }
    return control;
  }

  #itemLabel(index: number): string {
    return fillText(this.#context.strings.item, this.#label, String(index + 1));
  }

  #draw(): void {
    const entries = this.#controls.map((control, index) =>
      createRemovableControl(this.#context, this.#itemLabel(index), control.element, () => {
        this.#controls = this.#controls.filter((other) => other !== control);
        this.#draw();
        this.focus();
      }),
    );
    this.#items.replaceChildren(...entries);
    this.#more.hidden = this.#further.length === 0;
    const { itemsInJson, itemsInJsonOne } = this.#context.strings;
    this.#more.textContent = fillCount(this.#further.length, [itemsInJsonOne, itemsInJson], String);
  }
}
