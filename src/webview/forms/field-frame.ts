import { element } from "../element.ts";
import type { FormContext } from "./control.ts";

/** Label, note and error of a field; screen readers read the error with it. */
export class FieldFrame {
  readonly element: HTMLElement;
  readonly #target: HTMLElement;
  readonly #mark: HTMLElement;
  readonly #error: HTMLElement;
  readonly #note: HTMLElement;
  readonly #baseNote: string;

  /** Creates the frame; `target` receives the focus, `content` is shown under the label. */
  constructor(context: FormContext, label: string, note: string, target: HTMLElement, content: Node) {
    const id = context.nextId();
    this.#target = target;
    this.#baseNote = note;
    this.#mark = element(
      "span",
      { class: "field-mark", "aria-hidden": "true", hidden: true },
      context.strings.required,
    );
    this.#note = element("p", { class: "field-note", id: `${id}-note`, hidden: note === "" }, note);
    this.#error = element("p", { class: "field-error", id: `${id}-error`, hidden: true });
    target.id = id;
    this.element = element(
      "div",
      { class: "field" },
      element("label", { for: id, class: "field-label" }, label, " ", this.#mark),
      content,
      this.#note,
      this.#error,
    );
    this.#describe();
  }

  setRequired(isRequired: boolean): void {
    this.#mark.hidden = !isRequired;
    this.#target.setAttribute("aria-required", String(isRequired));
  }

  /** Shows an additional text after the note. */
  setExtraNote(text: string): void {
    this.#note.textContent = [this.#baseNote, text].filter((part) => part !== "").join(" ");
    this.#note.hidden = this.#note.textContent === "";
    this.#describe();
  }

  setError(text: string): void {
    this.#error.textContent = text;
    this.#error.hidden = text === "";
    if (text === "") {
      this.#target.removeAttribute("aria-invalid");
    } else {
      this.#target.setAttribute("aria-invalid", "true");
    }
    this.#describe();
  }

  #describe(): void {
    const ids = [this.#note, this.#error].filter(({ hidden }) => !hidden).map(({ id }) => id);
    if (ids.length > 0) {
      this.#target.setAttribute("aria-describedby", ids.join(" "));
    } else {
      this.#target.removeAttribute("aria-describedby");
    }
  }
}
