import { fillText } from "../../protocol/fill-text.ts";
import { element, icon } from "../element.ts";
import type { Control, FormContext } from "./control.ts";

/** Frame around a form field with its label, note and error. Screen readers read the error with the field. */
export class FieldFrame {
  readonly element: HTMLElement;
  readonly #target: HTMLElement;
  readonly #mark: HTMLElement;
  readonly #error: HTMLElement;
  readonly #note: HTMLElement;
  readonly #baseNote: string;

  /** `target` receives the focus. `content` is shown under the label. */
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

  /** Appends a text to the note of the field. An empty text removes the appended text. */
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

/** Frame around several fields, with a common label, note and error. */
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

/** Creates an element with a control and a button that removes the control. */
export function createRemovableControl(
  context: FormContext,
  label: string,
  content: Node,
  remove: () => void,
): HTMLElement {
  const name = fillText(context.strings.remove, label);
  const button = element(
    "button",
    { type: "button", class: "icon-button", "aria-label": name, title: name },
    icon("trash"),
  );
  button.addEventListener("click", () => {
    remove();
    context.changed();
  });
  return element("div", { class: "entry" }, content, button);
}

/** Creates a button that adds an item to a list and focuses the item. */
export function createAddButton(
  context: FormContext,
  text: string,
  add: () => Pick<Control, "focus">,
): HTMLButtonElement {
  const button = element("button", { type: "button", class: "link-button add" }, icon("add"), text);
  button.addEventListener("click", () => {
    const control = add();
    context.changed();
    control.focus();
  });
  return button;
}
