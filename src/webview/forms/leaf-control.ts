import type { Json } from "../../protocol/operation-form.ts";
import { fillText } from "../../protocol/results-strings.ts";
import type { Control, FieldProblem, FormContext } from "./control.ts";
import { FieldFrame } from "./field-frame.ts";
import type { LeafKind } from "./leaf-kind.ts";

/** Control for a value in one input. */
export class LeafControl implements Control {
  readonly #kind: LeafKind;
  readonly #frame: FieldFrame;
  readonly #label: string;
  readonly #context: FormContext;
  #isRequired = false;
  /** Value that the input cannot show, kept until the user types. */
  #kept: { readonly value: Json } | undefined;

  constructor(context: FormContext, label: string, note: string, kind: LeafKind) {
    this.#context = context;
    this.#label = label;
    this.#kind = kind;
    this.#frame = new FieldFrame(context, label, note, kind.input, kind.input);
    kind.input.addEventListener("input", () => {
      this.#keep(undefined);
      this.#frame.setError("");
      context.changed();
    });
  }

  get element(): HTMLElement {
    return this.#frame.element;
  }

  read(): Json | undefined {
    if (this.#kept) {
      return this.#kept.value;
    }
    const text = this.#kind.input.value;
    return text === "" ? undefined : this.#kind.toValue(text);
  }

  write(value: Json | undefined): void {
    const text = value === undefined ? "" : this.#kind.toText(value);
    const isShown = text !== undefined && (text !== "" || value === undefined);
    this.#kind.input.value = isShown ? text : "";
    this.#keep(isShown || value === undefined ? undefined : { value });
  }

  setRequired(isRequired: boolean): void {
    this.#isRequired = isRequired;
    this.#frame.setRequired(isRequired);
  }

  problems(): readonly FieldProblem[] {
    const value = this.read();
    if (value === undefined) {
      return this.#isRequired ? [{ path: [], text: fillText(this.#context.strings.requiredMissing, this.#label) }] : [];
    }
    const text = this.#kept ? undefined : this.#kind.check(value, this.#label);
    return text === undefined ? [] : [{ path: [], text }];
  }

  showProblem(_path: readonly string[], text: string): void {
    this.#frame.setError(text);
  }

  clearProblems(): void {
    this.#frame.setError("");
  }

  focus(): void {
    this.#kind.input.focus();
  }

  #keep(kept: { readonly value: Json } | undefined): void {
    this.#kept = kept;
    const note = kept ? fillText(this.#context.strings.keptValue, JSON.stringify(kept.value)) : "";
    this.#frame.setExtraNote(note);
  }
}
