import { fillText } from "../../protocol/fill-text.ts";
import { type FileReference, isFileReference, type Json } from "../../protocol/operation-form.ts";
import { element } from "../element.ts";
import type { Control, FieldProblem, FormContext } from "./control.ts";
import { FieldFrame } from "./control-frames.ts";

/**
 * Form control for a file that the user chooses in a dialog of VS Code. The page knows only the name and size of the
 * file.
 */
export class FileControl implements Control {
  readonly #context: FormContext;
  readonly #label: string;
  readonly #frame: FieldFrame;
  readonly #button: HTMLButtonElement;
  readonly #name = element("span", { class: "file-name", role: "status" });
  #file: FileReference | undefined;
  #isRequired = false;

  constructor(context: FormContext, label: string, note: string) {
    this.#context = context;
    this.#label = label;
    this.#button = element("button", { type: "button", class: "button is-secondary" }, context.strings.chooseFile);
    this.#frame = new FieldFrame(
      context,
      label,
      note,
      this.#button,
      element("div", { class: "field-row" }, this.#button, this.#name),
    );
    this.#button.addEventListener("click", () => void this.#choose());
    this.#show();
  }

  get element(): HTMLElement {
    return this.#frame.element;
  }

  read(): Json | undefined {
    return this.#file;
  }

  write(value: Json | undefined): void {
    this.#file = isFileReference(value) ? value : undefined;
    this.#show();
  }

  setRequired(isRequired: boolean): void {
    this.#isRequired = isRequired;
    this.#frame.setRequired(isRequired);
    // Buttons do not support this attribute.
    this.#button.removeAttribute("aria-required");
  }

  problems(): readonly FieldProblem[] {
    const isMissing = this.#isRequired && this.#file === undefined;
    return isMissing ? [{ path: [], text: fillText(this.#context.strings.requiredMissing, this.#label) }] : [];
  }

  showProblem(_path: readonly string[], text: string): void {
    this.#frame.setError(text);
    this.#button.removeAttribute("aria-invalid");
  }

  clearProblems(): void {
    this.#frame.setError("");
  }

  focus(): void {
    this.#button.focus();
  }

  async #choose(): Promise<void> {
    try {
      const file = await this.#context.chooseFile();
      if (file) {
        this.#file = file;
        this.#show();
        this.#frame.setError("");
        this.#context.changed();
      }
    } catch (error) {
      this.showProblem([], error instanceof Error ? error.message : this.#context.strings.noFile);
    }
  }

  #show(): void {
    const { strings, formatBytes } = this.#context;
    this.#name.textContent = this.#file
      ? fillText(strings.file, this.#file.name, formatBytes(this.#file.size))
      : strings.noFile;
  }
}
