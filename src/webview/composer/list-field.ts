import type { JobPath, OfferKind } from "../../protocol/composer-view.ts";
import type { Json } from "../../protocol/operation-form.ts";
import { element, icon } from "../element.ts";
import { FieldFrame } from "./field-frame.ts";
import { arrayOrEmpty, type JobField, type ProblemAnchor } from "./job-field.ts";
import type { PageContext } from "./page-context.ts";
import { suggestInputValues } from "./text-field.ts";

interface ListFieldOptions {
  readonly label: string;
  readonly note?: string;
  /** Label of a single text. */
  readonly item: string;
  readonly of?: OfferKind;
  /** Whether the list stays in the file when its last text is removed. */
  readonly isRequired?: boolean;
}

/** Form field for a list of texts. Each text has a button to remove it, and an input adds another text. */
export class ListField implements JobField {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  readonly #options: ListFieldOptions;
  readonly #items = element("ul", { class: "chips" });
  readonly #input: HTMLInputElement;
  readonly #frame: FieldFrame;
  #shown = "";
  #count = 0;

  constructor(context: PageContext, options: ListFieldOptions) {
    const { label, note, item, of } = options;
    this.#context = context;
    this.#options = options;
    const name = context.text("add", item);
    this.#input = element("input", {
      class: "input",
      type: "text",
      spellcheck: "false",
      autocomplete: "off",
      "aria-label": `${label}: ${name}`,
      placeholder: name,
    });
    const add = element(
      "button",
      { type: "button", class: "icon-button", "aria-label": name, title: name },
      icon("add"),
    );
    const row = element("div", { class: "field-row" }, this.#input, add);
    const group = element("div", { class: "list" }, this.#items, row);
    this.#frame = new FieldFrame(context, { label, ...(note !== undefined && { note }), target: group, isGroup: true });
    this.element = this.#frame.element;
    add.addEventListener("click", () => this.#add());
    this.#input.addEventListener("change", () => this.#add());
    this.#input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        this.#add();
      }
    });
    if (of) {
      row.append(suggestInputValues(context, this.#input, () => context.offers(of, this.#frame.path)));
    }
  }

  show(value: Json | undefined, path: JobPath): void {
    this.#frame.path = path;
    const isList = value === undefined || Array.isArray(value);
    this.#frame.setNote(isList ? "" : this.#context.text("keptValue", JSON.stringify(value)));
    this.#input.disabled = !isList;
    const items = arrayOrEmpty(value);
    const now = JSON.stringify(items);
    if (now !== this.#shown) {
      this.#shown = now;
      this.#count = items.length;
      this.#items.hidden = items.length === 0;
      this.#items.replaceChildren(...items.map((item, index) => this.#chip(item, index)));
    }
  }

  anchors(): readonly ProblemAnchor[] {
    return [this.#frame];
  }

  flush(): void {
    this.#add();
  }

  focus(): void {
    this.#input.focus();
  }

  #add(): void {
    const value = this.#input.value.trim();
    if (value === "") {
      return;
    }
    this.#input.value = "";
    const path = [...this.#frame.path, this.#count];
    this.#count++;
    this.#context.set({ kind: "insert", path, value }).catch(this.#context.report);
  }

  #chip(item: Json, index: number): HTMLElement {
    const { path } = this.#frame;
    const text = typeof item === "string" ? item : JSON.stringify(item);
    const name = this.#context.text("remove", text === "" ? this.#options.item : text);
    const button = element(
      "button",
      { type: "button", class: "icon-button", "aria-label": name, title: name },
      icon("close"),
    );
    button.addEventListener("click", () => {
      const isLast = this.#count === 1 && !this.#options.isRequired;
      this.#context.arrange({ kind: "remove", path: isLast ? path : [...path, index] }).catch(this.#context.report);
      this.#input.focus();
    });
    return element("li", { class: "chip" }, element("span", {}, text), button);
  }
}
