import { tableOf } from "./stored-tables.ts";

/** Each commit of `table-writer.ts` makes all rows of both of one generation. */
export const generationTables = [
  tableOf("left", "id INTEGER, generation INTEGER"),
  tableOf("right", "id INTEGER, generation INTEGER"),
];

export function transactionOf(generation: number): string {
  return `generation ${generation}`;
}
