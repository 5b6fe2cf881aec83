import type { FilePurpose, JobEdit, JobPath, Offer, OfferKind } from "../../protocol/composer-view.ts";
import type { Json } from "../../protocol/operation-form.ts";
import { element } from "../element.ts";
import { DelayedInput } from "./delayed-input.ts";
import { FieldFrame } from "./field-frame.ts";
import type { JobField, ProblemAnchor } from "./job-field.ts";
import type { PageContext } from "./page-context.ts";

interface TextFieldOptions {
  readonly label: string;
  readonly note?: string;
  /** Source of suggestions; any other text is allowed, too. */
  readonly of?: OfferKind;
  /** Adds a button to choose a file instead of typing its path. */
  readonly file?: FilePurpose;
  readonly isInteger?: boolean;
  /** Whether an empty text stays in the file, because the field is required. */
  readonly isRequired?: boolean;
  /** Creates the edit for a text, if it is more than setting the field. */
  readonly toEdit?: (path: JobPath, text: string) => JobEdit;
}

/** Field for a text or an integer. */
export class TextField implements JobField {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  readonly #options: TextFieldOptions;
  readonly #input: HTMLInputElement;
  readonly #frame: FieldFrame;
  readonly #typed: DelayedInput;
  #value: Json | undefined;

  constructor(context: PageContext, options: TextFieldOptions) {
    const { label, note, of, file, isInteger = false, isRequired = false } = options;
    this.#context = context;
    this.#options = options;
    this.#input = element("input", {
      class: `input${isInteger ? " is-number" : ""}`,
      type: "text",
      spellcheck: "false",
      autocomplete: "off",
      "aria-required": isRequired ? "true" : undefined,
      inputmode: isInteger ? "numeric" : undefined,
    });
    const row = element("div", { class: "field-row" }, this.#input);
    if (file) {
      row.append(this.#fileButton(file));
    }
    this.#frame = new FieldFrame(context, {
      label,
      ...(note !== undefined && { note }),
      target: this.#input,
      content: row,
    });
    this.element = this.#frame.element;
    this.#typed = new DelayedInput(context, () => this.#send());
    this.#input.addEventListener("input", () => this.#typed.typed());
    this.#input.addEventListener("change", () => this.#typed.flush());
    this.#input.addEventListener("blur", () => this.#typed.flush());
    if (of) {
      row.append(suggestInputValues(context, this.#input, () => context.offers(of, this.#frame.path)));
    }
  }

  show(value: Json | undefined, path: JobPath): void {
    this.#frame.path = path;
    this.#value = value;
    if (this.#typed.isBusy) {
      return;
    }
    const isText = typeof value === "string" || (this.#options.isInteger === true && typeof value === "number");
    const text = isText ? String(value) : "";
    if (this.#input.value !== text) {
      this.#input.value = text;
    }
    const isKept = value !== undefined && !isText;
    this.#frame.setNote(isKept ? this.#context.text("keptValue", JSON.stringify(value)) : "");
  }

  anchors(): readonly ProblemAnchor[] {
    return [this.#frame];
  }

  flush(): void {
    this.#typed.flush();
  }

  focus(): void {
    this.#input.focus();
  }

  #send(): Promise<void> | undefined {
    const text = this.#input.value.trim();
    const { path } = this.#frame;
    if (this.#options.toEdit) {
      return text === (this.#value ?? "") ? undefined : this.#context.set(this.#options.toEdit(path, text));
    }
    if (text === "" && !this.#options.isRequired) {
      return this.#value === undefined ? undefined : this.#context.set({ kind: "remove", path });
    }
    if (!this.#options.isInteger) {
      return this.#context.set({ kind: "set", path, value: text });
    }
    if (!/^-?\d{1,15}$/.test(text)) {
      this.#frame.setNote(this.#context.strings.notWhole);
      return undefined;
    }
    this.#frame.setNote("");
    return this.#context.set({ kind: "set", path, value: Number(text) });
  }

  #fileButton(purpose: FilePurpose): HTMLElement {
    const { strings, chooseFile, report, set } = this.#context;
    const button = element("button", { type: "button", class: "button is-secondary" }, strings.choose);
    button.setAttribute("aria-label", `${strings.choose} ${this.#options.label}`);
    button.addEventListener("click", () => {
      chooseFile(purpose)
        .then(async (value) => {
          if (value !== undefined) {
            await set({ kind: "set", path: this.#frame.path, value });
          }
        })
        .catch(report);
    });
    return button;
  }
}

/**
 * Adds suggested values to an input. They are loaded when the input gets the focus. Returns the `datalist` element to
 * insert beside the input.
 */
export function suggestInputValues(
  context: PageContext,
  input: HTMLInputElement,
  loadOffers: () => Promise<readonly Offer[]>,
): HTMLElement {
  const list = element("datalist", { id: context.nextId() });
  input.setAttribute("list", list.id);
  input.addEventListener("focus", () => {
    loadOffers()
      .then((offers) => {
        const options = offers.map(({ value, detail }) => element("option", { value }, detail));
        list.replaceChildren(...options);
      })
      .catch(context.report);
  });
  return list;
}
