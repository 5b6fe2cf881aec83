import type { TableSource } from "../../contract/table-source-schemas.ts";
import type { TableEntry, TableList } from "../../languages/core/model/table-model.ts";

/** Table sources asked for at a time (service-api, "List table sources"). */
export const tablePageSize = 100;

/** More are not read: a list that long is no help, and a name in it is found all the same. */
export const mostTables = 5000;

/** A table source as SQL sees it; nothing for one without a name. */
export function tableEntryOf({
  uuid,
  objectName,
  basicInformation,
  columns,
  materializedView,
}: TableSource): TableEntry[] {
  if (!objectName) {
    return [];
  }
  const { displayName, description } = basicInformation ?? {};
  return [
    {
      objectName,
      ...(uuid && { id: uuid }),
      ...(displayName && { displayName }),
      ...(description && { description }),
      ...(materializedView?.enabled && { isMaterializedView: true }),
      columns: (columns ?? []).flatMap(({ name, dataType = "UNSPECIFIED", isPrimaryTimestamp = false }) =>
        name ? [{ name, type: dataType, isPrimaryTimestamp }] : [],
      ),
    },
  ];
}

const mostOffers = 200;

/** The tables that a prefix may mean: those that begin with it, then those whose name or display name holds it. */
export function searchTables({ tables, isComplete }: TableList, prefix: string): TableList {
  const folded = prefix.toLowerCase();
  const begins = ({ objectName }: TableEntry) => objectName.toLowerCase().startsWith(folded);
  const holds = ({ objectName, displayName = "" }: TableEntry) =>
    `${objectName} ${displayName}`.toLowerCase().includes(folded);
  const found = [...tables.filter(begins), ...tables.filter((table) => !begins(table) && holds(table))];
  return { tables: found.slice(0, mostOffers), isComplete: isComplete && found.length <= mostOffers };
}

/** The tables of these names or unique ids, in any letter case. */
export function findTables({ tables, isComplete }: TableList, objectNames: readonly string[]): TableList {
  const wanted = new Set(objectNames.map((name) => name.toLowerCase()));
  const found = tables.filter(
    ({ objectName, id = "" }) => wanted.has(objectName.toLowerCase()) || wanted.has(id.toLowerCase()),
  );
  return { tables: found, isComplete: isComplete || found.length === wanted.size };
}
