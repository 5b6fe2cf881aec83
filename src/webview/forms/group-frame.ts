import { element } from "../element.ts";
import type { FormContext } from "./control.ts";

/** Group of fields with a common label, note and error. */
export class GroupFrame {
  readonly element: HTMLFieldSetElement;
  readonly #mark: HTMLElement;
  readonly #error: HTMLElement;

  constructor(context: FormContext, label: string, note: string, ...content: readonly Node[]) {
    const id = context.nextId();
    this.#mark = element("span", { class: "field-mark", hidden: true }, context.strings.required);
    this.#error = element("p", { class: "field-error", id: `${id}-error`, hidden: true });
    const noteElement = element("p", { class: "field-note", id: `${id}-note`, hidden: note === "" }, note);
    this.element = element(
      "fieldset",
      { class: "group", id, tabindex: -1, ...(note !== "" && { "aria-describedby": `${id}-note` }) },
      element("legend", { class: "group-label" }, label, " ", this.#mark),
      noteElement,
      this.#error,
      ...content,
    );
  }

  setRequired(isRequired: boolean): void {
    this.#mark.hidden = !isRequired;
  }

  setError(text: string): void {
    this.#error.textContent = text;
    this.#error.hidden = text === "";
    const note = this.element.querySelector<HTMLElement>(":scope > .field-note");
    const ids = [note, this.#error].filter((part) => part?.hidden === false).map((part) => part?.id);
    if (ids.length > 0) {
      this.element.setAttribute("aria-describedby", ids.join(" "));
    } else {
      this.element.removeAttribute("aria-describedby");
    }
  }
}
