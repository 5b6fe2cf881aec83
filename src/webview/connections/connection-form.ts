import {
  type ConnectionDraft,
  type FormField,
  shownFormFields,
  smallGroupsOf,
} from "../../protocol/connection-form.ts";
import type { ConnectionStrings } from "../../protocol/connection-strings.ts";
import type { ConnectionPageContent, FieldMessage } from "../../protocol/connection-view.ts";
import { element } from "../element.ts";
import { FormFieldRow } from "./form-field.ts";

interface FormParts {
  readonly strings: ConnectionStrings;
  readonly content: ConnectionPageContent;
  /** Called after every change by the user. */
  onChange(): void;
  chooseFile(field: FormField): Promise<string>;
}

/** Fields of a connection; which ones are shown depends on the values of others. */
export class ConnectionForm {
  readonly element: HTMLElement;
  readonly #rows: ReadonlyMap<FormField, FormFieldRow>;
  readonly #advanced: HTMLDetailsElement;
  readonly #advancedFields: ReadonlySet<FormField>;
  #draft: ConnectionDraft;

  constructor({ strings, content, onChange, chooseFile }: FormParts) {
    this.#draft = content.draft;
    this.#rows = new Map(
      content.fields.map((description) => {
        const { field } = description;
        const row = new FormFieldRow(description, {
          strings,
          isStored: content.stored.includes(field),
          onInput: () => {
            this.#draft = { ...this.#draft, [field]: row.value };
            this.#show();
            onChange();
          },
          chooseFile: () => chooseFile(field),
        });
        return [field, row];
      }),
    );
    const elementsOf = (isAdvanced: boolean) =>
      content.fields
        .filter((description) => description.isAdvanced === isAdvanced)
        .flatMap(({ field }) => this.#rows.get(field)?.element ?? []);
    this.#advancedFields = new Set(content.fields.filter(({ isAdvanced }) => isAdvanced).map(({ field }) => field));
    this.#advanced = element(
      "details",
      { class: "advanced" },
      element("summary", {}, strings.advanced),
      element("div", { class: "fields" }, ...elementsOf(true)),
    );
    this.element = element("div", {}, element("div", { class: "fields" }, ...elementsOf(false)), this.#advanced);
    this.#show();
  }

  get draft(): ConnectionDraft {
    return this.#draft;
  }

  /** Marks fields with their problems, removes the other marks, and moves the focus to the first marked field. */
  showProblems(problems: readonly FieldMessage[]): void {
    for (const [field, row] of this.#rows) {
      row.setProblem(problems.find((problem) => problem.field === field)?.message ?? "");
    }
    const first = shownFormFields(this.#draft).find((field) => problems.some((problem) => problem.field === field));
    if (first) {
      this.focus(first);
    }
  }

  /** Moves the focus to a field, or to the first one if it is not shown. */
  focus(wanted: FormField): void {
    const field = shownFormFields(this.#draft).includes(wanted) ? wanted : "host";
    if (this.#advancedFields.has(field)) {
      this.#advanced.open = true;
    }
    this.#rows.get(field)?.focus();
  }

  #show(): void {
    const shown = new Set(shownFormFields(this.#draft));
    for (const [field, row] of this.#rows) {
      const value = field === "smallGroups" ? smallGroupsOf(this.#draft) : this.#draft[field];
      // Writing an unchanged value would move the cursor to its end.
      if (row.value !== value) {
        row.value = value;
      }
      row.element.hidden = !shown.has(field);
    }
  }
}
