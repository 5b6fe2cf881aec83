import { quoteName } from "../../duckdb/database.ts";
import { keyOf, loadSchemasOf } from "../model/load-schema.ts";
import { objectColumnsOf } from "../model/object-table.ts";
import type { StoredObject } from "../model/tenant-model.ts";
import { arrivedSelects, hasMoreAddedKeys, keyNumbersOf, valueColumnsOf, writeAddedKeys } from "./assign-keys.ts";
import {
  type CalculatedRange,
  changesInNewTimeSql,
  rangeChangesSql,
  rangeOrdinalSql,
  readCalculatedRange,
} from "./calculated-ranges.ts";
import { changeCopyOfStates } from "./change-copy.ts";
import { type GivenColumn, givenColumn, storedValuesOf } from "./given-values.ts";
import { uploadedEventsOf } from "./rebuild-events.ts";
import { createTemporary, findObject, groupFiles, instantSql, qualify, type RebuildScope } from "./rebuild-scope.ts";
import { type RebuiltRecords, writeRecords } from "./write-records.ts";

/** A subject with the columns of its table, by how their values are found. */
interface SubjectColumns {
  readonly object: StoredObject;
  /** Columns that a file has. */
  readonly given: readonly GivenColumn[];
  readonly ranges: readonly CalculatedRange[];
  /** Columns whose values are those of the baseline: no file has them. */
  readonly kept: readonly string[];
}

/**
 * Rebuilds the states of a subject's members that files change, and writes its table (semantics.md, "Processing").
 * States long before the first instant that a file has for their member stay as they are. Returns whether it
 * wrote the table: whether there was anything to rebuild or a number that only this table can remember.
 */
export async function rebuildSubject(scope: RebuildScope, object: StoredObject): Promise<boolean> {
  const columns = await readColumns(scope, object);
  await createTouched(scope, columns);
  const [any] = await scope.connection.rows("SELECT 1 FROM rebuild_touched LIMIT 1", [], scope.signal);
  if (!any && !(await hasMoreAddedKeys(scope, object))) {
    return false;
  }
  await createGiven(scope, columns);
  await createFormer(scope, columns);
  await createFilled(scope, columns);
  const rebuilt = await createStates(scope, columns);
  const staying = {
    table: qualify(scope.sources.base, object.id),
    without: 'ANTI JOIN rebuild_begins AS k ON k.key = t."$key" AND t."$valid_from" >= k.begins',
  };
  if (!(await changeCopyOfStates(scope, object, staying, rebuilt))) {
    await writeRecords(scope, object, staying, rebuilt);
  }
  await writeAddedKeys(scope, object);
  return true;
}

async function readColumns(scope: RebuildScope, object: StoredObject): Promise<SubjectColumns> {
  const ranges = await Promise.all(
    object.dimensions.filter(({ kind }) => kind === "range").map((dimension) => readCalculatedRange(scope, dimension)),
  );
  const calculated = new Set(ranges.filter((range) => range !== undefined).map(({ name }) => name));
  const contained = new Set(
    schemasOf(scope, object).flatMap((schema) =>
      groupFiles(scope, schema).flatMap((group) => valueColumnsOf(scope, schema, group.columns)),
    ),
  );
  const stored = objectColumnsOf(object)
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("$") && name !== keyOf(object) && !calculated.has(name));
  return {
    object,
    given: stored.filter((name) => contained.has(name)).map((name) => givenColumn(object, name)),
    ranges: ranges.filter((range) => range !== undefined),
    kept: stored.filter((name) => !contained.has(name)),
  };
}

/** Names of the load schemas of a subject: its own and those of its multi-value references. */
function schemasOf(scope: RebuildScope, object: StoredObject): readonly string[] {
  return loadSchemasOf(scope.model).flatMap(({ name, target }) =>
    target.kind !== "hierarchy" && target.object.id === object.id ? [name] : [],
  );
}

