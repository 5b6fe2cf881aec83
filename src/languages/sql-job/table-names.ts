import { itemsOf, type Located, textOf, textsOf, valueAt } from "../core/json/json-tree.ts";
import type { TableEntry } from "../core/model/table-model.ts";
import type { Span } from "../core/text/span.ts";
import { embeddedSql } from "./embedded-sql.ts";
import type { JobScope, SqlSummary } from "./job-scope.ts";
import type { ReadJob } from "./read-job.ts";

/** How a job names a table: to read or write it by its name in SQL, to lock it, or by its unique id (sql-like-language 13.2). */
type TableRole = "source" | "target" | "reset" | "lock" | "id";

export interface TableUse extends Located {
  readonly role: TableRole;
}

/** Every table that a job names outside of SQL, in the order of the text. */
export function tableUses({ root, actions, tablesToModify }: ReadJob): TableUse[] {
  const use = (role: TableRole, located: Located | undefined) => (located ? [{ ...located, role }] : []);
  const uses = actions.flatMap(({ node }) => [
    ...["upsert", "replace"].flatMap((kind) => [
      ...use("source", textOf(valueAt(node, kind, "source"))),
      ...use("target", textOf(valueAt(node, kind, "target"))),
    ]),
    ...use("reset", textOf(valueAt(node, "reset", "table"))),
    ...use("id", textOf(valueAt(node, "setMetadata", "table"))),
  ]);
  const conditions = itemsOf(valueAt(root, "job", "preconditions"));
  return [
    ...tablesToModify.flatMap((table) => use("lock", table)),
    ...uses,
    ...conditions.flatMap((condition) => use("id", textOf(valueAt(condition, "table")))),
  ].sort((one, other) => one.start - other.start);
}

export interface ActionSql {
  readonly facts: SqlSummary;
  /** A span of the SQL in the job file; of SQL in a file of its own, where the job names that. */
  readonly place: (span: Span) => Span;
}

/** The SQL of all actions, here and in files of their own, read. */
export async function readActionsSql(job: ReadJob, { files, readSql }: JobScope): Promise<ActionSql[]> {
  const own = embeddedSql(job).map(
    ({ string }): ActionSql => ({ facts: readSql(string.text), place: (span) => string.outerSpan(span) }),
  );
  const named = await Promise.all(
    job.actions.map(async ({ node }): Promise<ActionSql[]> => {
      const file = textOf(valueAt(node, "query", "query", "file"));
      const text = file && (await files?.read(file.text));
      return file && text !== undefined
        ? [{ facts: readSql(text), place: () => ({ start: file.start, end: file.end }) }]
        : [];
    }),
  );
  return [...own, ...named.flat()];
}

/** The tables that a job names, as far as they are known. */
export interface KnownTables {
  find(name: string): TableEntry | undefined;
  /** Whether a name that is not found is no table source. */
  readonly isComplete: boolean;
  /** Tables to suggest, and whose ids are known; asked for only when a name is not found or an id is used. */
  readonly others: readonly TableEntry[];
}

export async function findTables(
  names: readonly string[],
  needsOthers: (known: Pick<KnownTables, "find" | "isComplete">) => boolean,
  { tables }: Pick<JobScope, "tables">,
): Promise<KnownTables> {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))].sort();
  const list = wanted.length > 0 ? await tables.find(wanted) : { tables: [], isComplete: true };
  const byName = new Map(list.tables.map((table) => [table.objectName.toLowerCase(), table]));
  const known = { find: (name: string) => byName.get(name.toLowerCase()), isComplete: list.isComplete };
  return { ...known, others: needsOthers(known) ? (await tables.search("")).tables : [] };
}

/** An `upsert` or `replace`: where its rows come from and go to. */
interface SourceUse {
  readonly source: Located | undefined;
  readonly target: Located | undefined;
  /** Of `upsert` only. */
  readonly keys: readonly Located[];
}

export function sourcesOf({ actions }: Pick<ReadJob, "actions">): SourceUse[] {
  return actions.flatMap(({ node }) =>
    ["upsert", "replace"].flatMap((kind) => {
      const value = valueAt(node, kind);
      return value
        ? [
            {
              source: textOf(valueAt(value, "source")),
              target: textOf(valueAt(value, "target")),
              keys: kind === "upsert" ? textsOf(valueAt(value, "keys")) : [],
            },
          ]
        : [];
    }),
  );
}
