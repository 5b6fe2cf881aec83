import type { FilePurpose, JobPath } from "../../protocol/composer-view.ts";
import { isJsonObject, type Json } from "../../protocol/operation-form.ts";
import { element, icon } from "../element.ts";
import { FieldFrame } from "./field-frame.ts";
import type { JobField, ProblemAnchor } from "./job-field.ts";
import type { PageContext } from "./page-context.ts";
import { TextField } from "./text-field.ts";

interface PairRowOptions {
  readonly keyLabel: string;
  readonly valueLabel: string;
  readonly item: string;
}

/** One name and its text, both editable. */
class PairRow {
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
    // Problems of the name and its text have the same path; the text field shows them.
    this.#key.show(key, []);
    this.#text.show(text, this.#path);
  }

  anchors(): readonly ProblemAnchor[] {
    return this.#text.anchors();
  }

  flush(): void {
    this.#key.flush();
    this.#text.flush();
  }

  focus(): void {
    this.#key.focus();
  }
}

interface PairsFieldOptions {
  readonly label: string;
  readonly note?: string;
  readonly item: string;
  readonly keyLabel: string;
  readonly valueLabel: string;
  /** Adds a button to choose a file, whose path becomes the key. */
  readonly file?: FilePurpose;
}

/** Field for pairs of a name and a text, such as metadata, or local files with their upload names. */
export class NameTextPairsField implements JobField {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  readonly #options: PairsFieldOptions;
  readonly #list = element("div", { class: "pairs" });
  readonly #frame: FieldFrame;
  readonly #add: HTMLButtonElement;
  #rows: PairRow[] = [];
  #value: Json | undefined;
  #isFocusedNext = false;

  constructor(context: PageContext, options: PairsFieldOptions) {
    const { label, note, item, file } = options;
    this.#context = context;
    this.#options = options;
    this.#add = element("button", { type: "button", class: "link-button" }, icon("add"), context.text("add", item));
    this.#add.addEventListener("click", () => void this.#addPair().catch(context.report));
    const group = element("div", { class: "list" }, this.#list, this.#add);
    if (file) {
      const choose = element(
        "button",
        { type: "button", class: "link-button" },
        icon("file-add"),
        context.strings.choose,
      );
      choose.addEventListener("click", () => void this.#chooseFile(file).catch(context.report));
      group.append(choose);
    }
    this.#frame = new FieldFrame(context, { label, ...(note !== undefined && { note }), target: group, isGroup: true });
    this.element = this.#frame.element;
  }

  show(value: Json | undefined, path: JobPath): void {
    this.#frame.path = path;
    this.#value = value;
    const isPairs = value === undefined || isJsonObject(value);
    this.#frame.setNote(isPairs ? "" : this.#context.text("keptValue", JSON.stringify(value)));
    this.#add.disabled = !isPairs;
    const entries = isJsonObject(value) ? Object.entries(value) : [];
    while (this.#rows.length > entries.length) {
      this.#rows.pop()?.element.remove();
    }
    for (const [index, [key, text]] of entries.entries()) {
      const row = this.#rows[index] ?? this.#newRow();
      row.show(key, text, path);
    }
    if (this.#isFocusedNext && entries.length > 0) {
      this.#isFocusedNext = false;
      this.#rows.at(-1)?.focus();
    }
  }

  anchors(): readonly ProblemAnchor[] {
    return [this.#frame, ...this.#rows.flatMap((row) => row.anchors())];
  }

  flush(): void {
    for (const row of this.#rows) {
      row.flush();
    }
  }

  focus(): void {
    (this.#rows[0] ?? this.#add).focus();
  }

  #newRow(): PairRow {
    const { keyLabel, valueLabel, item } = this.#options;
    const row = new PairRow(this.#context, { keyLabel, valueLabel, item });
    this.#rows = [...this.#rows, row];
    this.#list.append(row.element);
    return row;
  }

  async #addPair(): Promise<void> {
    const names = isJsonObject(this.#value) ? Object.keys(this.#value) : [];
    if (names.includes("")) {
      this.#rows[names.indexOf("")]?.focus();
      return;
    }
    this.#isFocusedNext = true;
    await this.#context.set({ kind: "set", path: [...this.#frame.path, ""], value: "" });
  }

  async #chooseFile(purpose: FilePurpose): Promise<void> {
    const file = await this.#context.chooseFile(purpose);
    if (file !== undefined) {
      this.#isFocusedNext = true;
      const name = file.split("/").at(-1) ?? file;
      await this.#context.set({ kind: "set", path: [...this.#frame.path, file], value: name });
    }
  }
}
