import type { TableEntry, TableModel } from "../core/model/table-model.ts";
import type { ReadDefinition } from "./read-definition.ts";

/** The tables that a definition is asked about, by their unique ids and their names in SQL. */
export interface UpstreamTables {
  byId(id: string): TableEntry | undefined;
  byName(name: string): TableEntry | undefined;
  /** Whether what is not found is no table source. */
  readonly isComplete: boolean;
}

/** Asks for the tables that the dependencies name and for those of the given names, all at once. */
export async function findUpstreamTables(
  { view }: Pick<ReadDefinition, "view">,
  names: readonly string[],
  tables: TableModel,
): Promise<UpstreamTables> {
  const ids = view?.dependencies.flatMap(({ upstream }) => upstream?.text ?? []) ?? [];
  const wanted = [...new Set([...ids, ...names].map((name) => name.toLowerCase()))].sort();
  const list = wanted.length > 0 ? await tables.find(wanted) : { tables: [], isComplete: true };
  const byId = new Map(list.tables.flatMap((table) => (table.id ? [[table.id.toLowerCase(), table] as const] : [])));
  const byName = new Map(list.tables.map((table) => [table.objectName.toLowerCase(), table]));
  return {
    byId: (id) => byId.get(id.toLowerCase()),
    byName: (name) => byName.get(name.toLowerCase()),
    isComplete: list.isComplete,
  };
}

/** Whether a table is the one that is defined. */
export function isItself({ uuid, objectName }: ReadDefinition, { id, objectName: name }: TableEntry): boolean {
  return uuid !== undefined && id !== undefined
    ? uuid.toLowerCase() === id.toLowerCase()
    : objectName?.text.toLowerCase() === name.toLowerCase();
}