/** Creates `rebuild_touched` (key, text): the members whose states may be other ones than in the base. */
async function createTouched(scope: RebuildScope, { object, ranges }: SubjectColumns): Promise<void> {
  const { contained } = scope;
  const key = quoteName(keyOf(object));
  const numbers = quoteName(keyNumbersOf(object.id));
  // Without contained files, every member with a row of its own is touched.
  const selects = schemasOf(scope, object).flatMap((schema) =>
    contained === 0 && schema === object.id && groupFiles(scope, schema).length > 0
      ? [`SELECT number AS key, text FROM ${numbers} WHERE is_own`]
      : groupFiles(scope, schema, contained).map(
          ({ from }) => `SELECT k.number AS key, k.text FROM ${from} JOIN ${numbers} AS k ON k.text = r.${key}`,
        ),
  );
  for (const schema of schemasOf(scope, object)) {
    for (const select of arrivedSelects(scope, schema, object, () => `r.${key} AS text`)) {
      selects.push(
        `SELECT k.number AS key, k.text FROM (${select}) AS r JOIN ${quoteName(keyNumbersOf(object.id))} AS k ON k.text = r.text`,
      );
    }
  }
  const { endedBy } = object;
  if (endedBy) {
    const { event, reference } = endedBy;
    const id = (columns: readonly string[]) => (columns.includes("Event_ID") ? 'r."Event_ID"' : "NULL::VARCHAR");
    const named = (columns: readonly string[]) => `r.${quoteName(reference)} AS text, ${id(columns)} AS event_id`;
    const rows = (first: number) =>
      groupFiles(scope, event, first).map(({ columns, from }) => `SELECT ${named(columns)} FROM ${from}`);
    const added = [...rows(contained), ...arrivedSelects(scope, event, findObject(scope.model, event), named)];
    if (added.length > 0) {
      // An event that an id gives to another date or member no longer ends the former one.
      selects.push(
        `SELECT k.number AS key, k.text FROM (
           ${added.join(" UNION ALL ")} UNION ALL
           SELECT * FROM (${rows(0).join(" UNION ALL ")}) SEMI JOIN (${added.join(" UNION ALL ")}) AS n USING (event_id)
         ) AS r JOIN ${quoteName(keyNumbersOf(object.id))} AS k ON k.text = r.text`,
      );
    }
  }
  // Ranges of a member that no file mentions go on with the time that the data covers.
  if (scope.dataEnd > scope.formerEnd) {
    for (const range of ranges) {
      selects.push(
        `SELECT t."$key" AS key, t.${key} AS text FROM ${qualify(scope.sources.base, object.id)} AS t
         WHERE t."$valid_to" IS NULL AND (${changesInNewTimeSql(range, `t.${quoteName(range.since)}`, scope)})`,
      );
    }
  }
  const none = "SELECT NULL::BIGINT AS key, NULL::VARCHAR AS text LIMIT 0";
  await createTemporary(
    scope,
    "rebuild_touched",
    `SELECT key, any_value(text) AS text FROM (${selects.length > 0 ? selects.join(" UNION ALL ") : none}) GROUP BY key`,
  );
}

/**
 * Creates `rebuild_given`: what files contain about touched members. `$key`, `$instant`, `$position`; `$opens` 1 if the member exists
 * from `$instant` on, 0 if it ends, NULL if the row does not contain it; the encoded values of the given columns, NULL if not given.
 */
