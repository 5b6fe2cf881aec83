import { sqlNameFrom } from "./definition-text-model.ts";

/** A column of a data file, with the table-source type that fits its values. */
export interface FileColumn {
  /** Name as written in the file. */
  readonly name: string;
  readonly dataType: string;
}

export interface DefinedColumn {
  readonly name: string;
  readonly dataType: string;
  readonly isPrimaryTimestamp?: true;
}

/** Returns table columns for the columns of a file, with unique names that are valid in SQL. */
export function columnsForTable(columns: readonly FileColumn[]): DefinedColumn[] {
  const taken = new Set<string>();
  return columns.map(({ name, dataType }, index) => {
    const wanted = name === "" ? `c_${index}` : sqlNameFrom(name);
    let free = wanted;
    for (let number = 2; taken.has(free.toLowerCase()); number++) {
      free = `${wanted}_${number}`;
    }
    taken.add(free.toLowerCase());
    return { name: free, dataType };
  });
}
