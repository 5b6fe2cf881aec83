import { type Connection, quoteName, type SqlRow, type SqlValue } from "../../../src/duckdb/database.ts";
import { memberTableNameOf } from "../../../src/service/model/member-tree.ts";
import type { StoredObject, TenantModel } from "../../../src/service/model/tenant-model.ts";
import { type Value, Workforce, type WorkforceMember, type WorkforceRecord } from "./workforce.ts";

/** Reads every record and member of a tenant, as they are stored, in the order in which they are stored. */
export async function loadWorkforce(connection: Connection, model: TenantModel): Promise<Workforce> {
  const records = new Map<string, readonly WorkforceRecord[]>();
  const members = new Map<string, readonly WorkforceMember[]>();
  for (const object of model.objects) {
    const rows = await connection.rows(`SELECT * FROM ${quoteName(object.id)}`);
    records.set(
      object.id,
      rows.map((row) => recordOf(object, row)),
    );
    for (const { membersOf } of object.dimensions) {
      const list = await connection.rows(`SELECT * FROM ${quoteName(memberTableNameOf(membersOf))}`);
      members.set(
        membersOf,
        list.map(memberOf).sort((left, right) => compareAncestors(left.ancestors, right.ancestors)),
      );
    }
  }
  return new Workforce(model, records, members);
}

/** A parent comes before its children, siblings by their ordinals. */
function compareAncestors(left: readonly number[], right: readonly number[]): number {
  const index = left.findIndex((ordinal, at) => ordinal !== right[at]);
  return index < 0 ? left.length - right.length : (left[index] ?? 0) - (right[index] ?? -1);
}

function recordOf(object: StoredObject, row: SqlRow): WorkforceRecord {
  const attributes = [...object.properties, ...object.dimensions, ...object.concepts, ...object.references];
  const values = new Map(attributes.map(({ id }) => [id, readValue(row[id])]));
  const key = Number(row.$key);
  if (object.kind === "event") {
    return { key, begins: Number(readValue(row.$event_time)), ends: null, values };
  }
  const ends = readValue(row.$valid_to);
  return {
    key,
    begins: Number(readValue(row.$valid_from)),
    ends: ends === null ? null : Number(ends),
    values,
  };
}

function memberOf(row: SqlRow): WorkforceMember {
  const ancestors = readValue(row.ancestors);
  return {
    ordinal: Number(row.ordinal),
    depth: Number(row.depth),
    name: String(row.name),
    displayName: String(row.display_name),
    path: String(row.path),
    ancestors: isNumbers(ancestors) ? ancestors : [],
    isLeaf: row.is_leaf === true,
  };
}

function isNumbers(value: Value): value is readonly number[] {
  return Array.isArray(value);
}

function readValue(value: SqlValue | undefined): Value {
  if (value === null || value === undefined) {
    return null;
  }
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return value;
  }
  if (typeof value === "bigint") {
    return Number(value);
  }
  if (typeof value === "object" && "micros" in value && typeof value.micros === "bigint") {
    return Number(value.micros) / 1000;
  }
  if (typeof value === "object" && "items" in value && Array.isArray(value.items)) {
    return value.items.map(Number);
  }
  throw new Error("Reading a tenant's records: a column has a type that no analytic object is stored with.");
}