async function createGiven(scope: RebuildScope, { object, given }: SubjectColumns): Promise<void> {
  const selects: string[] = [];
  const ends: string[] = [];
  const keyed = `JOIN ${quoteName(keyNumbersOf(object.id))} AS k ON k.text = r.${quoteName(keyOf(object))}
    ${scope.contained > 0 ? "SEMI JOIN rebuild_touched AS t ON t.key = k.number" : ""}`;
  for (const group of groupFiles(scope, object.id)) {
    const { joins, value } = storedValuesOf(scope, object, group, object.id);
    const has = new Set(valueColumnsOf(scope, object.id, group.columns));
    const values = given.map(
      ({ name, encode }) => `${has.has(name) ? encode(value(name)) : "NULL"} AS ${quoteName(name)}`,
    );
    selects.push(
      `SELECT ${['k.number AS "$key"', 'r."Effective_Date" AS "$instant"', 'r."$position"', '1::TINYINT AS "$opens"', ...values].join(", ")}
       FROM ${group.from} ${keyed} ${joins}`,
    );
    if (group.columns.includes("End_Date")) {
      ends.push(
        `SELECT k.number AS key, r."Effective_Date" AS begins, r."End_Date" AS instant, r."$position" AS position FROM ${group.from} ${keyed}`,
      );
    }
  }
  const references = object.references.filter(({ isMultiValue }) => isMultiValue);
  for (const { id, target } of references) {
    const groups = groupFiles(scope, `${object.id}--${id}`);
    for (const group of groups.filter(({ columns }) => columns.includes(id))) {
      // The rows of one file for a member and a date are one set. It is encoded already: it is never missing.
      const items = `coalesce(list(DISTINCT v.number ORDER BY v.number) FILTER (v.number IS NOT NULL), []::BIGINT[])`;
      const values = given.map(({ name }) => `${name === id ? items : "NULL"} AS ${quoteName(name)}`);
      selects.push(
        `SELECT ${['k.number AS "$key"', 'r."Effective_Date" AS "$instant"', 'max(r."$position") AS "$position"', 'NULL::TINYINT AS "$opens"', ...values].join(", ")}
         FROM ${group.from} ${keyed} LEFT JOIN ${quoteName(keyNumbersOf(target))} AS v ON v.text = r.${quoteName(id)}
         GROUP BY k.number, r."Effective_Date", r."$position" >> 36`,
      );
    }
  }
  const notGiven = given.map(({ name }) => `NULL AS ${quoteName(name)}`);
  if (ends.length > 0) {
    // The last row for a member and a date says whether there is an end.
    selects.push(
      `SELECT ${["key", "instant", "position", '0::TINYINT AS "$opens"', ...notGiven].join(", ")} FROM (
         SELECT key, arg_max_null(instant, position) AS instant, max(position) AS position FROM (${ends.join(" UNION ALL ")}) GROUP BY key, begins
       ) WHERE instant IS NOT NULL`,
    );
  }
  const { endedBy } = object;
  if (endedBy && groupFiles(scope, endedBy.event).length > 0) {
    selects.push(
      `SELECT ${[`e.${quoteName(endedBy.reference)}`, 'e."$event_time"', 'e."$position"', "0::TINYINT", ...notGiven].join(", ")}
       FROM ${quoteName(uploadedEventsOf(endedBy.event))} AS e SEMI JOIN rebuild_touched AS t ON t.key = e.${quoteName(endedBy.reference)}`,
    );
  }
  const types = new Map(objectColumnsOf(object).map(({ name, type }) => [name, type]));
  const typed = given.map(({ name, encode }) => `${encode(`NULL::${types.get(name)}`)} AS ${quoteName(name)}`);
  const empty = `SELECT ${['NULL::BIGINT AS "$key"', 'NULL::TIMESTAMP AS "$instant"', 'NULL::BIGINT AS "$position"', 'NULL::TINYINT AS "$opens"', ...typed].join(", ")} LIMIT 0`;
  await createTemporary(
    scope,
    "rebuild_given",
    `(${empty}) UNION ALL ${selects.map((select) => `(${select})`).join("\nUNION ALL ") || `(${empty})`}`,
  );
}

/**
 * Creates `rebuild_begins` (key, begins): from when on the states of a touched member are rebuilt, the begin of the
 * baseline's last state before the first instant that files have for it. And `rebuild_former`: the baseline's states from
 * then on, with what each one changes.
 */
async function createFormer(scope: RebuildScope, { object, given, kept }: SubjectColumns): Promise<void> {
  const { endedBy } = object;
  // The base ends a member also where an event was before a later file moved it by its id, to another date or member.
  const events = endedBy
    ? groupFiles(scope, endedBy.event).map(
        ({ from }) =>
          `SELECT k.number, r."Event_Date" FROM ${from} JOIN ${quoteName(keyNumbersOf(object.id))} AS k ON k.text = r.${quoteName(endedBy.reference)}`,
      )
    : [];
  const instants = ['SELECT "$key" AS key, "$instant" AS instant FROM rebuild_given', ...events].join(" UNION ALL ");
  const w = 'PARTITION BY t."$key" ORDER BY t."$valid_from"';
  const changed = (names: readonly string[]) =>
    names.length === 0
      ? "FALSE"
      : names.map((name) => `t.${quoteName(name)} IS DISTINCT FROM lag(t.${quoteName(name)}) OVER w`).join(" OR ");
  const baseline = qualify(scope.sources.baseline, object.id);
  await createTemporary(
    scope,
    "rebuild_begins",
    `WITH firsts AS (
       SELECT t.key, s.first FROM rebuild_touched AS t LEFT JOIN (
         SELECT key, min(instant) AS first FROM (${instants}) GROUP BY key
       ) AS s USING (key)
     ), formers AS (
       SELECT f.key, max(t."$valid_from") AS begins FROM ${baseline} AS t
         JOIN firsts AS f ON t."$key" = f.key AND (f.first IS NULL OR t."$valid_from" < f.first) GROUP BY f.key
     )
     SELECT f.key, coalesce(b.begins, f.first) AS begins FROM firsts AS f LEFT JOIN formers AS b USING (key)`,
  );
  await createTemporary(
    scope,
    "rebuild_former",
    `SELECT t."$key", t."$valid_from", t."$valid_to", ${[...kept, ...given.map(({ name }) => name)].map((name) => `t.${quoteName(name)}, `).join("")}
       lag(t."$valid_to") OVER w IS DISTINCT FROM t."$valid_from" AS "$opens",
       lead(t."$valid_from") OVER w IS DISTINCT FROM t."$valid_to" AS "$ends",
       (${changed(kept)}) AS "$changes"${given.map(({ name }) => `, (${changed([name])}) AS ${quoteName(`$changes ${name}`)}`).join("")}
     FROM ${baseline} AS t JOIN rebuild_begins AS k ON k.key = t."$key" AND t."$valid_from" >= k.begins
     WINDOW w AS (${w})`,
  );
}

