/** A cell that holds what was looked for. */
export interface FoundPlace {
  readonly row: number;
  /** Among the columns that show. */
  readonly column: number;
  /** Of the column in the result. */
  readonly position: number;
}
