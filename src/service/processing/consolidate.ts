import { type Connection, quoteName } from "../../duckdb/database.ts";
import type { TableSchema, VersionTarget } from "../data-versions/build-version.ts";
import { memberTableColumns, memberTableNameOf } from "../model/member-tree.ts";
import { createObjectTable, insertRecords, objectColumnsOf } from "../model/object-table.ts";
import type { StoredObject, TenantModel } from "../model/tenant-model.ts";
import { memberLists } from "../store/data-version-store.ts";
import { findObject, qualify } from "./rebuild-scope.ts";

/** Sources and target of a consolidation. */
interface ConsolidationScope {
  readonly connection: Connection;
  readonly model: TenantModel;
  /** Ids of the objects of the data category. */
  readonly objects: readonly string[];
  /** Version with the newest member lists of the consolidated tenant. */
  readonly newest: TableSchema;
  /** Data of the members, in the order of their keys. */
  readonly members: readonly TableSchema[];
  readonly target: VersionTarget;
  readonly report: (text: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Width of the range of `$key`s of each member of a consolidated tenant. No tenant gives so many, and the keys of
 * thousands of members are numbers that JavaScript has.
 */
const keysPerMember = 2n ** 40n;

/**
 * Writes the tables of a consolidated tenant: the records of all members, whose keys are apart, with the union of their
 * member lists. Uses temporary tables named `consolidated...`.
 */
export async function consolidate(scope: ConsolidationScope): Promise<void> {
  const objects = scope.objects.map((id) => findObject(scope.model, id));
  const lists = [...new Set(objects.flatMap(({ dimensions }) => dimensions.map(({ membersOf }) => membersOf)))];
  for (const list of lists) {
    await joinLists(scope, list);
  }
  const target = await scope.target.schemaOf(memberLists);
  for (const list of lists) {
    const table = `${target}.${quoteName(memberTableNameOf(list))}`;
    await scope.connection.run(`CREATE TABLE ${table} (${memberTableColumns})`, [], scope.signal);
    await scope.connection.run(
      `INSERT INTO ${table} FROM ${quoteName(joinedOf(list))} ORDER BY ancestors`,
      [],
      scope.signal,
    );
  }
  for (const object of objects) {
    scope.report(`Consolidating ${object.displayName}.`);
    await joinRecords(scope, object);
  }
}

/** Name of the temporary table with the joined list, in the form of a member table. */
function joinedOf(membersOf: string): string {
  return `consolidated_members:${membersOf}`;
}

/** A member of a list is that of its path. Those that the list does not have yet get later ordinals. */
async function joinLists(
  { connection, newest, members, signal }: ConsolidationScope,
  membersOf: string,
): Promise<void> {
  const table = memberTableNameOf(membersOf);
  const known = qualify(newest, table);
  const all = members.map((member, index) => `SELECT *, ${index} AS of_member FROM ${qualify(member, table)}`);
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE ${quoteName(joinedOf(membersOf))} AS
     WITH RECURSIVE added AS (
       SELECT path, name, arg_min(display_name, of_member) AS display_name, min(depth) AS depth,
         row_number() OVER (ORDER BY min(of_member), arg_min(ancestors, of_member)) AS position
       FROM (${all.join(" UNION ALL ")}) ANTI JOIN ${known} USING (path) GROUP BY path, name
     ), nodes AS (
       SELECT path, name, display_name, depth, ordinal FROM ${known}
       UNION ALL SELECT path, name, display_name, depth,
         ((SELECT coalesce(max(ordinal), -1) FROM ${known}) + position)::INTEGER FROM added
     ), placed AS (
       SELECT *, CASE WHEN path <> name THEN left(path, length(path) - length(name) - 1) END AS above FROM nodes
     ), tree AS (
       SELECT ordinal, NULL::INTEGER AS parent, depth, name, display_name, path, [ordinal] AS ancestors FROM placed WHERE above IS NULL
       UNION ALL
       SELECT p.ordinal, t.ordinal, p.depth, p.name, p.display_name, p.path, list_append(t.ancestors, p.ordinal)
       FROM tree AS t JOIN placed AS p ON p.above = t.path
     )
     SELECT *, path NOT IN (SELECT above FROM placed WHERE above IS NOT NULL) AS is_leaf FROM tree`,
    [],
    signal,
  );
}

async function joinRecords(scope: ConsolidationScope, object: StoredObject): Promise<void> {
  const { connection, members, signal } = scope;
  const table = `${await scope.target.schemaOf(object.id)}.${quoteName(object.id)}`;
  await createObjectTable(connection, object, signal, table);
  const selects = members.map((member, index) => recordsSql(object, member, BigInt(index) * keysPerMember));
  const instant = quoteName(object.kind === "event" ? "$event_time" : "$valid_from");
  await insertRecords(connection, object, `FROM (${selects.join(" UNION ALL ")}) ORDER BY ${instant}`, signal, table);
}

/** SELECT of a member's records with the keys and ordinals of the consolidated tenant. */
function recordsSql(object: StoredObject, member: TableSchema, firstKey: bigint): string {
  const joins: string[] = [];
  const columns = objectColumnsOf(object)
    .filter(({ name }) => !name.endsWith("_month"))
    .map(({ name, type }) => {
      const column = `r.${quoteName(name)}`;
      const dimension = object.dimensions.find(({ id }) => id === name);
      if (dimension) {
        const [of, to] = [quoteName(`of ${name}`), quoteName(`to ${name}`)];
        joins.push(
          `LEFT JOIN ${qualify(member, memberTableNameOf(dimension.membersOf))} AS ${of} ON ${of}.ordinal = ${column}
           LEFT JOIN ${quoteName(joinedOf(dimension.membersOf))} AS ${to} ON ${to}.path = ${of}.path`,
        );
        return `${to}.ordinal AS ${quoteName(name)}`;
      }
      const isKey = name === "$key" || object.references.some(({ id }) => id === name);
      const moved = type.endsWith("[]")
        ? `list_transform(${column}, lambda one: one + ${firstKey})`
        : `${column} + ${firstKey}`;
      return `${isKey ? moved : column} AS ${quoteName(name)}`;
    });
  return `SELECT ${columns.join(", ")} FROM ${qualify(member, object.id)} AS r ${joins.join(" ")}`;
}
