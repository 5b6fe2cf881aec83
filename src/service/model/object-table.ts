import { type Connection, quoteName } from "../../duckdb/database.ts";
import type { StoredObject } from "./tenant-model.ts";

/** A column of the table of an analytic object, named as in `tenant-model.ts`. */
export interface ObjectColumn {
  readonly name: string;
  readonly type: string;
}

/** The columns of an object's table, in their order. */
export function objectColumns(object: StoredObject): readonly ObjectColumn[] {
  const times = object.kind === "event" ? ["$event_time"] : ["$valid_from", "$valid_to"];
  return [
    { name: "$key", type: "BIGINT" },
    ...times.map((name) => ({ name, type: "TIMESTAMP" })),
    ...object.properties.map(({ id, storage }) => ({ name: id, type: storage })),
    ...object.dimensions.map(({ id }) => ({ name: id, type: "INTEGER" })),
    ...object.concepts.map(({ id }) => ({ name: id, type: "BOOLEAN" })),
    ...object.references.map(({ id, isMultiValue }) => ({ name: id, type: isMultiValue ? "BIGINT[]" : "BIGINT" })),
  ];
}

export async function createObjectTable(
  connection: Connection,
  object: StoredObject,
  signal?: AbortSignal,
): Promise<void> {
  const columns = objectColumns(object).map(({ name, type }) => `${quoteName(name)} ${type}`);
  await connection.run(`CREATE TABLE ${quoteName(object.id)} (${columns.join(", ")})`, [], signal);
}
