import type { ColumnKind } from "../../protocol/data-worker.ts";

/** How the elements of a JSON answer become rows. */
export interface ElementRows {
  /** By column name, as far as they are known without looking at values. */
  readonly kinds: Readonly<Record<string, ColumnKind>>;
  /** Looks at each element as it comes. */
  note(element: string): void;
  /** Names of the columns, when every element has been seen. */
  columns(): readonly string[];
  /** One row; throws a `ResultError` for an element that is none, which is the `number`th from 1. */
  row(element: string, number: number): readonly (string | null)[];
}
