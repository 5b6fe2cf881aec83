import type { JobPath } from "../../protocol/composer-view.ts";
import type { Json } from "../../protocol/operation-form.ts";
import { element } from "../element.ts";
import type { JobField, ProblemAnchor } from "./job-field.ts";
import type { PageContext } from "./page-context.ts";

/** Shows a value that the form cannot edit. Keeps the value unchanged. */
export class PreservedField implements JobField {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  readonly #text = element("p", { class: "field-note is-code" });
  readonly #button: HTMLButtonElement;
  #path: JobPath = [];

  constructor(context: PageContext) {
    this.#context = context;
    this.#button = element("button", { type: "button", class: "link-button" }, context.strings.openAsJson);
    this.#button.addEventListener("click", () => context.openAsJson(this.#path));
    this.element = element("div", { class: "fields" }, this.#text, this.#button);
  }

  show(value: Json | undefined, path: JobPath): void {
    this.#path = path;
    this.#text.textContent = this.#context.text("keptValue", JSON.stringify(value) ?? "");
  }

  anchors(): readonly ProblemAnchor[] {
    return [];
  }

  flush(): void {}

  focus(): void {
    this.#button.focus();
  }
}