/**
 * Creates `rebuild_filled`: for each touched member and instant the values that hold from it on. `$key`,
 * `$instant`, `$next_instant`, the given columns, `$former_from` (start of the baseline's state that the kept columns come from) and
 * `$kept`, a number that changes where a kept column does. Names of ours begin with `$`, as no column of a model does.
 */
async function createFilled(scope: RebuildScope, { given }: SubjectColumns): Promise<void> {
  const names = given.map(({ name }) => quoteName(name));
  const former = given.map(
    ({ name, encode }) =>
      `CASE WHEN "$opens" OR ${quoteName(`$changes ${name}`)} THEN ${encode(quoteName(name))} END AS ${quoteName(name)}`,
  );
  await createTemporary(
    scope,
    "rebuild_filled",
    `WITH records AS (
       SELECT "$key", "$instant", "$position", "$opens", NULL::TIMESTAMP AS "$former_from", 0 AS "$changes" ${names.map((name) => `, ${name}`).join("")}
       FROM rebuild_given
       UNION ALL
       SELECT "$key", "$valid_from", -1, CASE WHEN "$opens" THEN 1 END, "$valid_from", "$changes"::INTEGER ${former.map((value) => `, ${value}`).join("")}
       FROM rebuild_former
       UNION ALL
       SELECT "$key", "$valid_to", -1, 0, NULL, 0 ${names.map((name) => `, NULL AS ${name}`).join("")}
       FROM rebuild_former WHERE "$ends" AND "$valid_to" IS NOT NULL
     ), filled AS (
       SELECT "$key", "$instant", lead("$instant") OVER (PARTITION BY "$key" ORDER BY "$instant", "$position") AS "$next_instant",
         last_value("$opens" IGNORE NULLS) OVER w AS "$opens", max("$former_from") OVER w AS "$former_from", sum("$changes") OVER w AS "$kept"
         ${names.map((name) => `, last_value(${name} IGNORE NULLS) OVER w AS ${name}`).join("")}
       FROM records WINDOW w AS (PARTITION BY "$key" ORDER BY "$instant", "$position" ROWS UNBOUNDED PRECEDING)
     )
     SELECT * EXCLUDE ("$opens") FROM filled WHERE "$next_instant" IS DISTINCT FROM "$instant" AND "$opens" = 1`,
  );
}

/**
 * Creates `rebuild_states` and, if equal neighbours were joined, `rebuild_merged` in place of those that were. Returns the SELECT
 * of the rebuilt records, with all columns of the table except those with month numbers.
 */
