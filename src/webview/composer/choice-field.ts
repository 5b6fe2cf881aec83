import type { JobPath } from "../../protocol/composer-view.ts";
import type { Json } from "../../protocol/operation-form.ts";
import { element } from "../element.ts";
import { FieldFrame } from "./field-frame.ts";
import type { JobField, ProblemAnchor } from "./job-field.ts";
import type { PageContext } from "./page-context.ts";

interface Choice {
  readonly label: string;
  /** Undefined if the choice leaves the field out. */
  readonly value: Json | undefined;
}

/** Field with a few possible values. Any other value is shown as JSON and kept until the user chooses another one. */
export class ChoiceField implements JobField {
  readonly element: HTMLElement;
  readonly #choices: readonly Choice[];
  readonly #select: HTMLSelectElement;
  readonly #other: HTMLOptionElement;
  readonly #frame: FieldFrame;

  constructor(context: PageContext, label: string, choices: readonly Choice[], note?: string) {
    this.#choices = choices;
    this.#other = element("option", { value: "other", hidden: true });
    const options = choices.map((choice, index) => element("option", { value: index }, choice.label));
    this.#select = element("select", { class: "select" }, ...options, this.#other);
    this.#frame = new FieldFrame(context, { label, ...(note !== undefined && { note }), target: this.#select });
    this.element = this.#frame.element;
    this.#select.addEventListener("change", () => {
      const { path } = this.#frame;
      const value = choices[Number(this.#select.value)]?.value;
      const edit = value === undefined ? ({ kind: "remove", path } as const) : ({ kind: "set", path, value } as const);
      context.set(edit).catch(context.report);
    });
  }

  show(value: Json | undefined, path: JobPath): void {
    this.#frame.path = path;
    const json = JSON.stringify(value);
    const index = this.#choices.findIndex((choice) => JSON.stringify(choice.value) === json);
    this.#other.hidden = index >= 0;
    this.#other.textContent = json ?? "";
    this.#select.value = index >= 0 ? String(index) : "other";
  }

  anchors(): readonly ProblemAnchor[] {
    return [this.#frame];
  }

  flush(): void {}

  focus(): void {
    this.#select.focus();
  }
}

/** Creates the choices of a field that selects a file format, each with its value in the job file. */
export function createFormatChoices(context: PageContext, isOptional: boolean): readonly Choice[] {
  const { strings } = context;
  return [
    ...(isOptional ? [{ label: strings.leftOut, value: undefined }] : []),
    { label: strings.csvWithHeader, value: { csv: { header: true } } },
    { label: strings.csvWithoutHeader, value: { csv: {} } },
    { label: strings.parquet, value: { parquet: {} } },
  ];
}

/** Checkbox for a boolean value. A missing value is shown as unchecked. */
export class CheckboxField implements JobField {
  readonly element: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #frame: FieldFrame;

  constructor(context: PageContext, label: string) {
    this.#input = element("input", { type: "checkbox", class: "checkbox" });
    this.#frame = new FieldFrame(context, { label, target: this.#input });
    this.element = this.#frame.element;
    this.element.classList.add("is-flag");
    this.#input.addEventListener("change", () => {
      const { path } = this.#frame;
      const isSet = this.#input.checked;
      context.set(isSet ? { kind: "set", path, value: true } : { kind: "remove", path }).catch(context.report);
    });
  }

  show(value: Json | undefined, path: JobPath): void {
    this.#frame.path = path;
    this.#input.checked = value === true;
  }

  anchors(): readonly ProblemAnchor[] {
    return [this.#frame];
  }

  flush(): void {}

  focus(): void {
    this.#input.focus();
  }
}
