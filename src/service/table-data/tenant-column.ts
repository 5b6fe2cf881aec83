import type { TableColumn } from "./table-data.ts";
import { TableDataError } from "./table-data-error.ts";

/** The column of an input that says which tenants its rows are for, as the files spell it. */
export function columnOfTenants(input: string, columns: readonly TableColumn[], name: string): string {
  const found = columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
  if (!found) {
    throw new TableDataError(`The input ${input} has no column "${name}" with the tenants' codes.`);
  }
  return found.name;
}
