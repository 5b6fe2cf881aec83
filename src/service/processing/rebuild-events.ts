import { quoteName } from "../../duckdb/database.ts";
import { objectColumnsOf } from "../model/object-table.ts";
import type { StoredObject } from "../model/tenant-model.ts";
import { valueColumnsOf } from "./assign-keys.ts";
import { type GivenColumn, givenColumn, storedValuesOf } from "./given-values.ts";
import { createTemporary, groupFiles, qualify, type RebuildScope } from "./rebuild-scope.ts";
import { writeRecords } from "./write-records.ts";

/** Name of the temporary table ($key, $event_time, the event's columns, `$position`) of an object's uploaded events. */
export function uploadedEventsOf(object: string): string {
  return `rebuild_events:${object}`;
}

/**
 * Determines the events that files of an object contain, over all files. A row with an `Event_ID` is the event of that
 * id, another one the event of its subject and date; the last row of an event has its values, except in columns that
 * its file does not have. Events of a subject that does not exist are left out. Creates `uploadedEventsOf`.
 */
export async function collectEvents(scope: RebuildScope, object: StoredObject): Promise<void> {
  const groups = groupFiles(scope, object.id);
  if (groups.length === 0) {
    return;
  }
  const subject = object.references[0]?.id;
  if (subject === undefined) {
    throw new Error(`The event ${object.id} has no reference to its subject.`);
  }
  const stored = objectColumnsOf(object)
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("$"));
  const columns = stored.map((name) => givenColumn(object, name));
  const baseline = qualify(scope.sources.baseline, object.id);
  const rows = groups.map((group) => {
    const { joins, value } = storedValuesOf(scope, object, group, object.id);
    const given = new Set(valueColumnsOf(scope, object.id, group.columns));
    const id = group.columns.includes("Event_ID") ? 'r."Event_ID"' : "NULL::VARCHAR";
    return `SELECT ${value(subject)} AS "$subject", r."Event_Date" AS "$event_time", ${id} AS "$event_id", r."$position",
      ${columns.map((column) => `${given.has(column.name) ? column.encode(value(column.name)) : "NULL"} AS ${quoteName(column.name)}`).join(", ")}
      FROM ${group.from} ${joins} WHERE ${value(subject)} IS NOT NULL`;
  });
  await createTemporary(scope, "rebuild_event_rows", rows.join("\nUNION ALL "));
  const encoded = columns.map(
    (column) => `${column.encode(`t.${quoteName(column.name)}`)} AS ${quoteName(column.name)}`,
  );
  const ofRow = (name: string) => `CASE WHEN "$event_id" IS NULL THEN ${name} END`;
  const identity = `"$event_id", ${ofRow('"$subject"')}, ${ofRow('"$event_time"')}`;
  await createTemporary(
    scope,
    uploadedEventsOf(object.id),
    `WITH records AS (
       SELECT *, NULL::BIGINT AS "$key" FROM rebuild_event_rows
       UNION ALL BY NAME
       SELECT t.${quoteName(subject)} AS "$subject", t."$event_time", NULL::VARCHAR AS "$event_id", -1 AS "$position",
         ${encoded.join(", ")}, t."$key"
       FROM ${baseline} AS t SEMI JOIN (FROM rebuild_event_rows WHERE "$event_id" IS NULL) AS u
         ON u."$subject" = t.${quoteName(subject)} AND u."$event_time" = t."$event_time"
     ), folded AS (
       SELECT "$event_time", "$position", "$event_id", min("$key") OVER w AS "$key",
         lead("$position") OVER (PARTITION BY ${identity} ORDER BY "$position", "$key") AS "$next_position",
         ${columns.map(({ name }) => `last_value(${quoteName(name)} IGNORE NULLS) OVER w AS ${quoteName(name)}`).join(", ")}
       FROM records WINDOW w AS (PARTITION BY ${identity} ORDER BY "$position", "$key" ROWS UNBOUNDED PRECEDING)
     )
     SELECT coalesce("$key", (SELECT coalesce(max(t."$key"), 0) FROM ${baseline} AS t)
         + row_number() OVER (PARTITION BY f."$key" IS NULL ORDER BY f."$event_time", f."$position")) AS "$key",
       "$event_time", "$position", "$event_id",
       ${decodedColumns(columns)}
     FROM folded AS f WHERE "$next_position" IS NULL`,
  );
}

function decodedColumns(columns: readonly GivenColumn[]): string {
  return columns.map(({ name, decode }) => `${decode(quoteName(name))} AS ${quoteName(name)}`).join(", ");
}

/** Writes the table of an event object: the baseline's events that no file replaces, and those of `collectEvents`. */
export async function writeEvents(scope: RebuildScope, object: StoredObject): Promise<void> {
  const subject = quoteName(object.references[0]?.id ?? "");
  const uploaded = quoteName(uploadedEventsOf(object.id));
  await writeRecords(
    scope,
    object,
    {
      table: qualify(scope.sources.baseline, object.id),
      without: `ANTI JOIN (FROM ${uploaded} WHERE "$event_id" IS NULL) AS u
        ON u.${subject} = t.${subject} AND u."$event_time" = t."$event_time"`,
    },
    {
      records: `SELECT * EXCLUDE ("$position", "$event_id") FROM ${uploaded}`,
      times: `SELECT "$event_time" FROM ${uploaded}`,
    },
  );
}
