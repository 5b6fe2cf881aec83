import { itemsOf, type Located, textOf, textsOf, valueAt } from "../core/json/json-tree.ts";
import type { TableEntry } from "../core/model/table-model.ts";
import type { Span } from "../core/text/span.ts";
import { embeddedSql } from "./embedded-sql.ts";
import type { JobScope, SqlSummary } from "./job-scope.ts";
import type { ReadJob } from "./read-job.ts";

/**
 * Ways in which a job names a table: by SQL name to read, write, reset or lock it, or by its unique id (sql-like-
 * language 13.2).
 */
type TableRole = "source" | "target" | "reset" | "lock" | "id";

export interface TableUse extends Located {
  readonly role: TableRole;
}

/** Every use of a table that a job makes outside SQL, in text order. */
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
  readonly summary: SqlSummary;
  /** Maps a span of the SQL to the job file; SQL in a file of its own is mapped to the path that names it. */
  readonly outerSpan: (span: Span) => Span;
}

/** Analyses the SQL of all actions, in the job file and in separate files. */
export async function readActionsSql(job: ReadJob, { files, readSql }: JobScope): Promise<ActionSql[]> {
  const own = embeddedSql(job).map(
    ({ string }): ActionSql => ({ summary: readSql(string.text), outerSpan: (span) => string.outerSpan(span) }),
  );
  const named = await Promise.all(
    job.actions.map(async ({ node }): Promise<ActionSql[]> => {
      const file = textOf(valueAt(node, "query", "query", "file"));
      const text = file && (await files?.read(file.text));
      return file && text !== undefined
        ? [{ summary: readSql(text), outerSpan: () => ({ start: file.start, end: file.end }) }]
        : [];
    }),
  );
  return [...own, ...named.flat()];
}

/** Table sources that a job names, as far as they are known. */
export interface KnownTables {
  find(name: string): TableEntry | undefined;
  /** Whether a name that was not found is certain not to be a table source. */
  readonly isComplete: boolean;
  /** Tables for suggestions and lookups by id; fetched only when a name is not found or an id is used. */
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

/** Source and target of an `upsert` or `replace`. */
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
