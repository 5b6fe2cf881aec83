import type { JobPath } from "../../protocol/composer-view.ts";
import type { Json } from "../../protocol/operation-form.ts";
import { element, icon } from "../element.ts";
import type { ProblemPlace } from "./job-field.ts";
import type { PageContext } from "./page-context.ts";
import { TextField } from "./text-field.ts";

interface PairRowOptions {
  readonly keyLabel: string;
  readonly valueLabel: string;
  readonly item: string;
}

/** A name and its text, both of which may be changed. */
export class PairRow {
  readonly element: HTMLElement;
  readonly #key: TextField;
  readonly #text: TextField;
  #path: JobPath = [];

  constructor(context: PageContext, { keyLabel, valueLabel, item }: PairRowOptions) {
    this.#key = new TextField(context, {
      label: keyLabel,
      isRequired: true,
      toEdit: (_path, name) => ({ kind: "rename", path: this.#path, name }),
    });
    this.#text = new TextField(context, { label: valueLabel, isRequired: true });
    const name = context.text("remove", item);
    const remove = element(
      "button",
      { type: "button", class: "icon-button", "aria-label": name, title: name },
      icon("trash"),
    );
    remove.addEventListener("click", () => {
      context.arrange({ kind: "remove", path: this.#path }).catch(context.report);
    });
    this.element = element("div", { class: "pair" }, this.#key.element, this.#text.element, remove);
  }

  show(key: string, text: Json, path: JobPath): void {
    this.#path = [...path, key];
    // Problems of the name and of its text have the same path; the text says them.
    this.#key.show(key, []);
    this.#text.show(text, this.#path);
  }

  places(): readonly ProblemPlace[] {
    return this.#text.places();
  }

  flush(): void {
    this.#key.flush();
    this.#text.flush();
  }

  focus(): void {
    this.#key.focus();
  }
}
