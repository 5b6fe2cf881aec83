import type { ConnectionStrings } from "../../protocol/connection-strings.ts";
import type { FieldDescription } from "../../protocol/connection-view.ts";
import { fillText } from "../../protocol/fill-text.ts";
import { element, setAttribute } from "../element.ts";

interface FieldParts {
  readonly strings: ConnectionStrings;
  /** Whether a secret is stored, so that the field can be left empty. */
  readonly isStored: boolean;
  onInput(): void;
  /** Lets the user choose a file; returns an empty path if they cancelled. */
  chooseFile(): Promise<string>;
}

/** A labelled field with its note and its problem, which describe it to screen readers. */
export class FormFieldRow {
  readonly element: HTMLElement;
  readonly #description: FieldDescription;
  readonly #input: HTMLInputElement | HTMLSelectElement;
  readonly #note: HTMLElement;
  readonly #problem: HTMLElement;

  constructor(description: FieldDescription, parts: FieldParts) {
    const { field, label, kind, isRequired } = description;
    const { strings, isStored } = parts;
    this.#description = description;
    const isNeeded = isRequired && !isStored;
    this.#input = createInput(description, isStored ? strings.stored : description.placeholder);
    setAttribute(this.#input, "aria-required", isNeeded ? "true" : undefined);
    this.#note = element("p", { class: "field-note", id: `${field}-note` });
    this.#problem = element("p", { class: "field-error", id: `${field}-problem` });
    this.#input.addEventListener("input", () => {
      this.setProblem("");
      parts.onInput();
    });
    this.element = element(
      "div",
      { class: "field", "data-field": field },
      element(
        "label",
        { class: "field-label", for: field },
        label,
        ...(isNeeded ? [element("span", { class: "field-mark" }, ` (${strings.required})`)] : []),
      ),
      kind === "file" ? this.#withBrowse(parts) : this.#input,
      this.#problem,
      this.#note,
    );
    this.#describe();
  }

  get value(): string {
    return this.#input.value;
  }

  set value(value: string) {
    this.#input.value = value;
    this.#describe();
  }

  /** Shows the problem of the value; none if the text is empty. */
  setProblem(text: string): void {
    this.#problem.textContent = text;
    setAttribute(this.#input, "aria-invalid", text === "" ? undefined : "true");
    this.#describe();
  }

  focus(): void {
    this.#input.focus();
    if (this.#input instanceof HTMLInputElement) {
      this.#input.select();
    }
  }

  /** Updates the note, which depends on the choice, and the ids of the texts that describe the field. */
  #describe(): void {
    const { note, choices } = this.#description;
    this.#note.textContent = choices.find(({ value }) => value === this.#input.value)?.detail ?? note;
    const texts = [this.#problem, this.#note].filter(({ textContent }) => textContent !== "");
    for (const text of [this.#problem, this.#note]) {
      text.hidden = !texts.includes(text);
    }
    setAttribute(this.#input, "aria-describedby", texts.map(({ id }) => id).join(" ") || undefined);
  }

  #withBrowse({ strings, chooseFile, onInput }: FieldParts): HTMLElement {
    const button = element(
      "button",
      {
        type: "button",
        class: "button is-secondary",
        "aria-label": fillText(strings.browseFor, this.#description.label),
      },
      strings.browse,
    );
    button.addEventListener("click", async () => {
      const path = await chooseFile();
      if (path !== "") {
        this.value = path;
        this.setProblem("");
        onInput();
      }
    });
    return element("div", { class: "file-row" }, this.#input, button);
  }
}

function createInput(
  { field, kind, choices }: FieldDescription,
  placeholder: string,
): HTMLInputElement | HTMLSelectElement {
  if (kind === "choice") {
    const options = choices.map(({ value, label }) => element("option", { value }, label));
    return element("select", { id: field, class: "select" }, ...options);
  }
  return element("input", {
    id: field,
    class: "input",
    type: kind === "secret" ? "password" : "text",
    placeholder: placeholder === "" ? undefined : placeholder,
    // "new-password" keeps the browser from offering passwords of its own.
    autocomplete: kind === "secret" ? "new-password" : "off",
    autocapitalize: "off",
    spellcheck: "false",
  });
}