async function createStates(scope: RebuildScope, columns: SubjectColumns): Promise<RebuiltRecords> {
  const { object, given, ranges, kept } = columns;
  const { connection, signal } = scope;
  await createSpans(scope, columns);
  const compared = [...given.map(({ name }) => name), ...ranges.map(({ name }) => name), "$kept"].map(quoteName);
  // Only keys and digests are sorted here; columns are compared where digests are equal.
  await createTemporary(
    scope,
    "rebuild_joined",
    `SELECT n."$key", n."$begins" FROM (
       SELECT key, begins, former_begins FROM (
         SELECT "$key" AS key, "$begins" AS begins, "$digest" AS digest, lag("$begins") OVER w AS former_begins, lag("$ends") OVER w AS former_end,
           lag("$digest") OVER w AS former_digest
         FROM rebuild_states WINDOW w AS (PARTITION BY "$key" ORDER BY "$begins")
       ) WHERE former_end = begins AND former_digest = digest
     ) AS c JOIN rebuild_states AS n ON n."$key" = c.key AND n."$begins" = c.begins
       JOIN rebuild_states AS f ON f."$key" = c.key AND f."$begins" = c.former_begins
     WHERE ${compared.map((name) => `n.${name} IS NOT DISTINCT FROM f.${name}`).join(" AND ")}`,
  );
  const [joined] = await connection.rows("SELECT 1 FROM rebuild_joined LIMIT 1", [], signal);
  if (joined) {
    // A state ends where the last one that is joined to it does: before the next one that is not, or with the member's last.
    await createTemporary(
      scope,
      "rebuild_merged",
      `SELECT * EXCLUDE ("$former_end", "$last_end") REPLACE (coalesce(lead("$former_end") OVER w, "$last_end") AS "$ends") FROM (
         SELECT *, lag("$ends") OVER w AS "$former_end",
           last_value("$ends") OVER (PARTITION BY "$key" ORDER BY "$begins" ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS "$last_end"
         FROM rebuild_states SEMI JOIN rebuild_joined AS j USING ("$key") WINDOW w AS (PARTITION BY "$key" ORDER BY "$begins")
       ) ANTI JOIN rebuild_joined AS j USING ("$key", "$begins") WINDOW w AS (PARTITION BY "$key" ORDER BY "$begins")`,
    );
  }
  const states = joined
    ? '(FROM rebuild_states ANTI JOIN rebuild_joined USING ("$key") UNION ALL FROM rebuild_merged)'
    : "rebuild_states";
  const values = [
    ...given.map(({ name }) => `s.${quoteName(name)}`),
    ...kept.map((name) => `o.${quoteName(name)}`),
    ...ranges.map(({ name }) => `s.${quoteName(name)}`),
  ];
  return {
    records: `SELECT s."$key", s."$begins" AS "$valid_from", s."$ends" AS "$valid_to", k.text AS ${quoteName(keyOf(object))}
       ${values.map((value) => `, ${value}`).join("")}
     FROM ${states} AS s JOIN rebuild_touched AS k ON k.key = s."$key"
       ${kept.length === 0 ? "" : 'LEFT JOIN rebuild_former AS o ON o."$key" = s."$key" AND o."$valid_from" = s."$former_from"'}`,
    times: `SELECT "$begins" FROM ${states}`,
  };
}

/**
 * Creates `rebuild_states`: the filled values as spans of time (`$begins`, `$ends`), cut where a range changes, with the
 * values of ranges, a `$digest` of what tells neighbours apart and the former state that kept columns come from (`$former_from`).
 */
async function createSpans(scope: RebuildScope, { given, ranges, kept }: SubjectColumns): Promise<void> {
  const decoded = given.map(({ name, decode }) => `${decode(`f.${quoteName(name)}`)} AS ${quoteName(name)}`);
  // Kept columns are wide and nothing here needs them, except the dates that ranges are calculated from.
  const dates = [...new Set(ranges.map(({ since }) => since))].filter((name) => kept.includes(name)).map(quoteName);
  const end = `coalesce("$ends", ${instantSql(scope.dataEnd)})`;
  const valued = ranges.map(
    (range) => `${rangeOrdinalSql(range, quoteName(range.since), '"$begins"')} AS ${quoteName(range.name)}`,
  );
  const compared = [...given.map(({ name }) => name), ...ranges.map(({ name }) => name), "$kept"].map(quoteName);
  await createTemporary(
    scope,
    "rebuild_states",
    `WITH filled AS (
       SELECT f."$key", f."$kept", f."$former_from", f."$instant" AS "$begins", f."$next_instant" AS "$ends"
         ${[...decoded, ...dates.map((name) => `s.${name}`)].map((value) => `, ${value}`).join("")}
       FROM rebuild_filled AS f
         ${dates.length === 0 ? "" : 'LEFT JOIN rebuild_former AS s ON s."$key" = f."$key" AND s."$valid_from" = f."$former_from"'}
     ), spans AS (
       SELECT *, ${rangeChangesSql(ranges, '"$begins"', end)} AS "$cuts" FROM filled
     ), cut AS (
       SELECT * EXCLUDE ("$cuts") FROM spans WHERE "$cuts" IS NULL
       UNION ALL
       SELECT * EXCLUDE ("$cuts") REPLACE (unnest(list_prepend("$begins", "$cuts")) AS "$begins", unnest(list_append("$cuts", "$ends")) AS "$ends")
       FROM spans WHERE "$cuts" IS NOT NULL
     ), valued AS (
       SELECT * ${valued.map((value) => `, ${value}`).join("")} FROM cut
     )
     SELECT * ${dates.length === 0 ? "" : `EXCLUDE (${dates.join(", ")})`}, hash(${compared.join(", ")}) AS "$digest" FROM valued`,
  );
}
