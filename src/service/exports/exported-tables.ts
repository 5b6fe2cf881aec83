import { type Connection, quoteName } from "../../duckdb/database.ts";
import type { TableSchema } from "../data-versions/build-version.ts";
import { keyOf } from "../model/load-schema.ts";
import { memberTableNameOf } from "../model/member-tree.ts";
import type { StoredObject, StoredProperty, TenantModel } from "../model/tenant-model.ts";
import { qualify } from "../processing/rebuild-scope.ts";
import { memberLists } from "../store/data-version-store.ts";

/** A column of an exported table, as the interface describes it. The data types are those of table sources. */
export interface ExportedColumn {
  readonly name: string;
  readonly dataType: "STRING" | "DOUBLE" | "BIGINT" | "INT" | "TIMESTAMP" | "BOOLEAN" | "ARRAY<STRING>";
  readonly allowsNull: boolean;
  readonly isPrimaryKeyComponent: boolean;
}

/** A table of a data version as it is exported: with keys and member paths in place of the numbers that are stored. */
export interface ExportedTable {
  readonly name: string;
  readonly columns: readonly ExportedColumn[];
  /** SQL name of the stored table, whose number of rows is that of the exported one. */
  readonly source: string;
  /** The objects of the data version, and `memberLists`, whose files the table is made of. */
  readonly parts: readonly string[];
  /** Returns a SELECT of the columns for the rows of a relation `r`, such as `source` or a page of it. */
  select(relation: string): string;
}

/** Source of the exported tables of a data version. */
interface ExportedVersion {
  readonly model: TenantModel;
  /** Ids of the objects of the version's data category. */
  readonly objects: readonly string[];
  readonly own: TableSchema;
  /** Data of the other categories, in which references may lead to. */
  readonly others: TableSchema;
  /** Whether the keys of subjects are unique, as they are in a tenant that is not consolidated. */
  readonly hasUniqueKeys: boolean;
}

interface ColumnValue {
  readonly column: ExportedColumn;
  readonly value: string;
}

const dataTypes: Readonly<Record<StoredProperty["storage"], ExportedColumn["dataType"]>> = {
  VARCHAR: "STRING",
  DOUBLE: "DOUBLE",
  BIGINT: "BIGINT",
  TIMESTAMP: "TIMESTAMP",
  BOOLEAN: "BOOLEAN",
};

/**
 * Returns the tables of a data version, those of its objects and then those of the member lists that these use. Creates
 * temporary tables with the keys of the members that references lead to, and with the texts of each list; `prefix` tells
 * those of several versions apart.
 */
export async function exportedTablesOf(
  connection: Connection,
  version: ExportedVersion,
  prefix: string,
  signal: AbortSignal,
): Promise<readonly ExportedTable[]> {
  const objects = version.objects.flatMap((id) => version.model.objects.filter((object) => object.id === id));
  const keyTables = new Map<string, string>();
  for (const { target } of objects.flatMap(({ references }) => references)) {
    const object = version.model.objects.find(({ id }) => id === target);
    if (object && !keyTables.has(target)) {
      const schema = version.objects.includes(target) ? version.own : version.others;
      const table = quoteName(`${prefix} keys of ${target}`);
      await connection.run(
        `CREATE TEMP TABLE ${table} AS
         SELECT "$key" AS number, any_value(${quoteName(keyOf(object))}) AS text FROM ${qualify(schema, target)} GROUP BY "$key"`,
        [],
        signal,
      );
      keyTables.set(target, table);
    }
  }
  for (const { id: owner, references } of objects) {
    for (const { id, target } of references.filter(({ isMultiValue }) => isMultiValue)) {
      const [name, keys] = [`${owner}.${id}`, keyTables.get(target)];
      if (keys !== undefined) {
        const table = quoteName(`${prefix} lists of ${name}`);
        const select = listTextsSql(quoteName(id), qualify(version.own, owner), keys);
        await connection.run(`CREATE TEMP TABLE ${table} AS ${select}`, [], signal);
        keyTables.set(name, table);
      }
    }
  }
  const lists = new Set(objects.flatMap(({ dimensions }) => dimensions.map(({ membersOf }) => membersOf)));
  return [
    ...objects.map((object) => objectTable(object, version, keyTables)),
    ...[...lists].map((membersOf) => memberTable(membersOf, version)),
  ];
}

/**
 * SQL of the distinct lists in a column of numbers, as `number`, each with the JSON of its keys' texts. It is joined as keys
 * are: a subquery for each row takes forty times as long.
 */
function listTextsSql(column: string, source: string, keys: string): string {
  // Ordered as the stored numbers, which is the order in which the members became known.
  const texts = "list(k.text ORDER BY k.number) FILTER (k.number IS NOT NULL)";
  // An empty list is kept as one row without a number.
  const elements = "unnest(coalesce(nullif(list_distinct(list), []), [NULL]))";
  return `SELECT l.list AS number, to_json(coalesce(${texts}, []::VARCHAR[]))::VARCHAR AS text
    FROM (SELECT list, ${elements} AS element FROM (SELECT DISTINCT ${column} AS list FROM ${source} WHERE ${column} IS NOT NULL)) AS l
    LEFT JOIN ${keys} AS k ON k.number = l.element GROUP BY l.list`;
}

