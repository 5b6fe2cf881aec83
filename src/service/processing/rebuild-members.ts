import { quoteName } from "../../duckdb/database.ts";
import { JobFailure } from "../jobs/job-failure.ts";
import { loadSchemasOf } from "../model/load-schema.ts";
import { memberTableColumns, memberTableNameOf } from "../model/member-tree.ts";
import type { StoredDimension } from "../model/tenant-model.ts";
import { memberLists } from "../store/data-version-store.ts";
import {
  countRows,
  createTemporary,
  describePosition,
  groupFiles,
  hasTable,
  ordinalTableNameOf,
  qualify,
  type RebuildScope,
} from "./rebuild-scope.ts";

/** Deepest hierarchy; a deeper one is taken for a cycle. */
const maxDepth = 100;

/** Name of the temporary table (text, ordinal) that says which member a text in the files means. */
export function memberTextsOf(membersOf: string): string {
  return `rebuild_texts:${membersOf}`;
}

function ordinalsOf(membersOf: string): string {
  return `rebuild_ordinals:${membersOf}`;
}

/**
 * Rebuilds the member lists that files mention. Creates `memberTextsOf` for each. If a list differs from that of the
 * base version, writes the tables of all lists of the data category to the target; returns whether it did.
 *
 * A member keeps its ordinal as long as the tenant exists. A leveled dimension's member is identified by its path, a
 * parent-child dimension's member by its name, or by its path if the baseline has several members of that name.
 */
export async function rebuildMembers(scope: RebuildScope): Promise<boolean> {
  const { connection, model, signal } = scope;
  const { newest, base } = scope.sources;
  const dimensions = model.objects
    .filter(({ id }) => scope.objects.includes(id))
    .flatMap((object) => object.dimensions);
  const lists = [...new Map(dimensions.map((dimension) => [dimension.membersOf, dimension])).values()];
  const changed = new Set<string>();
  let isWritten = false;
  for (const dimension of lists) {
    const { membersOf } = dimension;
    const ordinals = ordinalTableNameOf(membersOf);
    const isOpen = dimensions.some((one) => one.membersOf === membersOf && one.isOpen);
    await createTemporary(
      scope,
      ordinalsOf(membersOf),
      (await hasTable(connection, newest, ordinals))
        ? `FROM ${qualify(newest, ordinals)}`
        : "SELECT NULL::VARCHAR AS id, NULL::INTEGER AS ordinal LIMIT 0",
    );
    if (await rebuildList(scope, dimension, isOpen)) {
      changed.add(membersOf);
    }
    // The new version must not forget the ordinals that the newest one knows.
    const isForgotten = (await countRows(scope, newest, ordinals)) > (await countRows(scope, base, ordinals));
    isWritten ||= changed.has(membersOf) || isForgotten;
  }
  if (!isWritten) {
    return false;
  }
  const target = await scope.targetOf(memberLists);
  for (const { membersOf } of lists) {
    const name = memberTableNameOf(membersOf);
    const table = `${target}.${quoteName(name)}`;
    const source = changed.has(membersOf) ? quoteName(`rebuild_members:${membersOf}`) : qualify(base, name);
    await connection.run(`CREATE TABLE ${table} (${memberTableColumns})`, [], signal);
    await connection.run(`INSERT INTO ${table} FROM ${source} ORDER BY ancestors`, [], signal);
    await connection.run(
      `CREATE TABLE ${target}.${quoteName(ordinalTableNameOf(membersOf))} AS FROM ${quoteName(ordinalsOf(membersOf))}`,
      [],
      signal,
    );
  }
  return true;
}

