import { type Connection, quoteName } from "../../duckdb/database.ts";
import type { StoredObject } from "./tenant-model.ts";

/** A column of an analytic object's table, as described in `tenant-model.ts`. */
interface ObjectColumn {
  readonly name: string;
  readonly type: string;
  readonly isRequired?: true;
}

/** Returns the columns of an analytic object's table, in table order. */
export function objectColumnsOf(object: StoredObject): readonly ObjectColumn[] {
  const times = object.kind === "event" ? ["$event_time"] : ["$valid_from", "$valid_to"];
  return [
    { name: "$key", type: "BIGINT" },
    ...times.map((name) => ({ name, type: "TIMESTAMP" })),
    ...monthColumnsOf(object).map(({ name }) => ({ name, type: "INTEGER", isRequired: true }) as const),
    ...object.properties.map(({ id, storage }) => ({ name: id, type: storage })),
    ...object.dimensions.map(({ id }) => ({ name: id, type: "INTEGER" })),
    ...object.concepts.map(({ id }) => ({ name: id, type: "BOOLEAN" })),
    ...object.references.map(({ id, isMultiValue }) => ({ name: id, type: isMultiValue ? "BIGINT[]" : "BIGINT" })),
  ];
}

/** Creates an object's table, named by its id or by a quoted, qualified name. */
export async function createObjectTable(
  connection: Connection,
  object: StoredObject,
  signal?: AbortSignal,
  table = quoteName(object.id),
): Promise<void> {
  const columns = objectColumnsOf(object).map(
    ({ name, type, isRequired }) => `${quoteName(name)} ${type}${isRequired ? " NOT NULL" : ""}`,
  );
  await connection.run(`CREATE TABLE ${table} (${columns.join(", ")})`, [], signal);
}

/**
 * Inserts the rows of a SELECT into an object's table, in the order of the SELECT. The SELECT must return the object's
 * columns by name, except those with month numbers.
 */
export async function insertRecords(
  connection: Connection,
  object: StoredObject,
  select: string,
  signal?: AbortSignal,
  table = quoteName(object.id),
): Promise<void> {
  const columns = ["*", ...monthColumnsOf(object).map(({ name, value }) => `${value} AS ${quoteName(name)}`)];
  const rows = `SELECT ${columns.join(", ")} FROM (${select})`;
  await connection.run(`INSERT INTO ${table} BY NAME ${rows}`, [], signal);
}

/**
 * Columns with the month numbers of a state's instants. Comparing them takes a third of the time that timestamps take.
 */
export function monthColumnsOf(object: StoredObject): readonly { readonly name: string; readonly value: string }[] {
  const until = `coalesce(${monthNumberSql('"$valid_to"')}, ${noMonth})`;
  return object.kind === "event"
    ? []
    : [
        { name: "$from_month", value: monthNumberSql('"$valid_from"') },
        { name: "$to_month", value: until },
      ];
}

/** Month number of an open end, which is later than every month. */
const noMonth = 2_147_483_647;

/** SQL for the month, in UTC, of a TIMESTAMP expression: the number of months since January 1970. */
function monthNumberSql(expression: string): string {
  return `date_diff('month', TIMESTAMP '1970-01-01', ${expression})::INTEGER`;
}

/**
 * Returns the number of the month that begins at an instant in epoch milliseconds. Returns undefined if no month begins
 * at the instant.
 */
export function findMonthBeginningAt(instant: number): number | undefined {
  const date = new Date(instant);
  const number = (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
  return Date.UTC(1970, number) === instant ? number : undefined;
}
