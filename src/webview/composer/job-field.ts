import { isRecord } from "../../base/guards.ts";
import type { JobPath, ShownProblem } from "../../protocol/composer-view.ts";
import type { Json } from "../../protocol/operation-form.ts";
import { element } from "../element.ts";

/** Element that shows the problems of one path in the job, and of the paths below it. */
export interface ProblemAnchor {
  readonly path: JobPath;
  showProblems(problems: readonly ShownProblem[]): void;
}

/** Form field that shows and edits one value of the job. */
export interface JobField {
  readonly element: HTMLElement;
  /** Shows the current value, unless the user is editing the field. */
  show(value: Json | undefined, path: JobPath): void;
  /** Returns the elements that show the problems of this field and of its parts. */
  anchors(): readonly ProblemAnchor[];
  /** Sends input that is not saved yet. */
  flush(): void;
  focus(): void;
  dispose?(): void;
}

/** Returns the value at a relative path within a value. Undefined if there is none. */
export function valueAtPath(value: Json | undefined, ...path: JobPath): Json | undefined {
  let found = value;
  for (const step of path) {
    found = isContainer(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }
  return found;
}

function isContainer(value: Json | undefined): value is { readonly [name: string | number]: Json } {
  return isRecord(value);
}

export function arrayOrEmpty(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** A field, with its path relative to the value of its group. */
export type FieldAtPath = readonly [path: JobPath, field: JobField];

/** Fields of one object, listed vertically. */
export class FieldGroup implements JobField {
  readonly element: HTMLElement;
  readonly #fields: readonly FieldAtPath[];

  constructor(fields: readonly FieldAtPath[]) {
    this.#fields = fields;
    this.element = element("div", { class: "fields" }, ...fields.map(([, field]) => field.element));
  }

  show(value: Json | undefined, path: JobPath): void {
    for (const [below, field] of this.#fields) {
      field.show(valueAtPath(value, ...below), [...path, ...below]);
    }
  }

  anchors(): readonly ProblemAnchor[] {
    return this.#fields.flatMap(([, field]) => field.anchors());
  }

  flush(): void {
    for (const [, field] of this.#fields) {
      field.flush();
    }
  }

  focus(): void {
    this.#fields[0]?.[1].focus();
  }

  dispose(): void {
    for (const [, field] of this.#fields) {
      field.dispose?.();
    }
  }
}
