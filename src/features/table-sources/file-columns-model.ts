import { makeNamesUnique } from "../../base/unique-names.ts";
import { sqlNameFrom } from "./definition-document-model.ts";

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
  const wanted = columns.map(({ name }, index) => (name === "" ? `c_${index}` : sqlNameFrom(name)));
  const names = makeNamesUnique(wanted, {
    ignoresCase: true,
    numbered: (name, number) => `${name}_${number}`,
  });
  return columns.map(({ dataType }, index) => ({ name: names[index] ?? "", dataType }));
}
