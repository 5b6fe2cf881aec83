import { readFirstCsvRow } from "../../../../src/base/csv-rows.ts";
import { resolveWorkspacePath } from "../../../../src/base/workspace-path.ts";
import type { TableEntry, TableModel } from "../../../../src/languages/core/model/table-model.ts";
import type { JobFiles, JobScope, SqlSummary } from "../../../../src/languages/sql-job/job-scope.ts";

const column = (name: string, type = "STRING") => ({ name, type, isPrimaryTimestamp: false });

export const jobTables: readonly TableEntry[] = [
  {
    objectName: "site_badge",
    id: "t-100",
    displayName: "Badges",
    columns: [column("person_key"), column("badge_no"), column("closed")],
  },
  { objectName: "sites", id: "t-200", columns: [column("site_id", "INTEGER"), column("name")] },
];

/** A model of a plain list; tables are found by their names and by their unique ids. */
export function createTables(tables: readonly TableEntry[] = jobTables, isComplete = true): TableModel {
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

/** Files of a plain table of paths and texts. */
export function createFiles(texts: Readonly<Record<string, string>>): JobFiles {
  return {
    lead: (path) => resolveWorkspacePath([], path, false).kind,
    exists: async (path) => Object.hasOwn(texts, path),
    list: async (folder) =>
      Object.keys(texts)
        .filter((path) => path.startsWith(folder))
        .map((path) => path.slice(folder.length).replace(/\/.*$/s, "/")),
    read: async (path) => (Object.hasOwn(texts, path) ? texts[path] : undefined),
    firstRow: async (path) => (Object.hasOwn(texts, path) ? readFirstCsvRow(texts[path] ?? "", true) : undefined),
    parquetColumns: async (path) =>
      Object.hasOwn(texts, path) ? [{ name: "person_key", dataType: "STRING" }] : undefined,
  };
}

/** Reads no more of SQL than the word behind the verb that writes. */
function readSql(text: string): SqlSummary {
  const written = [...text.matchAll(/\b(?:DELETE FROM|INSERT INTO|MERGE INTO|UPDATE) +(\w+)/g)].map((match) => {
    const name = match[1] ?? "";
    const end = match.index + match[0].length;
    return { name, start: end - name.length, end };
  });
  const statements = [...text.matchAll(/[^;]*\w[^;]*/g)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
  return { statements, written };
}

export const jobFiles = {
  "badges.csv": "person_key,badge_no,closed\n1,2,N\n",
  "data/more.csv": "a,b\n",
  "clean.tablesql": "DELETE FROM site_badge",
};

export const tenants = [
  { code: "WFF_north", displayName: "North" },
  { code: "WFF_south", displayName: "South_Ltd" },
];

export function createScope(more: Partial<JobScope> = {}): JobScope {
  return { tables: createTables(), files: createFiles(jobFiles), readSql, tenants: async () => tenants, ...more };
}

/** The example of sql-like-language 13.2 as a file. */
export const exampleJob = `{
  "transaction": { "tablesToModify": ["site_badge"], "expireAfterSeconds": 3600 },
  "uploads": { "badges.csv": "badges.csv" },
  "job": {
    "inputs": [
      {"id": "new_badges", "filename": "badges.csv", "format": {"csv": {"header": true}}}
    ],
    "actions": [
      {"query": {"query": "SELECT badge_no FROM new_badges WHERE badge_no IS NOT NULL", "rollbackOnEmpty": true}},
      {"upsert": {"source": "new_badges", "target": "site_badge", "keys": ["person_key"]}},
      {"query": {"query": "DELETE FROM site_badge WHERE person_key IN (SELECT person_key FROM new_badges WHERE closed = 'Y')"}},
      {"query": {"query": "SELECT person_key, badge_no FROM site_badge ORDER BY person_key",
                 "output": {"format": {"csv": {"header": true}}, "filename": "after.csv"}}},
      {"commit": {}},
      {"process": {}}
    ]
  },
  "downloads": ["after.csv"]
}
`;

/** A job file of the given actions that may write all tables. */
export function jobOf(actions: string, more = ""): string {
  const transaction = '"transaction": {"tablesToModify": ["site_badge", "sites"]}';
  return `{${transaction}, "job": {"actions": [${actions}]${more}}}`;
}

/** The text without its `|`, and where that stood. */
export function atCursor(marked: string): { readonly text: string; readonly offset: number } {
  const offset = marked.indexOf("|");
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}
