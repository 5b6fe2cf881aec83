import type { JobPath } from "../../protocol/composer-view.ts";
import type { Json } from "../../protocol/operation-form.ts";
import { element } from "../element.ts";
import { childOf, type JobField, type ProblemAnchor } from "./job-field.ts";

/** A field and its path relative to the value of its group. */
export type FieldAtPath = readonly [path: JobPath, field: JobField];

/** Fields of one value, listed vertically. */
export class FieldGroup implements JobField {
  readonly element: HTMLElement;
  readonly #fields: readonly FieldAtPath[];

  constructor(fields: readonly FieldAtPath[]) {
    this.#fields = fields;
    this.element = element("div", { class: "fields" }, ...fields.map(([, field]) => field.element));
  }

  show(value: Json | undefined, path: JobPath): void {
    for (const [below, field] of this.#fields) {
      field.show(childOf(value, ...below), [...path, ...below]);
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
