import { fillText } from "../../protocol/fill-text.ts";
import {
  type FormBranch,
  type FormShape,
  isJsonObject,
  type Json,
  type OperationForm,
  resolveShape,
} from "../../protocol/operation-form.ts";
import { element } from "../element.ts";
import type { Control, FieldProblem, FormContext } from "./control.ts";
import { GroupFrame } from "./control-frames.ts";

/** Form control for a value of one of several kinds, with a select field for the kind. */
export class UnionControl implements Control {
  readonly #context: FormContext;
  readonly #label: string;
  readonly #branches: readonly FormBranch[];
  readonly #frame: GroupFrame;
  readonly #select: HTMLSelectElement;
  readonly #place = element("div", { class: "union" });
  #control: Control | undefined;

  constructor(context: FormContext, label: string, note: string, branches: readonly FormBranch[]) {
    this.#context = context;
    this.#label = label;
    this.#branches = branches;
    this.#select = element(
      "select",
      { class: "select", "aria-label": fillText(context.strings.kindOf, label) },
      ...branches.map(({ title }, index) => element("option", { value: index }, title)),
    );
    this.#select.addEventListener("change", () => {
      this.#use(Number(this.#select.value));
      context.changed();
    });
    this.#frame = new GroupFrame(context, label, note, this.#select, this.#place);
    this.#use(0);
  }

  get element(): HTMLElement {
    return this.#frame.element;
  }

  read(): Json | undefined {
    return this.#control?.read();
  }

  write(value: Json | undefined): void {
    const definitions: OperationForm["definitions"] = this.#context.definitions;
    const index =
      value === undefined
        ? 0
        : this.#branches.findIndex(({ shape }) => fits(resolveShape(shape, definitions), value, definitions));
    this.#use(Math.max(0, index));
    this.#control?.write(value);
  }

  setRequired(isRequired: boolean): void {
    this.#frame.setRequired(isRequired);
  }

  problems(): readonly FieldProblem[] {
    return this.#control?.problems() ?? [];
  }

  showProblem(path: readonly string[], text: string): void {
    if (path.length > 0 && this.#control) {
      this.#control.showProblem(path, text);
    } else {
      this.#frame.setError(text);
    }
  }

  clearProblems(): void {
    this.#frame.setError("");
    this.#control?.clearProblems();
  }

  focus(): void {
    this.#select.focus();
  }

  #use(index: number): void {
    const branch = this.#branches[index];
    this.#select.value = String(index);
    this.#control = branch && this.#context.make(branch.shape, this.#label, true);
    this.#place.replaceChildren(...(this.#control ? [this.#control.element] : []));
  }
}

/** Whether a value matches the kind of a shape, which suffices to choose a branch. */
function fits(shape: FormShape, value: Json, definitions: OperationForm["definitions"]): boolean {
  switch (shape.kind) {
    case "text":
      return typeof value === "string";
    case "number":
      return typeof value === "number" && (!shape.isInteger || Number.isInteger(value));
    case "boolean":
      return typeof value === "boolean";
    case "choice":
      return shape.values.includes(value);
    case "constant":
      return shape.value === value;
    case "list":
      return (
        Array.isArray(value) &&
        (value.length === 0 || fits(resolveShape(shape.item, definitions), value[0], definitions))
      );
    case "map":
      return isJsonObject(value);
    case "object":
      return (
        isJsonObject(value) &&
        shape.fields.every(({ name, isRequired, shape: field }) => {
          const inner = value[name];
          return inner === undefined ? !isRequired : fits(resolveShape(field, definitions), inner, definitions);
        })
      );
    case "union":
      return shape.branches.some((branch) => fits(resolveShape(branch.shape, definitions), value, definitions));
    default:
      return true;
  }
}
