import { countOf } from "../../base/count-of.ts";
import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";
import { keyOf, type LoadColumn } from "../model/load-schema.ts";
import { memberTableNameOf } from "../model/member-tree.ts";
import { receivedRowsSql } from "../model/received-rows.ts";
import type { StoredDimension, TenantModel } from "../model/tenant-model.ts";
import { type LoadProblem, type LoadProblems, maxListedProblems } from "./load-problem.ts";
import type { ReceivedFile } from "./receive-file.ts";

/** Model and earlier uploads that the rows of a load are checked against. */
interface LoadEnvironment {
  readonly model: TenantModel;
  /**
   * Parquet files, by load schema, of uploads that are received and included but in no data version yet. Their members
   * can be referred to.
   */
  readonly earlier: ReadonlyMap<string, readonly string[]>;
}

/**
 * Checks the rows of a load with each other and against a tenant's data: members of dimensions, references, hierarchies
 * and spans that overlap. `connection` is one of the tenant's database.
 */
export async function checkLoad(
  connection: Connection,
  files: readonly ReceivedFile[],
  environment: LoadEnvironment,
  signal?: AbortSignal,
): Promise<LoadProblems> {
  const problems = new Problems(connection, files, signal);
  for (const file of files) {
    for (const column of file.columns) {
      if (column.role === "dimension") {
        await checkMembers(problems, file, column, files, environment);
      } else if (column.role === "reference" || (column.role === "key" && file.schema.target.kind === "multiValue")) {
        await checkReference(problems, file, column, files, environment);
      }
    }
    await checkSpans(problems, file);
  }
  const hierarchies = new Set(
    files.flatMap(({ schema: { target } }) => (target.kind === "hierarchy" ? target.membersOf : [])),
  );
  for (const membersOf of hierarchies) {
    await checkHierarchy(problems, membersOf, files, environment);
  }
  return problems.all();
}

/** Finds problems by queries that return the columns `file` (a Parquet path), `line` and `value`. */
class Problems {
  readonly #connection: Connection;
  readonly #files: ReadonlyMap<string, ReceivedFile>;
  readonly #signal: AbortSignal | undefined;
  readonly #listed: LoadProblem[] = [];
  #total = 0;

  constructor(connection: Connection, files: readonly ReceivedFile[], signal: AbortSignal | undefined) {
    this.#connection = connection;
    this.#files = new Map(files.map((file) => [file.parquet, file]));
    this.#signal = signal;
  }

