import type { TableEntry, TableModel } from "../../../../src/languages/core/model/table-model.ts";
import type { DefinitionContext } from "../../../../src/languages/server/table-source-text.ts";
import { createGrammarLoader, createTableSqlService } from "../../../../src/languages/table-sql/language-service.ts";

const column = (name: string, type = "STRING", isPrimaryTimestamp = false) => ({ name, type, isPrimaryTimestamp });

/** Table sources with unique ids. */
export const knownTables: readonly TableEntry[] = [
  {
    objectName: "ledger",
    id: "id-100",
    displayName: "Payroll ledger",
    columns: [column("person_key"), column("posted_at", "DATE_TIME", true), column("amount", "DECIMAL")],
  },
  {
    objectName: "people",
    id: "id-200",
    columns: [column("person_key"), column("site_id", "INTEGER"), column("Odd name")],
  },
  { objectName: "sites", id: "id-300", columns: [column("site_id", "INTEGER"), column("name")] },
];

/** A model of a plain list; tables are found by their names and by their unique ids. */
export function createTables(tables: readonly TableEntry[] = knownTables, isComplete = true): TableModel {
  return {
    search: async (prefix) => ({
      tables: tables.filter(({ objectName }) => objectName.toLowerCase().startsWith(prefix.toLowerCase())),
      isComplete,
    }),
    find: async (names) => {
      const wanted = new Set(names.map((name) => name.toLowerCase()));
      const isWanted = ({ objectName, id = "" }: TableEntry) =>
        wanted.has(objectName.toLowerCase()) || wanted.has(id.toLowerCase());
      return { tables: tables.filter(isWanted), isComplete };
    },
  };
}

export const service = createTableSqlService(createGrammarLoader());

export function createParts(tables: TableModel = createTables()): DefinitionContext {
  return { service, options: { tables, timeColumn: "Service_Time", now: Date.UTC(2025, 4, 20) } };
}

/** A view over two tables that nothing is wrong with. */
export const exampleView = `{
  "objectName": "cost_by_site",
  "basicInformation": { "displayName": "Cost by site" },
  "columns": [
    { "name": "site_id", "dataType": "INTEGER" },
    { "name": "cost", "dataType": "DECIMAL" }
  ],
  "snapshotRetentionDays": 30,
  "materializedView": {
    "enabled": true,
    "query": "SELECT p.site_id, sum(l.amount) AS cost\\nFROM ledger l JOIN people p ON l.person_key = p.person_key\\nGROUP BY p.site_id",
    "dependencies": [
      { "upstreamTable": "id-100", "joinFilter": "" },
      { "upstreamTable": "id-200", "joinFilter": "input.site_id = output.site_id" }
    ]
  }
}
`;

/** A definition with the given columns and fields. */
export function definitionOf(columns: string, more = ""): string {
  return `{"objectName": "t", "columns": [${columns}]${more}}`;
}

/** A view of the query, whose one column is `amount`. */
export function viewOf(
  query: string,
  dependencies = '{"upstreamTable": "id-100"}',
  more = '"enabled": true, ',
): string {
  const view = `{${more}"query": ${JSON.stringify(query)}, "dependencies": [${dependencies}]}`;
  return definitionOf('{"name": "amount"}', `, "materializedView": ${view}`);
}

/** The view with a join filter on the ledger. */
export function filterOf(joinFilter: string): string {
  return viewOf(
    "SELECT amount FROM ledger",
    `{"upstreamTable": "id-100", "joinFilter": ${JSON.stringify(joinFilter)}}`,
  );
}

/** The text without its `|`, and where that stood. */
export function atCursor(marked: string): { readonly text: string; readonly offset: number } {
  const offset = marked.indexOf("|");
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}
