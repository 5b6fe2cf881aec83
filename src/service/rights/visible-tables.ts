import type { DerivedTables } from "../../duckdb/attached-files.ts";
import { quoteName } from "../../duckdb/database.ts";
import type { BoundCondition, BoundPath } from "../../languages/sql-like/syntax.ts";
import { buildConditionSql } from "../engine/condition-sql.ts";
import { attributeIdOf } from "../engine/from-clause.ts";
import { buildColumnSql, LiteralValues, type SqlText } from "../engine/sql-text.ts";
import type { StoredModel } from "../engine/stored-model.ts";
import { memberTableNameOf } from "../model/member-tree.ts";
import { objectColumnsOf } from "../model/object-table.ts";
import type { StoredObject, TenantModel } from "../model/tenant-model.ts";
import type { ObjectAccess } from "./object-access.ts";

/**
 * Returns the tables that hold what is visible of a tenant's data: a view of each object, with the visible records and
 * columns, and the members that a visible record has or that stand above such a member. `visible` is the model without
 * hidden names.
 */
export function buildVisibleTables(
  model: StoredModel,
  visible: TenantModel,
  accessTo: (object: string) => ObjectAccess,
): DerivedTables {
  const isRestricted = (object: StoredObject): boolean => {
    const subject = subjectOf(object, model);
    const { conditions } = accessTo(object.id);
    return conditions !== undefined || (subject !== undefined && isRestricted(subject));
  };
  const statements = (source: string, target: string): string[] => {
    const views = visible.objects.map((object) => {
      const stored = model.object(object.id);
      const subject = subjectOf(stored, model);
      const select = selectVisible(stored, object, accessTo(object.id), source, model);
      const restricted =
        subject !== undefined && isRestricted(subject)
          ? `${select.from}${semiJoin(stored, subject, target)}`
          : select.from;
      return {
        isEvent: stored.kind === "event",
        sql: `CREATE VIEW ${target}.${quoteName(object.id)} AS SELECT ${select.columns} FROM ${restricted}${select.where}`,
      };
    });
    // Views of events use those of their subjects.
    const ordered = [...views.filter(({ isEvent }) => !isEvent), ...views.filter(({ isEvent }) => isEvent)];
    return [
      ...ordered.map(({ sql }) => sql),
      ...memberLists(visible, source, target, (object, dimension) => {
        const { partlyHidden } = accessTo(object.id);
        return isRestricted(model.object(object.id)) || partlyHidden.has(dimension);
      }),
    ];
  };
  return { key: statements("source", "target").join(";\n"), statements };
}

/** The subject that an event is about: the target of its first reference, as in load files. */
function subjectOf(object: StoredObject, model: StoredModel): StoredObject | undefined {
  const reference = object.kind === "event" ? object.references.find(({ isMultiValue }) => !isMultiValue) : undefined;
  const subject = reference && model.object(reference.target);
  return subject?.kind === "subject" ? subject : undefined;
}

/** Alias of the records. */
const recordAlias = "r";

/** Parts of the SELECT of an object's visible records. */
interface VisibleSelect {
  readonly columns: SqlText;
  readonly from: SqlText;
  readonly where: SqlText;
}

function selectVisible(
  stored: StoredObject,
  visible: StoredObject,
  { conditions, partlyHidden }: ObjectAccess,
  source: string,
  model: StoredModel,
): VisibleSelect {
  const test = (any: readonly BoundCondition[]) => buildAnySql(any, source, model);
  const columns = objectColumnsOf(visible).map(({ name }) => {
    const column = buildColumnSql(recordAlias, name);
    const showing = partlyHidden.get(name);
    return showing ? `CASE WHEN ${test(showing)} THEN ${column} END AS ${quoteName(name)}` : column;
  });
  return {
    columns: columns.join(", "),
    from: `${source}.${quoteName(stored.id)} AS ${recordAlias}`,
    where: conditions ? ` WHERE ${test(conditions)}` : "",
  };
}

/** SQL of a test that a record meets at least one of the conditions; false if there is none. */
function buildAnySql(conditions: readonly BoundCondition[], source: string, model: StoredModel): SqlText {
  const scope = {
    model,
    values: new LiteralValues(),
    parameters: new Map(),
    schema: source,
    column: (path: BoundPath) => buildColumnSql(recordAlias, attributeIdOf(path)),
  };
  const tests = conditions.map((condition) => `(${buildConditionSql(condition, scope)})`);
  return tests.length > 0 ? `(${tests.join(" OR ")})` : "FALSE";
}

/** An event is visible if a visible state of its subject ends or holds at the event's instant. */
function semiJoin(event: StoredObject, subject: StoredObject, target: string): SqlText {
  const reference = event.references.find(({ isMultiValue }) => !isMultiValue);
  const [key, time] = [buildColumnSql(recordAlias, reference?.id ?? ""), buildColumnSql(recordAlias, "$event_time")];
  const state = (name: string) => buildColumnSql("s", name);
  const ends = `coalesce(${state("$valid_to")}, TIMESTAMP 'infinity')`;
  const meets = `${state("$valid_from")} <= ${time} AND ${ends} >= ${time}`;
  return ` SEMI JOIN ${target}.${quoteName(subject.id)} AS s ON ${state("$key")} = ${key} AND ${meets}`;
}

/** Statements for the member lists: a list that a restricted object uses has the members that are seen. */
function memberLists(
  visible: TenantModel,
  source: string,
  target: string,
  isRestricted: (object: StoredObject, dimension: string) => boolean,
): string[] {
  const uses = visible.objects.flatMap((object) =>
    object.dimensions.map(({ id, membersOf }) => ({ object, id, membersOf, isRestricted: isRestricted(object, id) })),
  );
  return [...new Set(uses.map(({ membersOf }) => membersOf))].map((membersOf) => {
    const table = quoteName(memberTableNameOf(membersOf));
    const own = uses.filter((use) => use.membersOf === membersOf);
    if (!own.some((use) => use.isRestricted)) {
      return `CREATE VIEW ${target}.${table} AS FROM ${source}.${table}`;
    }
    const used = own.map(
      ({ object, id }) => `SELECT DISTINCT ${quoteName(id)} AS o FROM ${target}.${quoteName(object.id)}`,
    );
    const seen = `SELECT unnest(m.ancestors) FROM ${source}.${table} AS m SEMI JOIN (${used.join(" UNION ALL ")}) AS u ON u.o = m.ordinal`;
    return `CREATE TABLE ${target}.${table} AS FROM ${source}.${table} WHERE ordinal IN (${seen})`;
  });
}
