import { ResultError } from "../facts/result-error.ts";
import type { ElementRows } from "./ingest-element-rows.ts";
import { cellOf, membersOf } from "./ingest-json-pieces.ts";

/** More columns than this are no table. */
const mostColumns = 2000;

/** A list of objects, a column for each name in the order in which they come; of anything else one column of values. */
export class ListRows implements ElementRows {
  readonly kinds = {};
  readonly #names = new Map<string, number>();
  #isOfValues = false;

  note(element: string): void {
    const members = membersOf(element);
    if (!members) {
      this.#isOfValues = true;
      return;
    }
    for (const name of members.keys()) {
      if (!this.#names.has(name)) {
        this.#names.set(name, this.#names.size);
      }
    }
    if (this.#names.size > mostColumns) {
      throw new ResultError(
        `The answer cannot be shown as a table: its elements have more than ${mostColumns} different names. Look at it as text.`,
        { code: "malformedBody" },
      );
    }
  }

  columns(): readonly string[] {
    return this.#isOfValues || this.#names.size === 0 ? ["value", ...this.#names.keys()] : [...this.#names.keys()];
  }

  row(element: string): readonly (string | null)[] {
    const members = membersOf(element);
    const values = [...this.#names.keys()].map((name) => cellOf(members?.get(name)));
    return this.#isOfValues || this.#names.size === 0 ? [members ? null : cellOf(element), ...values] : values;
  }
}
