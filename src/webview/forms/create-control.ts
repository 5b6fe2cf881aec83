import { fillText } from "../../protocol/fill-text.ts";
import { type FormShape, type Json, resolveShape } from "../../protocol/operation-form.ts";
import { element } from "../element.ts";
import type { Control, FieldProblem, FormContext } from "./control.ts";
import { FileControl } from "./file-control.ts";
import {
  createChoiceInputKind,
  createJsonInputKind,
  createNumberInputKind,
  createTextInputKind,
  type InputKind,
  LeafControl,
} from "./leaf-control.ts";
import { ListControl } from "./list-control.ts";
import { MapControl } from "./map-control.ts";
import { formatJsonOrText, notesOf } from "./notes.ts";
import { ObjectControl } from "./object-control.ts";
import { OptionalControl } from "./optional-control.ts";
import { UnionControl } from "./union-control.ts";

/** Shows a constant value, which is sent but cannot be changed. */
class ConstantControl implements Control {
  readonly element: HTMLElement;
  readonly #value: Json;

  constructor(context: FormContext, label: string, value: Json) {
    this.#value = value;
    this.element = element(
      "p",
      { class: "field", tabindex: -1 },
      element("span", { class: "field-label" }, label),
      " ",
      element("span", { class: "field-note" }, fillText(context.strings.constantValue, formatJsonOrText(value))),
    );
  }

  read(): Json {
    return this.#value;
  }

  write(): void {}
  setRequired(): void {}
  problems(): readonly FieldProblem[] {
    return [];
  }
  showProblem(): void {}
  clearProblems(): void {}
  focus(): void {
    this.element.focus();
  }
}

/** Everything in a form context except the creation of controls. */
type FormParts = Omit<FormContext, "make">;

/** Creates the context that the controls of a form share. It creates controls for nested values. */
export function createFormContext(parts: FormParts): FormContext {
  const context: FormContext = {
    ...parts,
    make: (shape, label, isRequired) =>
      createControl(context, resolveShape(shape, parts.definitions), label, isRequired),
  };
  return context;
}

function createControl(context: FormContext, shape: FormShape, label: string, isRequired: boolean): Control {
  if (shape.kind === "constant" && !isRequired) {
    return createControl(context, { ...shape, kind: "choice", values: [shape.value] }, label, false);
  }
  const note = notesOf(shape, context.strings);
  const control = plainControl(context, shape, label, note, isRequired);
  control.setRequired(isRequired);
  return control;
}

function plainControl(
  context: FormContext,
  shape: FormShape,
  label: string,
  note: string,
  isRequired: boolean,
): Control {
  const { strings } = context;
  const leaf = (kind: InputKind) => new LeafControl(context, label, note, kind);
  const optional = (make: () => Control) => new OptionalControl(context, label, isRequired, make);
  switch (shape.kind) {
    case "text":
      return leaf(createTextInputKind(shape, label, strings));
    case "number":
      return leaf(createNumberInputKind(shape, strings));
    case "boolean":
      return leaf(createChoiceInputKind([true, false], strings));
    case "choice":
      return leaf(createChoiceInputKind(shape.values, strings));
    case "json":
      return leaf(createJsonInputKind(strings));
    case "constant":
      return new ConstantControl(context, label, shape.value);
    case "file":
      return new FileControl(context, label, note);
    case "object":
      return optional(() => new ObjectControl(context, label, note, shape));
    case "list":
      return optional(() => new ListControl(context, label, note, shape));
    case "map":
      return optional(() => new MapControl(context, label, note, shape.item));
    case "union":
      return optional(() => new UnionControl(context, label, note, shape.branches));
    case "reference":
      throw new Error(`The form has no definition of "${shape.name}".`);
  }
}