function objectTable(
  object: StoredObject,
  { own, objects, hasUniqueKeys }: ExportedVersion,
  keyTables: ReadonlyMap<string, string>,
): ExportedTable {
  const joins: string[] = [];
  const key = object.kind === "event" ? undefined : keyOf(object);
  const identity: readonly ColumnValue[] =
    key === undefined
      ? [{ column: column("Event_Date", "TIMESTAMP", { allowsNull: false }), value: instantSql('r."$event_time"') }]
      : [
          { column: column(key, "STRING", { isKey: hasUniqueKeys, allowsNull: false }), value: `r.${quoteName(key)}` },
          {
            column: column("Effective_Date", "TIMESTAMP", { isKey: hasUniqueKeys, allowsNull: false }),
            value: instantSql('r."$valid_from"'),
          },
          { column: column("End_Date", "TIMESTAMP"), value: instantSql('r."$valid_to"') },
        ];
  const properties = object.properties
    .filter(({ id }) => id !== key)
    .map(({ id, storage }) => {
      const value = `r.${quoteName(id)}`;
      return { column: column(id, dataTypes[storage]), value: storage === "TIMESTAMP" ? instantSql(value) : value };
    });
  const dimensions = object.dimensions.map(({ id, membersOf }) => {
    const members = quoteName(`member of ${id}`);
    joins.push(
      `LEFT JOIN ${qualify(own, memberTableNameOf(membersOf))} AS ${members} ON ${members}.ordinal = r.${quoteName(id)}`,
    );
    return { column: column(id, "STRING"), value: `${members}.path` };
  });
  const concepts = object.concepts.map(({ id }) => ({ column: column(id, "BOOLEAN"), value: `r.${quoteName(id)}` }));
  const references = object.references.map(({ id, target, isMultiValue }) => {
    const keys = keyTables.get(isMultiValue ? `${object.id}.${id}` : target);
    if (keys === undefined) {
      throw new Error(`The model has no object ${target}, to which ${object.id}.${id} leads.`);
    }
    const of = quoteName(`key of ${id}`);
    joins.push(`LEFT JOIN ${keys} AS ${of} ON ${of}.number = r.${quoteName(id)}`);
    return { column: column(id, isMultiValue ? "ARRAY<STRING>" : "STRING"), value: `${of}.text` };
  });
  const values = [...identity, ...properties, ...dimensions, ...concepts, ...references];
  const targets = object.references.map(({ target }) => target).filter((target) => objects.includes(target));
  const parts = [object.id, ...targets, ...(object.dimensions.length > 0 ? [memberLists] : [])];
  return createTable(object.id, qualify(own, object.id), parts, values, joins.join(" "));
}

function memberTable(membersOf: string, { own }: ExportedVersion): ExportedTable {
  const source = qualify(own, memberTableNameOf(membersOf));
  const values = [
    { column: column("Path", "STRING", { isKey: true, allowsNull: false }), value: "r.path" },
    { column: column("Name", "STRING", { allowsNull: false }), value: "r.name" },
    { column: column("Display_Name", "STRING"), value: "r.display_name" },
    { column: column("Parent", "STRING"), value: "above.path" },
    { column: column("Depth", "INT", { allowsNull: false }), value: "r.depth" },
    { column: column("Is_Leaf", "BOOLEAN", { allowsNull: false }), value: "r.is_leaf" },
  ];
  const joins = `LEFT JOIN ${source} AS above ON above.ordinal = r.parent`;
  return createTable(`${membersOf}--Members`, source, [memberLists], values, joins);
}

function createTable(
  name: string,
  source: string,
  parts: readonly string[],
  values: readonly ColumnValue[],
  joins: string,
): ExportedTable {
  const selected = values.map(({ column: { name: as }, value }) => `${value} AS ${quoteName(as)}`).join(", ");
  return {
    name,
    columns: values.map(({ column }) => column),
    source,
    parts,
    select: (relation) => `SELECT ${selected} FROM ${relation} AS r ${joins}`,
  };
}

function column(
  name: string,
  dataType: ExportedColumn["dataType"],
  { isKey = false, allowsNull = true }: { readonly isKey?: boolean; readonly allowsNull?: boolean } = {},
): ExportedColumn {
  return { name, dataType, allowsNull, isPrimaryKeyComponent: isKey };
}

/** SQL for the ISO 8601 notation of a TIMESTAMP expression, in UTC, with fractions of a second where it has some. */
function instantSql(expression: string): string {
  return `replace(${expression}::VARCHAR, ' ', 'T') || 'Z'`;
}