  async add(column: string, rule: string, query: string): Promise<void> {
    const rows = await this.#connection.rows(
      `SELECT *, count(*) OVER () AS total FROM (${query}) ORDER BY file, line LIMIT ${maxListedProblems}`,
      [],
      this.#signal,
    );
    this.#total += Number(rows[0]?.total ?? 0);
    for (const row of rows) {
      this.#listed.push({
        file: this.#files.get(String(row.file))?.name ?? "",
        line: Number(row.line),
        column,
        rule,
        ...(row.value !== null && { value: String(row.value) }),
      });
    }
  }

  all(): LoadProblems {
    const order = [...this.#files.values()].map(({ name }) => name);
    const listed = this.#listed
      .sort((one, other) => order.indexOf(one.file) - order.indexOf(other.file) || (one.line ?? 0) - (other.line ?? 0))
      .slice(0, maxListedProblems);
    return { listed, total: this.#total };
  }
}

const rowsOf = (parquet: string) => receivedRowsSql([parquet]);

/** SELECT of the rows of a file whose value in a column meets a condition. */
function rowsWhere({ parquet }: ReceivedFile, column: string, condition: string): string {
  const value = quoteName(column);
  return `SELECT ${quoteText(parquet)} AS file, "$line" AS line, ${value}::VARCHAR AS value
    FROM ${rowsOf(parquet)} WHERE ${value} IS NOT NULL AND ${condition}`;
}

async function checkMembers(
  problems: Problems,
  file: ReceivedFile,
  { name }: LoadColumn,
  files: readonly ReceivedFile[],
  { model }: LoadEnvironment,
): Promise<void> {
  const { target } = file.schema;
  const dimension = target.kind === "object" ? target.object.dimensions.find(({ id }) => id === name) : undefined;
  if (!dimension) {
    return;
  }
  const list = quoteName(memberTableNameOf(dimension.membersOf));
  const isUnknown = `${quoteName(name)} NOT IN (SELECT path FROM ${list})`;
  if (dimension.isOpen) {
    const depth = `len(string_split(${quoteName(name)}, '.'))`;
    const { condition, rule } = depthRule(dimension, depth);
    await problems.add(name, rule, rowsWhere(file, name, `${condition} AND ${isUnknown}`));
  } else {
    const isLoaded = hierarchyPathsSql(dimension, files, model);
    const condition = isLoaded === undefined ? isUnknown : `${isUnknown} AND ${quoteName(name)} NOT IN (${isLoaded})`;
    const rule = `is no member of ${dimension.membersOf}, whose list is closed`;
    await problems.add(name, rule, rowsWhere(file, name, condition));
  }
}

/** Paths of the members that hierarchy files of the same load add to the list of a dimension; undefined without such files. */
function hierarchyPathsSql(
  dimension: StoredDimension,
  files: readonly ReceivedFile[],
  { objects }: TenantModel,
): string | undefined {
  const own = hierarchyFiles(files, dimension.membersOf);
  if (own.length === 0 || objects.length === 0) {
    return undefined;
  }
  const list = quoteName(memberTableNameOf(dimension.membersOf));
  return `WITH RECURSIVE edges AS (${edgesSql(own, list)}), paths AS (
      SELECT member, member AS path FROM edges WHERE parent IS NULL
      UNION SELECT edges.member, paths.path || '.' || edges.member FROM edges JOIN paths ON edges.parent = paths.member
    ) SELECT path FROM paths`;
}

/** New members must have all levels of a leveled dimension, and at most the levels of a parent-child dimension. */
function depthRule(dimension: StoredDimension, depth: string): { readonly condition: string; readonly rule: string } {
  const { levels = [] } = dimension;
  if (dimension.kind === "parentChild") {
    return {
      condition: `${depth} > ${levels.length}`,
      rule: `lies deeper than the ${countOf(levels.length, "level")} of ${dimension.id}`,
    };
  }
  const names = levels.map(({ displayName }) => displayName).join(".");
  return {
    condition: `${depth} <> ${levels.length}`,
    rule: `is no known member of ${dimension.id}, and a new one needs its path as ${names}`,
  };
}

async function checkReference(
  problems: Problems,
  file: ReceivedFile,
  { name, role }: LoadColumn,
  files: readonly ReceivedFile[],
  { model, earlier }: LoadEnvironment,
): Promise<void> {
  const { target } = file.schema;
  if (target.kind === "hierarchy") {
    return;
  }
  const id = role === "key" ? target.object.id : target.object.references.find((one) => one.id === name)?.target;
  const object = model.objects.find((one) => one.id === id);
  if (!object) {
    return;
  }
  const key = quoteName(keyOf(object));
  const loaded = [
    ...files
      .filter(({ schema, columns }) => schema.name === object.id && columns.length > 0)
      .map(({ parquet }) => parquet),
    ...(earlier.get(object.id) ?? []),
  ];
  const keys = [
    `SELECT ${key} AS "$key" FROM ${quoteName(object.id)}`,
    ...loaded.map((parquet) => `SELECT ${key} AS "$key" FROM ${rowsOf(parquet)}`),
  ];
  const isUnknown = `NOT EXISTS (SELECT 1 FROM (${keys.join(" UNION ALL ")}) AS "$keys" WHERE "$key" = ${quoteName(name)})`;
  await problems.add(name, `refers to no ${object.displayName} that is loaded`, rowsWhere(file, name, isUnknown));
}

/**
 * A row that ends its member after the next row of the same member in the file begins contradicts it, unless both end at
 * the same instant.
 */
async function checkSpans(problems: Problems, { schema, columns, parquet }: ReceivedFile): Promise<void> {
  const end = columns.find(({ role }) => role === "endDate");
  const begin = columns.find(({ role }) => role === "effectiveDate");
  const key = columns.find(({ role }) => role === "key");
  if (!end || !begin || !key || schema.target.kind !== "object") {
    return;
  }
  // Of members that end at all: most never do, and sorting all of them takes long.
  const [endName, beginName, keyName] = [end, begin, key].map(({ name }) => quoteName(name));
  await problems.add(
    end.name,
    `lies after the ${begin.name} of the next row of the same ${key.name}, which ends at another time`,
    `SELECT ${quoteText(parquet)} AS file, "$line" AS line, ${endName}::VARCHAR AS value FROM (
       SELECT *, lead(${beginName}) OVER next AS "$next_begin", lead(${endName}) OVER next AS "$next_end"
       FROM ${rowsOf(parquet)}
       WHERE ${keyName} IN (SELECT ${keyName} FROM ${rowsOf(parquet)} WHERE ${endName} IS NOT NULL)
       WINDOW next AS (PARTITION BY ${keyName} ORDER BY ${beginName}, "$line")
     ) WHERE ${endName} > "$next_begin" AND "$next_begin" > ${beginName} AND "$next_end" IS DISTINCT FROM ${endName}`,
  );
}

function hierarchyFiles(files: readonly ReceivedFile[], membersOf: string): readonly ReceivedFile[] {
  return files.filter(
    ({ schema, columns }) =>
      schema.target.kind === "hierarchy" && schema.target.membersOf === membersOf && columns.length > 0,
  );
}

/** SELECT of `file`, `line`, `member` and `parent` of hierarchy files. A file without parents keeps those that there are. */
function hierarchyRowsSql(files: readonly ReceivedFile[]): string {
  return files
    .map(({ parquet, columns }, position) => {
      const parent = columns.find(({ role }) => role === "parent");
      return `SELECT ${quoteText(parquet)} AS file, "$line" AS line, "Member" AS member,
        ${parent ? quoteName(parent.name) : "NULL::VARCHAR"} AS parent, ${parent !== undefined} AS has_parent, ${position} AS position FROM ${rowsOf(parquet)}`;
    })
    .join(" UNION ALL ");
}

/** SELECT of `member` and `parent` after a load: those of its files, and the stored ones of other members. */
function edgesSql(files: readonly ReceivedFile[], list: string): string {
  const stored = `SELECT child.name AS member, parent.name AS parent
    FROM ${list} AS child LEFT JOIN ${list} AS parent ON parent.ordinal = child.parent`;
  return `SELECT rows.member, CASE WHEN bool_or(rows.has_parent) THEN max(rows.parent) ELSE max(stored.parent) END AS parent
      FROM (${hierarchyRowsSql(files)}) AS rows LEFT JOIN (${stored}) AS stored ON stored.member = rows.member
      GROUP BY rows.member
    UNION ALL SELECT member, parent FROM (${stored}) AS stored
      WHERE member NOT IN (SELECT member FROM (${hierarchyRowsSql(files)}))`;
}

async function checkHierarchy(
  problems: Problems,
  membersOf: string,
  files: readonly ReceivedFile[],
  { model }: LoadEnvironment,
): Promise<void> {
  const own = hierarchyFiles(files, membersOf);
  if (own.length === 0) {
    return;
  }
  const list = quoteName(memberTableNameOf(membersOf));
  const rows = `(${hierarchyRowsSql(own)})`;
  const levels = Math.max(
    ...model.objects.flatMap(({ dimensions }) =>
      dimensions.filter((dimension) => dimension.membersOf === membersOf).map(({ levels: all = [] }) => all.length),
    ),
  );
  const found = "rows.file, rows.line, rows.parent AS value";
  await problems.add(
    "Parent",
    "is another parent than the member has in a row before",
    `SELECT ${found} FROM (
       SELECT *, first_value(coalesce(parent, '')) OVER (PARTITION BY member ORDER BY position, line) AS first_parent
       FROM ${rows} WHERE has_parent
     ) AS rows WHERE coalesce(parent, '') <> first_parent`,
  );
  await problems.add(
    "Parent",
    `is no member of ${membersOf}`,
    `SELECT ${found} FROM ${rows} AS rows
     WHERE parent NOT IN (SELECT name FROM ${list}) AND parent NOT IN (SELECT member FROM ${rows})`,
  );
  const ancestors = `WITH RECURSIVE edges AS (${edgesSql(own, list)}), above AS (
      SELECT member, parent AS ancestor FROM edges WHERE parent IS NOT NULL AND member IN (SELECT member FROM ${rows})
      UNION SELECT above.member, edges.parent FROM above JOIN edges ON edges.member = above.ancestor WHERE edges.parent IS NOT NULL
    )`;
  await problems.add(
    "Parent",
    "makes the member its own ancestor",
    `${ancestors} SELECT ${found} FROM ${rows} AS rows
     WHERE member IN (SELECT member FROM above WHERE ancestor = member)`,
  );
  await problems.add(
    "Parent",
    `puts the member deeper than the ${countOf(levels, "level")} of ${membersOf}`,
    `${ancestors} SELECT ${found} FROM ${rows} AS rows WHERE member IN (
       SELECT member FROM above GROUP BY member
       HAVING count(*) >= ${levels} AND NOT bool_or(ancestor = member))`,
  );
}
