import type { FileReference, FormShape, Json, OperationForm } from "../../protocol/operation-form.ts";
import type { OperationsStrings } from "../../protocol/operations-strings.ts";

/** Something wrong with a value, for people. */
export interface FieldProblem {
  /** Steps from the control that was asked: names of fields and positions in lists. */
  readonly path: readonly string[];
  readonly text: string;
}

/** A value of one shape on the page. */
export interface Control {
  readonly element: HTMLElement;
  /** Undefined when the value is left out. */
  read(): Json | undefined;
  /** Takes any value; what the shape does not have is kept and given back by `read`. */
  write(value: Json | undefined): void;
  setRequired(isRequired: boolean): void;
  /** What can be told without asking anybody. */
  problems(): readonly FieldProblem[];
  /** Shows a problem at the field that is nearest to the path. */
  showProblem(path: readonly string[], text: string): void;
  clearProblems(): void;
  focus(): void;
}

/** What every control of a form uses. */
export interface FormContext {
  readonly strings: OperationsStrings;
  readonly definitions: OperationForm["definitions"];
  /** Makes the control of a shape inside another one. */
  make(shape: FormShape, label: string, isRequired: boolean): Control;
  /** A new id for an element. */
  nextId(): string;
  /** Undefined when the person chose none. */
  chooseFile(): Promise<FileReference | undefined>;
  formatBytes(bytes: number): string;
  /** A value was changed by the person. */
  changed(): void;
}
