import type { TableEntry, TableModel } from "../core/model/table-model.ts";
import type { ParsedDefinition } from "./read-definition.ts";

/** Tables that a table-source definition refers to, by unique id and by SQL name. */
export interface UpstreamTables {
  byId(id: string): TableEntry | undefined;
  byName(name: string): TableEntry | undefined;
  /** Whether the lookup was complete, so that a table that was not found does not exist. */
  readonly isComplete: boolean;
}

/** Requests the tables that a definition depends on and the tables with the given names, in one request. */
export async function findUpstreamTables(
  { view }: Pick<ParsedDefinition, "view">,
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

/** Whether a table is the one that the table-source definition itself defines. */
export function isDefinedTable({ uuid, objectName }: ParsedDefinition, { id, objectName: name }: TableEntry): boolean {
  return uuid !== undefined && id !== undefined
    ? uuid.toLowerCase() === id.toLowerCase()
    : objectName?.text.toLowerCase() === name.toLowerCase();
}