async function rebuildList(scope: RebuildScope, dimension: StoredDimension, isOpen: boolean): Promise<boolean> {
  const { connection, signal } = scope;
  const { membersOf, kind } = dimension;
  const texts = textSelects(scope, membersOf);
  const hierarchy = kind === "parentChild" ? hierarchySelects(scope, membersOf) : [];
  if (kind === "range" || texts.length + hierarchy.length === 0) {
    return false;
  }
  const isTree = kind === "parentChild";
  const baseline = qualify(scope.sources.baseline, memberTableNameOf(membersOf));
  const id = isTree ? "CASE WHEN count(*) OVER (PARTITION BY m.name) = 1 THEN m.name ELSE m.path END" : "m.path";
  await createTemporary(
    scope,
    "rebuild_known",
    `WITH known AS (SELECT m.*, ${id} AS id FROM ${baseline} AS m)
     SELECT known.*, above.id AS parent_id, count(*) OVER (PARTITION BY known.name) = 1 AS is_only
     FROM known LEFT JOIN known AS above ON above.ordinal = known.parent`,
  );
  // A text is a path, else a name that only one member has, else it names a new member.
  const newId = isTree ? "string_split(t.text, '.')[-1]" : "t.text";
  await createTemporary(
    scope,
    "rebuild_found",
    `WITH texts AS (
       SELECT text, min("$position") AS position, bool_or(defines) AS defines
       FROM (${[...texts, ...hierarchy.map(({ texts: sql }) => sql)].join(" UNION ALL ")}) WHERE text IS NOT NULL GROUP BY text
     )
     SELECT t.text, t.position, t.defines, coalesce(p.id, n.id, ${newId}) AS id, p.id IS NULL AND n.id IS NULL AS is_new
     FROM texts AS t LEFT JOIN rebuild_known AS p ON p.path = t.text
       LEFT JOIN rebuild_known AS n ON n.name = t.text AND n.is_only`,
  );
  if (!isOpen) {
    const [unknown] = await connection.rows(
      `SELECT min(position) AS position FROM rebuild_found
       WHERE is_new AND id NOT IN (SELECT id FROM rebuild_found WHERE defines) HAVING min(position) IS NOT NULL`,
    );
    if (unknown) {
      throw new JobFailure(
        `${describePosition(scope, BigInt(String(unknown.position)))} names a member that the list ${membersOf} does not have, and loads do not add members to it.`,
      );
    }
  }
  await createNodes(scope, membersOf, isTree, hierarchy);
  await createTree(scope, membersOf, isTree);
  await createTemporary(
    scope,
    memberTextsOf(membersOf),
    "SELECT text, any_value(ordinal)::INTEGER AS ordinal FROM rebuild_found JOIN rebuild_nodes USING (id) GROUP BY text",
  );
  const [built, base] = [
    quoteName(`rebuild_members:${membersOf}`),
    qualify(scope.sources.base, memberTableNameOf(membersOf)),
  ];
  const different = await connection.rows(
    `(FROM ${built} EXCEPT FROM ${base}) UNION ALL (FROM ${base} EXCEPT FROM ${built}) LIMIT 1`,
    [],
    signal,
  );
  return different.length > 0;
}

/** SELECTs of the texts that files have in columns of this list. */
function textSelects(scope: RebuildScope, membersOf: string): readonly string[] {
  return loadSchemasOf(scope.model).flatMap(({ name, target }) =>
    target.kind !== "object"
      ? []
      : target.object.dimensions
          .filter((dimension) => dimension.membersOf === membersOf)
          .flatMap(({ id }) =>
            groupFiles(scope, name)
              .filter(({ columns }) => columns.includes(id))
              .map(
                ({ from }) =>
                  `SELECT r.${quoteName(id)} AS text, min("$position") AS "$position", FALSE AS defines FROM ${from} GROUP BY 1`,
              ),
          ),
  );
}

interface HierarchySelect {
  readonly texts: string;
  readonly rows: string;
}

function hierarchySelects(scope: RebuildScope, membersOf: string): readonly HierarchySelect[] {
  return groupFiles(scope, membersOf).map(({ columns, from }) => {
    const has = (name: string) => columns.includes(name);
    const parents = has("Parent") ? ` UNION ALL SELECT "Parent", "$position", TRUE FROM ${from}` : "";
    return {
      texts: `(SELECT "Member" AS text, "$position", TRUE AS defines FROM ${from}${parents})`,
      rows: `SELECT "Member" AS member, "$position" AS position,
        ${has("Parent")} AS says_parent, ${has("Parent") ? '"Parent"' : "NULL::VARCHAR"} AS parent,
        ${has("Display_Name")} AS says_name, ${has("Display_Name") ? '"Display_Name"' : "NULL::VARCHAR"} AS display_name FROM ${from}`,
    };
  });
}

