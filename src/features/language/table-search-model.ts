import type { TableSource } from "../../contract/table-sources.ts";
import type { TableEntry, TableSearchResult } from "../../languages/core/model/table-model.ts";

/** Number of table sources per request (service-api, "List table sources"). */
export const tablePageSize = 100;

/** Maximum number of table sources to read. A longer list of suggestions is not useful. */
export const maxTables = 5000;

/** Converts a table source to a completion entry for SQL. Returns an empty array for a table source without a name. */
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

const maxResults = 200;

/**
 * Searches tables by a prefix. Tables whose name starts with it come first, then those whose name or display name
 * contains it.
 */
export function searchTables({ tables, isComplete }: TableSearchResult, prefix: string): TableSearchResult {
  const folded = prefix.toLowerCase();
  const startsWithPrefix = ({ objectName }: TableEntry) => objectName.toLowerCase().startsWith(folded);
  const containsPrefix = ({ objectName, displayName = "" }: TableEntry) =>
    `${objectName} ${displayName}`.toLowerCase().includes(folded);
  const found = [
    ...tables.filter(startsWithPrefix),
    ...tables.filter((table) => !startsWithPrefix(table) && containsPrefix(table)),
  ];
  return { tables: found.slice(0, maxResults), isComplete: isComplete && found.length <= maxResults };
}

/** Finds tables by name or unique id, ignoring case. */
export function findTables(
  { tables, isComplete }: TableSearchResult,
  objectNames: readonly string[],
): TableSearchResult {
  const wanted = new Set(objectNames.map((name) => name.toLowerCase()));
  const found = tables.filter(
    ({ objectName, id = "" }) => wanted.has(objectName.toLowerCase()) || wanted.has(id.toLowerCase()),
  );
  return { tables: found, isComplete: isComplete || found.length === wanted.size };
}
