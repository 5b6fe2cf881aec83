import { quoteName } from "../../duckdb/database.ts";
import { findLoadSchema, keyOf, loadSchemasOf } from "../model/load-schema.ts";
import type { StoredObject } from "../model/tenant-model.ts";
import {
  countRows,
  createTemporary,
  findObject,
  groupFiles,
  hasTable,
  keyTableNameOf,
  qualify,
  type RebuildScope,
} from "./rebuild-scope.ts";

/** Name of the temporary table (text, number, is_own) with the `$key` of each member that files mention and that
 * exists; `is_own` if a file has rows of its own for it. */
export function keyNumbersOf(object: string): string {
  return `rebuild_keys:${object}`;
}

/**
 * Name of the temporary table (text) with the members of a subject that new files make exist. Rows of files that the base
 * contains may name them already; their references led nowhere and lead to them now.
 */
function arrivedKeysOf(object: string): string {
  return `rebuild_arrived:${object}`;
}

/**
 * SELECTs of the rows `r` of the contained files of a load schema that refer to members which arrived. `select` gives the
 * selected columns for the columns of a file.
 */
export function arrivedSelects(
  scope: RebuildScope,
  schema: string,
  object: StoredObject,
  select: (columns: readonly string[]) => string,
): readonly string[] {
  const isOwn = (target: string) =>
    scope.contained > 0 && keySelects(scope, findObject(scope.model, target)).length > 0;
  return groupFiles(scope, schema, 0, scope.contained).flatMap(({ columns, from }) =>
    object.references
      .filter(({ id, target }) => columns.includes(id) && isOwn(target))
      .map(
        ({ id, target }) =>
          `SELECT ${select(columns)} FROM ${from} SEMI JOIN ${quoteName(arrivedKeysOf(target))} AS a ON a.text = r.${quoteName(id)}`,
      ),
  );
}

/**
 * Finds the `$key`s of the members of subjects that files mention, and gives new members new ones. Creates
 * `keyNumbersOf` for each object that files name a member of. A number is never given to another member, also if the
 * member is in no later version.
 */
export async function assignKeys(scope: RebuildScope): Promise<void> {
  for (const object of scope.model.objects.filter(({ kind }) => kind === "subject")) {
    await assignKeysOf(scope, object);
  }
}

async function assignKeysOf(scope: RebuildScope, object: StoredObject): Promise<void> {
  const rows = keySelects(scope, object);
  const references = referenceSelects(scope, object);
  const numbers = keyNumbersOf(object.id);
  if (rows.length + references.length === 0) {
    return;
  }
  const all = [
    ...rows.map((select) => `SELECT text, TRUE AS is_own FROM (${select})`),
    ...references.map((select) => `SELECT text, FALSE AS is_own FROM (${select})`),
  ];
  await createTemporary(
    scope,
    "rebuild_mentions",
    `SELECT text, bool_or(is_own) AS is_own FROM (${all.join(" UNION ALL ")}) WHERE text IS NOT NULL GROUP BY text`,
  );
  // An object of another category is in `base` with the members that its own loads added.
  const key = quoteName(keyOf(object));
  const stored = [scope.sources.baseline, scope.sources.base].map((schema) => qualify(schema, object.id));
  const isOwn = rows.length > 0;
  await createTemporary(
    scope,
    numbers,
    `SELECT m.text, min(o."$key") AS number, any_value(m.is_own) AS is_own FROM ${stored[isOwn ? 0 : 1]} AS o JOIN rebuild_mentions AS m ON m.text = o.${key} GROUP BY m.text`,
  );
  if (!isOwn) {
    return;
  }
  if (scope.contained > 0) {
    const own = (first: number, end?: number) => keySelects(scope, object, first, end).join(" UNION ALL ");
    const [added, contained] = [own(scope.contained), own(0, scope.contained)];
    await createTemporary(
      scope,
      arrivedKeysOf(object.id),
      added === ""
        ? "SELECT NULL::VARCHAR AS text LIMIT 0"
        : `SELECT DISTINCT text FROM (${added}) ANTI JOIN ${quoteName(numbers)} USING (text)
           ${contained === "" ? "" : `ANTI JOIN (${contained}) AS c USING (text)`}`,
    );
  }
  const former = await hasTable(scope.connection, scope.sources.newest, keyTableNameOf(object.id));
  await createTemporary(
    scope,
    `rebuild_added:${object.id}`,
    former
      ? `FROM ${qualify(scope.sources.newest, keyTableNameOf(object.id))}`
      : "SELECT NULL::VARCHAR AS text, NULL::BIGINT AS number LIMIT 0",
  );
  const added = quoteName(`rebuild_added:${object.id}`);
  await createTemporary(
    scope,
    "rebuild_new",
    `SELECT text FROM rebuild_mentions ANTI JOIN ${quoteName(numbers)} USING (text) WHERE is_own`,
  );
  await scope.connection.run(
    `INSERT INTO ${added} SELECT text, greatest(
       (SELECT coalesce(max("$key"), 0) FROM ${stored[0]}), (SELECT coalesce(max(number), 0) FROM ${added})
     ) + row_number() OVER (ORDER BY text) FROM rebuild_new ANTI JOIN ${added} USING (text)`,
    [],
    scope.signal,
  );
  await scope.connection.run(
    `INSERT INTO ${quoteName(numbers)} SELECT text, number, TRUE FROM ${added} SEMI JOIN rebuild_new USING (text)`,
    [],
    scope.signal,
  );
}

