import type { TableColumn, TableEntry, TableModel } from "../../../../src/languages/core/model/table-model.ts";
import type { TableSqlOptions } from "../../../../src/languages/table-sql/names/options.ts";

export function column(name: string, type = "STRING", isPrimaryTimestamp = false): TableColumn {
  return { name, type, isPrimaryTimestamp };
}

/** Table sources of a fictitious company. */
export const workforceTables: readonly TableEntry[] = [
  {
    objectName: "employee_events",
    displayName: "Employee events",
    description: "One row for each change of a person.",
    columns: [
      column("person_key"),
      column("event_time", "DATE_TIME", true),
      column("kind"),
      column("amount", "DOUBLE"),
      column("site_id", "INTEGER"),
      column("tags", "JSON"),
    ],
  },
  {
    objectName: "site_badge",
    displayName: "Badges",
    columns: [column("person_key"), column("badge_no"), column("valid_from", "DATE", true), column("closed")],
  },
  { objectName: "sites", columns: [column("site_id", "INTEGER"), column("name"), column("Odd name")] },
  { objectName: "salaries", isMaterializedView: true, columns: [column("person_key"), column("amount", "DECIMAL")] },
];

/** A model of fixed tables. `requests` records the lookups. */
export function createTables(
  tables: readonly TableEntry[] = workforceTables,
  isComplete = true,
): TableModel & { readonly requests: string[] } {
  const requests: string[] = [];
  return {
    requests,
    search: async (prefix) => {
      requests.push(`search ${prefix}`);
      const found = tables.filter(({ objectName }) => objectName.toLowerCase().startsWith(prefix.toLowerCase()));
      return { tables: found, isComplete };
    },
    find: async (names) => {
      requests.push(`find ${names.join(" ")}`);
      const wanted = new Set(names.map((name) => name.toLowerCase()));
      return { tables: tables.filter(({ objectName }) => wanted.has(objectName.toLowerCase())), isComplete };
    },
  };
}

export function createOptions(more: Partial<TableSqlOptions> = {}): TableSqlOptions {
  return { tables: createTables(), timeColumn: "Service_Time", now: Date.UTC(2025, 4, 20), ...more };
}

/** Returns the text without its `|`, and the offset of the `|`. */
export function atCursor(marked: string): { readonly text: string; readonly offset: number } {
  const offset = marked.indexOf("|");
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}
