import type { FileReference, FormShape, Json, OperationForm } from "../../protocol/operation-form.ts";
import type { OperationsStrings } from "../../protocol/operations-strings.ts";

/** A problem of a field's value, for display. */
export interface FieldProblem {
  /** Path relative to the control, consisting of field names and list indexes. */
  readonly path: readonly string[];
  readonly text: string;
}

/** Form control for a value that has a given schema. */
export interface Control {
  readonly element: HTMLElement;
  /** Returns the value. Undefined if the user left it out. */
  read(): Json | undefined;
  /** Sets a value. Parts that the form cannot show are kept, and `read` returns them. */
  write(value: Json | undefined): void;
  setRequired(isRequired: boolean): void;
  /** Returns the problems that the page can find without the service. */
  problems(): readonly FieldProblem[];
  /** Shows a problem at the field that is nearest to the path. */
  showProblem(path: readonly string[], text: string): void;
  clearProblems(): void;
  focus(): void;
}

/** Services that all controls of a form share. */
export interface FormContext {
  readonly strings: OperationsStrings;
  readonly definitions: OperationForm["definitions"];
  /** Creates the control for a nested value. */
  make(shape: FormShape, label: string, isRequired: boolean): Control;
  /** Returns an unused id for an element. */
  nextId(): string;
  /** Lets the user choose a file. Undefined if the user cancels. */
  chooseFile(): Promise<FileReference | undefined>;
  formatBytes(bytes: number): string;
  /** Called when the user changed a value. */
  changed(): void;
}
