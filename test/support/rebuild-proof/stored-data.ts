import { type Connection, quoteText, type SqlRow, type SqlValue } from "../../../src/duckdb/database.ts";
import { findLoadSchema, keyOf } from "../../../src/service/model/load-schema.ts";
import {
  createMemberTable,
  flattenMembers,
  type MemberNode,
  memberTableNameOf,
} from "../../../src/service/model/member-tree.ts";
import { createObjectTable, insertRecords, objectColumnsOf } from "../../../src/service/model/object-table.ts";
import type { StoredObject, TenantModel } from "../../../src/service/model/tenant-model.ts";
import type { Plain, PlainData, PlainMember, PlainRecord, ReceivedFile } from "../evaluator/processing/received.ts";

/** Creates the tables of a model in the connection's schema from data without numbers. */
export async function storeData(connection: Connection, model: TenantModel, data: PlainData): Promise<void> {
  const ordinals = new Map<string, Map<string, number>>();
  for (const dimension of model.objects.flatMap(({ dimensions }) => dimensions)) {
    const { membersOf, kind } = dimension;
    if (!ordinals.has(membersOf)) {
      const members = flattenMembers(treeOf(data.members.get(membersOf) ?? []), kind === "parentChild" ? 1 : 0);
      await createMemberTable(connection, membersOf, members);
      ordinals.set(membersOf, new Map(members.map(({ path, ordinal }) => [path, ordinal])));
    }
  }
  const keys = new Map(
    model.objects.map(({ id }) => {
      const texts = [...new Set((data.records.get(id) ?? []).map(({ key }) => key))].sort();
      return [id, new Map(texts.map((text, index) => [text, index + 1]))];
    }),
  );
  for (const object of model.objects) {
    await createObjectTable(connection, object);
    const records = (data.records.get(object.id) ?? []).toSorted((one, other) => one.from - other.from);
    const rows = records.map((record, index) => storedRow(object, record, index, ordinals, keys));
    const columns = objectColumnsOf(object).filter(({ name }) => !name.endsWith("_month"));
    await insertRecords(connection, object, selectRows(columns, rows));
  }
}

function treeOf(members: readonly PlainMember[], prefix = ""): readonly MemberNode[] {
  return members
    .filter(({ path }) => path.startsWith(prefix) && !path.slice(prefix.length).includes("."))
    .map(({ path, displayName }) => ({
      name: path.slice(prefix.length),
      displayName,
      children: treeOf(members, `${path}.`),
    }));
}

type Row = Record<string, unknown>;
type Numbers = ReadonlyMap<string, ReadonlyMap<string, number>>;

function storedRow(
  object: StoredObject,
  { key, from, to, values }: PlainRecord,
  index: number,
  ordinals: Numbers,
  keys: Numbers,
): Row {
  const row: Row =
    object.kind === "event"
      ? { $key: index + 1, $event_time: iso(from) }
      : { $key: keys.get(object.id)?.get(key), $valid_from: iso(from), $valid_to: to === null ? null : iso(to) };
  for (const { id, storage } of object.properties) {
    const value = values.get(id);
    row[id] = storage === "TIMESTAMP" && typeof value === "number" ? iso(value) : (value ?? null);
  }
  for (const { id, membersOf } of object.dimensions) {
    row[id] = ordinals.get(membersOf)?.get(String(values.get(id))) ?? null;
  }
  for (const { id } of object.concepts) {
    row[id] = values.get(id) ?? null;
  }
  for (const { id, target } of object.references) {
    const value = values.get(id) ?? null;
    const numberOf = (text: Plain) => keys.get(target)?.get(String(text));
    row[id] = Array.isArray(value) ? value.map(numberOf) : (numberOf(value as Plain) ?? null);
  }
  return row;
}

const iso = (instant: number): string => new Date(instant).toISOString().slice(0, -1);

function selectRows(
  columns: readonly { readonly name: string; readonly type: string }[],
  rows: readonly Row[],
): string {
  const structure = Object.fromEntries(
    columns.map(({ name, type }) => [name, type.endsWith("[]") ? [type.slice(0, -2)] : type]),
  );
  return `SELECT unnest(from_json(${quoteText(JSON.stringify(rows))}, ${quoteText(JSON.stringify([structure]))}), recursive := true)`;
}

/** Writes a received file as Parquet, as receiving does. */
export async function storeFile(
  connection: Connection,
  model: TenantModel,
  file: ReceivedFile,
  path: string,
): Promise<void> {
  const schema = findLoadSchema(model, file.schema);
  const columns = (schema?.columns ?? []).filter(({ name }) => file.columns.includes(name));
  const rows = file.rows.map((row) => ({
    ...Object.fromEntries(
      columns.map(({ name, type }) => {
        const value = row[name] ?? null;
        return [name, type === "TIMESTAMP" && typeof value === "number" ? iso(value) : value];
      }),
    ),
    $line: null,
  }));
  const select = selectRows([...columns, { name: "$line", type: "BIGINT" }], rows);
  await connection.run(`COPY (${select}) TO ${quoteText(path)} (FORMAT parquet)`);
}