/** Creates `rebuild_nodes` (id, parent_id, name, display_name, ordinal): the members without their places in the tree. */
async function createNodes(
  scope: RebuildScope,
  membersOf: string,
  isTree: boolean,
  hierarchy: readonly HierarchySelect[],
): Promise<void> {
  const { connection, signal } = scope;
  const ordinals = quoteName(ordinalsOf(membersOf));
  const identify = isTree
    ? "coalesce((SELECT k.id FROM rebuild_known AS k WHERE k.path = above LIMIT 1), string_split(above, '.')[-1])"
    : "above";
  const path = "array_to_string(names[1:step], '.')";
  await createTemporary(
    scope,
    "rebuild_nodes",
    `WITH steps AS (
       SELECT position, names, unnest(range(1, len(names) + 1))::INTEGER AS step
       FROM (SELECT position, string_split(text, '.') AS names FROM rebuild_found WHERE is_new)
     ), placed AS (
       SELECT position, step, names[step] AS name, ${isTree ? "names[step]" : path} AS node,
         CASE WHEN step > 1 THEN array_to_string(names[1:step - 1], '.') END AS above, ${path} AS path FROM steps
     ), added AS (
       SELECT node AS id, arg_min(CASE WHEN above IS NOT NULL THEN ${identify} END, (above IS NULL, position)) AS parent_id,
         any_value(name) AS name, min(position) AS position, min(step) AS step
       FROM placed ANTI JOIN rebuild_known AS k ON k.path = placed.path ${isTree ? "OR k.id = placed.node" : ""} GROUP BY node
     ), numbered AS (
       SELECT added.*, o.ordinal FROM added LEFT JOIN ${ordinals} AS o ON o.id = added.id
     )
     SELECT id, parent_id, name, display_name, ordinal FROM rebuild_known
     UNION ALL
     SELECT id, parent_id, name, name,
       coalesce(ordinal, (SELECT max(ordinal) FROM (SELECT ordinal FROM rebuild_known UNION ALL SELECT ordinal FROM ${ordinals}
         UNION ALL SELECT -1))
         + row_number() OVER (PARTITION BY ordinal IS NULL ORDER BY position, step, id))::INTEGER
     FROM numbered`,
  );
  await connection.run(
    `INSERT INTO ${ordinals} SELECT id, ordinal FROM rebuild_nodes ANTI JOIN rebuild_known USING (id) ANTI JOIN ${ordinals} AS o USING (id)`,
    [],
    signal,
  );
  if (hierarchy.length > 0) {
    await connection.run(
      `UPDATE rebuild_nodes SET parent_id = CASE WHEN given.says_parent THEN given.parent_id ELSE rebuild_nodes.parent_id END,
         display_name = CASE WHEN given.says_name THEN coalesce(given.display_name, name) ELSE rebuild_nodes.display_name END
       FROM (
         SELECT m.id, bool_or(says_parent) AS says_parent, bool_or(says_name) AS says_name,
           arg_max_null(p.id, h.position) FILTER (says_parent) AS parent_id,
           arg_max_null(h.display_name, h.position) FILTER (says_name) AS display_name
         FROM (${hierarchy.map(({ rows }) => rows).join(" UNION ALL ")}) AS h
           JOIN rebuild_found AS m ON m.text = h.member LEFT JOIN rebuild_found AS p ON p.text = h.parent
         GROUP BY m.id
       ) AS given WHERE given.id = rebuild_nodes.id`,
      [],
      signal,
    );
  }
}

/** Creates the member table of a list as `rebuild_members:<list>`. */
async function createTree(scope: RebuildScope, membersOf: string, isTree: boolean): Promise<void> {
  await createTemporary(
    scope,
    `rebuild_members:${membersOf}`,
    `WITH RECURSIVE tree AS (
       SELECT id, ordinal, NULL::INTEGER AS parent, ${isTree ? 1 : 0} AS depth, name, display_name, name AS path, [ordinal] AS ancestors
       FROM rebuild_nodes WHERE parent_id IS NULL
       UNION ALL
       SELECT n.id, n.ordinal, t.ordinal, t.depth + 1, n.name, n.display_name, t.path || '.' || n.name, list_append(t.ancestors, n.ordinal)
       FROM tree AS t JOIN rebuild_nodes AS n ON n.parent_id = t.id WHERE t.depth < ${maxDepth}
     )
     SELECT ordinal, parent, depth, name, display_name, path, ancestors,
       id NOT IN (SELECT parent_id FROM rebuild_nodes WHERE parent_id IS NOT NULL) AS is_leaf
     FROM tree`,
  );
  const [counts] = await scope.connection.rows(
    `SELECT (SELECT count(*) FROM rebuild_nodes) AS nodes, (SELECT count(*) FROM ${quoteName(`rebuild_members:${membersOf}`)}) AS placed`,
  );
  if (counts?.nodes !== counts?.placed) {
    throw new JobFailure(
      `The included files put members of ${membersOf} under each other in a circle. Exclude the file that does, or send the parents of these members again.`,
    );
  }
}
