import type { FileReference, FormShape, Json, OperationForm } from "../../protocol/operation-form.ts";
import type { OperationsStrings } from "../../protocol/operations-strings.ts";

/** A problem of a value, to show to the user. */
export interface FieldProblem {
  /** Path relative to the control: field names and list indexes. */
  readonly path: readonly string[];
  readonly text: string;
}

/** Form control for a value of one shape. */
export interface Control {
  readonly element: HTMLElement;
  /** Returns the value; undefined if it is left out. */
  read(): Json | undefined;
  /** Sets any value; parts that the shape does not describe are kept and returned by `read`. */
  write(value: Json | undefined): void;
  setRequired(isRequired: boolean): void;
  /** Returns the problems that can be found locally. */
  problems(): readonly FieldProblem[];
  /** Shows a problem at the field nearest to the path. */
  showProblem(path: readonly string[], text: string): void;
  clearProblems(): void;
  focus(): void;
}

/** Services shared by all controls of a form. */
export interface FormContext {
  readonly strings: OperationsStrings;
  readonly definitions: OperationForm["definitions"];
  /** Creates the control of a nested shape. */
  make(shape: FormShape, label: string, isRequired: boolean): Control;
  /** Returns a new element id. */
  nextId(): string;
  /** Lets the user choose a file; undefined if the user cancelled. */
  chooseFile(): Promise<FileReference | undefined>;
  formatBytes(bytes: number): string;
  /** Called when the user changed a value. */
  changed(): void;
}
