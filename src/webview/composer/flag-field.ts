import type { JobPath } from "../../protocol/composer-view.ts";
import type { Json } from "../../protocol/operation-form.ts";
import { element } from "../element.ts";
import { FieldFrame } from "./field-frame.ts";
import type { JobField, ProblemAnchor } from "./job-field.ts";
import type { PageContext } from "./page-context.ts";

/** Checkbox field; a missing value means unchecked. */
export class FlagField implements JobField {
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
