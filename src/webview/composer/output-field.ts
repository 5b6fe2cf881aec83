import type { JobPath } from "../../protocol/composer-view.ts";
import type { Json } from "../../protocol/operation-form.ts";
import { element } from "../element.ts";
import { ChoiceField, formatChoices } from "./choice-field.ts";
import { childOf, type JobField, type ProblemPlace } from "./job-field.ts";
import type { PageContext } from "./page-context.ts";
import { TextField } from "./text-field.ts";

/** The file that a query writes: it is there while it has a name. */
export class OutputField implements JobField {
  readonly element: HTMLElement;
  readonly #name: TextField;
  readonly #format: ChoiceField;
  #hasOutput = false;

  constructor(context: PageContext) {
    const { strings } = context;
    this.#name = new TextField(context, {
      label: strings.output,
      note: strings.outputNote,
      toEdit: (path, filename) => {
        const output = path.slice(0, -1);
        if (filename === "") {
          return { kind: "remove", path: output };
        }
        return this.#hasOutput
          ? { kind: "set", path, value: filename }
          : { kind: "set", path: output, value: { format: { csv: { header: true } }, filename } };
      },
    });
    this.#format = new ChoiceField(context, strings.outputFormat, formatChoices(context, false));
    this.element = element("div", { class: "field-pair" }, this.#name.element, this.#format.element);
  }

  show(value: Json | undefined, path: JobPath): void {
    this.#hasOutput = value !== undefined;
    this.#name.show(childOf(value, "filename"), [...path, "filename"]);
    this.#format.show(childOf(value, "format"), [...path, "format"]);
    this.#format.element.hidden = !this.#hasOutput;
  }

  places(): readonly ProblemPlace[] {
    return [...this.#name.places(), ...this.#format.places()];
  }

  flush(): void {
    this.#name.flush();
  }

  focus(): void {
    this.#name.focus();
  }
}
