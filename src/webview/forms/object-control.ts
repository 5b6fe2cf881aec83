import { fillText } from "../../protocol/fill-text.ts";
import { type FormShape, type FormVariant, isJsonObject, type Json } from "../../protocol/operation-form.ts";
import { element } from "../element.ts";
import type { Control, FieldProblem, FormContext } from "./control.ts";
import { GroupFrame } from "./control-frames.ts";

type ObjectShape = Extract<FormShape, { readonly kind: "object" }>;

/** Form control for an object. Fields that the form cannot show are kept unchanged. */
export class ObjectControl implements Control {
  readonly #context: FormContext;
  readonly #shape: ObjectShape;
  readonly #frame: GroupFrame;
  readonly #fields: ReadonlyMap<string, Control>;
  readonly #variants: HTMLSelectElement | undefined;
  #variant: FormVariant | undefined;
  #further: Readonly<Record<string, Json>> = {};

  constructor(context: FormContext, label: string, note: string, shape: ObjectShape) {
    this.#context = context;
    this.#shape = shape;
    this.#fields = new Map(
      shape.fields.map((field) => [field.name, context.make(field.shape, field.name, field.isRequired)]),
    );
    this.#variants = shape.variants ? this.#variantSelect(shape.variants, label) : undefined;
    const content = [...(this.#variants ? [this.#variantField(this.#variants, label)] : []), ...this.#fieldElements()];
    this.#frame = new GroupFrame(context, label, note, ...content);
  }

  get element(): HTMLElement {
    return this.#frame.element;
  }

  read(): Json {
    const own = [...this.#fields].flatMap(([name, control]) => {
      const value = control.read();
      return value === undefined ? [] : [[name, value] as const];
    });
    return { ...this.#further, ...Object.fromEntries(own) };
  }

  write(value: Json | undefined): void {
    const values = isJsonObject(value) ? value : {};
    this.#further = Object.fromEntries(Object.entries(values).filter(([name]) => !this.#fields.has(name)));
    for (const [name, control] of this.#fields) {
      control.write(values[name]);
    }
    const index = this.#shape.variants?.findIndex((variant) => matchesVariant(variant, values)) ?? -1;
    this.#use(this.#shape.variants?.[index]);
    if (this.#variants) {
      this.#variants.value = index < 0 ? "" : String(index);
    }
  }

  setRequired(isRequired: boolean): void {
    // An object is not marked as required if all its fields are optional.
    const hasRequiredField = this.#shape.variants !== undefined || this.#shape.fields.some((field) => field.isRequired);
    this.#frame.setRequired(isRequired && hasRequiredField);
  }

  problems(): readonly FieldProblem[] {
    return [...this.#fields].flatMap(([name, control]) =>
      control.problems().map(({ path, text }) => ({ path: [name, ...path], text })),
    );
  }

  showProblem([name = "", ...rest]: readonly string[], text: string): void {
    const field = this.#fields.get(name);
    if (field) {
      field.showProblem(rest, text);
    } else {
      this.#frame.setError(text);
    }
  }

  clearProblems(): void {
    this.#frame.setError("");
    for (const control of this.#fields.values()) {
      control.clearProblems();
    }
  }

  focus(): void {
    this.#frame.element.focus();
  }

  #fieldElements(): HTMLElement[] {
    return [...this.#fields.values()].map((control) => control.element);
  }

  #variantSelect(variants: readonly FormVariant[], label: string): HTMLSelectElement {
    const { strings } = this.#context;
    const options = variants.map(({ title }, index) => element("option", { value: index }, title));
    const select = element(
      "select",
      { class: "select", "aria-label": fillText(strings.variant, label) },
      element("option", { value: "" }, strings.leftOut),
      ...options,
    );
    select.addEventListener("change", () => {
      this.#choose(variants[Number(select.value)], select.value !== "");
      this.#context.changed();
    });
    return select;
  }

  #variantField(select: HTMLSelectElement, label: string): HTMLElement {
    const text = fillText(this.#context.strings.variant, label);
    return element(
      "div",
      { class: "field" },
      element("span", { class: "field-label", "aria-hidden": "true" }, text),
      select,
    );
  }

  /**
   * Selects a variant and clears the fields that only the previous one required; with them the object would match
   * neither.
   */
  #choose(variant: FormVariant | undefined, isChosen: boolean): void {
    const next = isChosen ? variant : undefined;
    for (const name of this.#variant?.required ?? []) {
      if (!next?.required.includes(name)) {
        this.#fields.get(name)?.write(undefined);
      }
    }
    this.#use(next);
    for (const [name, value] of Object.entries(next?.constants ?? {})) {
      this.#fields.get(name)?.write(value);
    }
  }

  #use(variant: FormVariant | undefined): void {
    this.#variant = variant;
    for (const { name, isRequired } of this.#shape.fields) {
      this.#fields.get(name)?.setRequired(isRequired || (variant?.required.includes(name) ?? false));
    }
  }
}

function matchesVariant({ required, constants }: FormVariant, values: Readonly<Record<string, Json>>): boolean {
  return (
    required.every((name) => values[name] !== undefined || Object.hasOwn(constants, name)) &&
    Object.entries(constants).every(([name, value]) => values[name] === value)
  );
}
