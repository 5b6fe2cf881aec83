import { jsonItemsOf, jsonValueAt, type LocatedText, locatedTextOf, locatedTextsOf } from "../core/json/json-tree.ts";
import type { TableEntry } from "../core/model/table-model.ts";
import type { Span } from "../core/text/span.ts";
import { embeddedSqlOf } from "./embedded-sql.ts";
import type { JobScope, SqlSummary } from "./job-scope.ts";
import type { ParsedJobFile } from "./read-job.ts";

/**
 * Kind of a job's reference to a table: by SQL name to read, write, reset or lock it, or by its unique id
 * (sql-like-language 13.2).
 */
type TableRole = "source" | "target" | "reset" | "lock" | "id";

export interface JobTableUse extends LocatedText {
  readonly role: TableRole;
}

/** Returns all references to tables in a job file outside of its SQL, in text order. */
export function findTableUses({ root, actions, tablesToModify }: ParsedJobFile): JobTableUse[] {
  const use = (role: TableRole, located: LocatedText | undefined) => (located ? [{ ...located, role }] : []);
  const uses = actions.flatMap(({ node }) => [
    ...["upsert", "replace"].flatMap((kind) => [
      ...use("source", locatedTextOf(jsonValueAt(node, kind, "source"))),
      ...use("target", locatedTextOf(jsonValueAt(node, kind, "target"))),
    ]),
    ...use("reset", locatedTextOf(jsonValueAt(node, "reset", "table"))),
    ...use("id", locatedTextOf(jsonValueAt(node, "setMetadata", "table"))),
  ]);
  const conditions = jsonItemsOf(jsonValueAt(root, "job", "preconditions"));
  return [
    ...tablesToModify.flatMap((table) => use("lock", table)),
    ...uses,
    ...conditions.flatMap((condition) => use("id", locatedTextOf(jsonValueAt(condition, "table")))),
  ].sort((one, other) => one.start - other.start);
}

export interface ActionSql {
  readonly summary: SqlSummary;
  /**
   * Converts a span of the SQL to a span of the job file. For SQL in a separate file, returns the span of its path in
   * the job file.
   */
  readonly outerSpan: (span: Span) => Span;
}

/** Analyses the SQL of all actions of a job, both in the job file and in separate files. */
export async function analyseActionSql(job: ParsedJobFile, { files, readSql }: JobScope): Promise<ActionSql[]> {
  const own = embeddedSqlOf(job).map(
    ({ string }): ActionSql => ({ summary: readSql(string.text), outerSpan: (span) => string.toFileSpan(span) }),
  );
  const named = await Promise.all(
    job.actions.map(async ({ node }): Promise<ActionSql[]> => {
      const file = locatedTextOf(jsonValueAt(node, "query", "query", "file"));
      const text = file && (await files?.read(file.text));
      return file && text !== undefined
        ? [{ summary: readSql(text), outerSpan: () => ({ start: file.start, end: file.end }) }]
        : [];
    }),
  );
  return [...own, ...named.flat()];
}

/** Table sources that a job refers to, as far as they are known. */
export interface LookedUpTables {
  find(name: string): TableEntry | undefined;
  /** Whether the lookup was complete, so that a name that was not found is not a table source. */
  readonly isComplete: boolean;
  /**
   * Further tables of the tenant, for suggestions and lookups by id. Empty unless a name was not found or an id is
   * used.
   */
  readonly others: readonly TableEntry[];
}

export async function lookUpJobTables(
  names: readonly string[],
  needsOthers: (known: Pick<LookedUpTables, "find" | "isComplete">) => boolean,
  { tables }: Pick<JobScope, "tables">,
): Promise<LookedUpTables> {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))].sort();
  const list = wanted.length > 0 ? await tables.find(wanted) : { tables: [], isComplete: true };
  const byName = new Map(list.tables.map((table) => [table.objectName.toLowerCase(), table]));
  const known = { find: (name: string) => byName.get(name.toLowerCase()), isComplete: list.isComplete };
  return { ...known, others: needsOthers(known) ? (await tables.search("")).tables : [] };
}

/** Source and target of a job's `upsert` or `replace` action. */
interface SourceUse {
  readonly source: LocatedText | undefined;
  readonly target: LocatedText | undefined;
  /** Key columns of an `upsert` action. Empty for `replace`. */
  readonly keys: readonly LocatedText[];
}

export function sourceUsesOf({ actions }: Pick<ParsedJobFile, "actions">): SourceUse[] {
  return actions.flatMap(({ node }) =>
    ["upsert", "replace"].flatMap((kind) => {
      const value = jsonValueAt(node, kind);
      return value
        ? [
            {
              source: locatedTextOf(jsonValueAt(value, "source")),
              target: locatedTextOf(jsonValueAt(value, "target")),
              keys: kind === "upsert" ? locatedTextsOf(jsonValueAt(value, "keys")) : [],
            },
          ]
        : [];
    }),
  );
}
