import { fillText } from "../../protocol/fill-text.ts";
import { type FormShape, isJsonObject, type Json } from "../../protocol/operation-form.ts";
import { element } from "../element.ts";
import type { Control, FieldProblem, FormContext } from "./control.ts";
import { createAddButton, createRemovableControl, GroupFrame } from "./control-frames.ts";

interface MapEntry {
  readonly key: HTMLInputElement;
  readonly control: Control;
}

/** Form control for a map whose keys are chosen by the user. */
export class MapControl implements Control {
  readonly #context: FormContext;
  readonly #label: string;
  readonly #item: FormShape;
  readonly #frame: GroupFrame;
  readonly #list = element("div", { class: "entries" });
  #entries: MapEntry[] = [];

  constructor(context: FormContext, label: string, note: string, item: FormShape) {
    this.#context = context;
    this.#label = label;
    this.#item = item;
    const add = createAddButton(context, fillText(context.strings.addItem, label), () => {
      const entry = this.#make("", undefined);
      this.#entries.push(entry);
      this.#draw();
      return entry.key;
    });
    this.#frame = new GroupFrame(context, label, note, this.#list, add);
  }

  get element(): HTMLElement {
    return this.#frame.element;
  }

  read(): Json {
    const entries = this.#entries.flatMap(({ key, control }) => {
      const value = control.read();
      return key.value === "" || value === undefined ? [] : [[key.value, value] as const];
    });
    return Object.fromEntries(entries);
  }

  write(value: Json | undefined): void {
    const values = isJsonObject(value) ? Object.entries(value) : [];
    this.#entries = values.map(([key, item]) => this.#make(key, item));
    this.#draw();
  }

  setRequired(isRequired: boolean): void {
    this.#frame.setRequired(isRequired);
  }

  problems(): readonly FieldProblem[] {
    return this.#entries.flatMap(({ key, control }) =>
      control.problems().map(({ path, text }) => ({ path: [key.value, ...path], text })),
    );
  }

  showProblem([name = "", ...rest]: readonly string[], text: string): void {
    const entry = this.#entries.find(({ key }) => key.value === name);
    if (entry) {
      entry.control.showProblem(rest, text);
    } else {
      this.#frame.setError(text);
    }
  }

  clearProblems(): void {
    this.#frame.setError("");
    for (const { control } of this.#entries) {
      control.clearProblems();
    }
  }

  focus(): void {
    this.#frame.element.focus();
  }

  #make(name: string, value: Json | undefined): MapEntry {
    const label = fillText(this.#context.strings.key, this.#label);
    const key = element("input", { class: "input map-key", type: "text", autocomplete: "off", "aria-label": label });
    key.value = name;
    key.placeholder = label;
    key.addEventListener("input", () => this.#context.changed());
    const control = this.#context.make(this.#item, this.#label, true);
    if (value !== undefined) {
      control.write(value);
    }
    return { key, control };
  }

  #draw(): void {
    const entries = this.#entries.map((entry) =>
      createRemovableControl(
        this.#context,
        entry.key.value || this.#label,
        element("div", { class: "map-entry" }, entry.key, entry.control.element),
        () => {
          this.#entries = this.#entries.filter((other) => other !== entry);
          this.#draw();
          this.focus();
        },
      ),
    );
    this.#list.replaceChildren(...entries);
  }
}