/** Writes the `$key`s of the members that the baseline does not have beside the object's table. */
export async function writeAddedKeys(scope: RebuildScope, object: StoredObject): Promise<void> {
  const [exists] = await scope.connection.rows("SELECT 1 FROM duckdb_tables() WHERE temporary AND table_name = ?", [
    `rebuild_added:${object.id}`,
  ]);
  const former = await hasTable(scope.connection, scope.sources.newest, keyTableNameOf(object.id));
  const source = exists
    ? quoteName(`rebuild_added:${object.id}`)
    : former
      ? qualify(scope.sources.newest, keyTableNameOf(object.id))
      : undefined;
  if (source) {
    await scope.connection.run(
      `CREATE TABLE ${await scope.targetOf(object.id)}.${quoteName(keyTableNameOf(object.id))} AS FROM ${source}`,
      [],
      scope.signal,
    );
  }
}

/** Whether the newest version knows numbers of members that the base does not. A new version must not forget them. */
export async function hasMoreAddedKeys(scope: RebuildScope, { id }: StoredObject): Promise<boolean> {
  const counts = await Promise.all(
    [scope.sources.newest, scope.sources.base].map((schema) => countRows(scope, schema, keyTableNameOf(id))),
  );
  return (counts[0] ?? 0) > (counts[1] ?? 0);
}

/** SELECTs of the keys in the files of a subject's own rows. These files are what makes a member exist. */
function keySelects(scope: RebuildScope, object: StoredObject, first?: number, end?: number): readonly string[] {
  return groupFiles(scope, object.id, first, end).map(
    ({ from }) => `SELECT r.${quoteName(keyOf(object))} AS text FROM ${from}`,
  );
}

/** SELECTs of all other keys of a subject in files: of multi-value rows and of references to it. */
function referenceSelects(scope: RebuildScope, object: StoredObject): readonly string[] {
  return loadSchemasOf(scope.model).flatMap(({ name, target, columns }) => {
    const named = columns
      .filter(({ role, name: column }) =>
        role === "key"
          ? target.kind === "multiValue" && target.object.id === object.id
          : role === "reference" && target.kind !== "hierarchy" && targetOf(scope, target.object, column) === object.id,
      )
      .map((column) => column.name);
    return named.flatMap((column) =>
      groupFiles(scope, name)
        .filter((group) => group.columns.includes(column))
        .map(({ from }) => `SELECT r.${quoteName(column)} AS text FROM ${from}`),
    );
  });
}

function targetOf(scope: RebuildScope, object: StoredObject, reference: string): string | undefined {
  return findObject(scope.model, object.id).references.find(({ id }) => id === reference)?.target;
}

/** Returns the names of the columns of a file's load schema that have values, without keys and dates. */
export function valueColumnsOf(scope: RebuildScope, schema: string, columns: readonly string[]): readonly string[] {
  const roles = new Set(["property", "dimension", "concept", "reference"]);
  const found = findLoadSchema(scope.model, schema)?.columns ?? [];
  return found.filter(({ name, role }) => roles.has(role) && columns.includes(name)).map(({ name }) => name);
}