/** Reads what the tables of a schema hold, without numbers. References to members without a state are missing. */
export async function readData(
  connection: Connection,
  model: TenantModel,
  tableOf: (table: string) => string,
  dataEnd: number,
): Promise<PlainData> {
  const members = new Map<string, readonly PlainMember[]>();
  const paths = new Map<string, Map<number, string>>();
  for (const { membersOf } of model.objects.flatMap(({ dimensions }) => dimensions)) {
    if (!members.has(membersOf)) {
      const rows = await connection.rows(`SELECT * FROM ${tableOf(memberTableNameOf(membersOf))} ORDER BY ancestors`);
      checkTree(membersOf, rows);
      members.set(
        membersOf,
        rows.map(({ path, display_name: name }) => ({ path: String(path), displayName: String(name) })),
      );
      paths.set(membersOf, new Map(rows.map(({ ordinal, path }) => [Number(ordinal), String(path)])));
    }
  }
  const stored = new Map<string, SqlRow[]>();
  const keys = new Map<string, Map<number, string>>();
  for (const object of model.objects) {
    const rows = await connection.rows(`SELECT * FROM ${tableOf(object.id)}`);
    stored.set(object.id, rows);
    if (object.kind === "subject") {
      keys.set(object.id, new Map(rows.map((row) => [Number(row.$key), String(row[keyOf(object)])])));
    }
  }
  const records = model.objects.map((object): [string, readonly PlainRecord[]] => [
    object.id,
    (stored.get(object.id) ?? []).map((row) => plainRecord(object, row, paths, keys)),
  ]);
  return { records: new Map(records), members, dataEnd };
}

function plainRecord(
  object: StoredObject,
  row: SqlRow,
  paths: ReadonlyMap<string, ReadonlyMap<number, string>>,
  keys: ReadonlyMap<string, ReadonlyMap<number, string>>,
): PlainRecord {
  const values = new Map<string, Plain>();
  for (const { id } of [...object.properties, ...object.concepts]) {
    values.set(id, plain(row[id]));
  }
  for (const { id, membersOf } of object.dimensions) {
    const ordinal = row[id];
    values.set(
      id,
      ordinal === null ? null : (paths.get(membersOf)?.get(Number(ordinal)) ?? `ordinal ${String(ordinal)}`),
    );
  }
  for (const { id, target, isMultiValue } of object.references) {
    const value = row[id];
    const textOf = (number: unknown) => keys.get(target)?.get(Number(number)) ?? null;
    values.set(
      id,
      isMultiValue
        ? itemsOf(value)
            .map(textOf)
            .filter((text) => text !== null)
            .sort()
        : value === null
          ? null
          : textOf(value),
    );
  }
  if (object.kind === "event") {
    return { key: "", from: Number(plain(row.$event_time)), to: null, values };
  }
  const to = plain(row.$valid_to);
  return {
    key: String(row[keyOf(object)]),
    from: Number(plain(row.$valid_from)),
    to: to === null ? null : Number(to),
    values,
  };
}

function itemsOf(value: SqlValue | undefined): readonly unknown[] {
  return typeof value === "object" && value !== null && "items" in value && Array.isArray(value.items)
    ? value.items
    : [];
}

function plain(value: SqlValue | undefined): Plain {
  if (typeof value === "object" && value !== null && "micros" in value) {
    return Number(value.micros) / 1000;
  }
  return typeof value === "bigint" ? Number(value) : ((value ?? null) as Plain);
}

/** Throws if columns of a member table contradict each other. */
function checkTree(list: string, rows: readonly SqlRow[]): void {
  const byOrdinal = new Map(rows.map((row) => [Number(row.ordinal), row]));
  for (const { ordinal, parent, depth, path, name, ancestors, is_leaf: isLeaf } of rows) {
    const above = parent === null ? undefined : byOrdinal.get(Number(parent));
    const isRight =
      path === (above ? `${String(above.path)}.${String(name)}` : name) &&
      (above === undefined || Number(depth) === Number(above.depth) + 1) &&
      itemsOf(ancestors).join() === [...itemsOf(above?.ancestors), ordinal].join() &&
      isLeaf === !rows.some((row) => row.parent !== null && Number(row.parent) === Number(ordinal));
    if (!isRight || byOrdinal.size !== rows.length) {
      throw new Error(`The list ${list} is no tree at ${String(path)}.`);
    }
  }
}
