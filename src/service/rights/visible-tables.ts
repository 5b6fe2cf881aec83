import type { DerivedTables } from "../../duckdb/attached-files.ts";
import { type Connection, quoteName } from "../../duckdb/database.ts";
import type { BoundCondition, BoundPath } from "../../languages/sql-like/syntax.ts";
import { buildFilterSql, buildMemberSetSql } from "../engine/condition-sql.ts";
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
  const tables = new VisibleTables(model, visible, accessTo);
  return {
    key: tables.statements("source", "target", (...test) => JSON.stringify(test)).join(";\n"),
    async create(connection, source, target) {
      const sets = new MemberSets(connection, source);
      // Run twice: once to find the member sets that the conditions use, and again with their ordinals.
      tables.statements(source, target, (_, membersOf, members) => sets.need(membersOf, members));
      const found = await sets.find();
      for (const statement of tables.statements(source, target, found)) {
        await connection.run(statement);
      }
    },
  };
}

/** SQL of a test whether a column has a member of a set. */
type MemberTest = (column: SqlText, membersOf: string, members: readonly (readonly string[])[]) => SqlText;

/**
 * Looks up the ordinals of the member sets in conditions. Views with the ordinals themselves are planned in a tenth of the
 * time that views with queries of the member lists take.
 */
class MemberSets {
  readonly #connection: Connection;
  readonly #source: string;
  readonly #needed = new Map<string, readonly [membersOf: string, members: readonly (readonly string[])[]]>();

  constructor(connection: Connection, source: string) {
    this.#connection = connection;
    this.#source = source;
  }

  need(membersOf: string, members: readonly (readonly string[])[]): SqlText {
    this.#needed.set(JSON.stringify([membersOf, members]), [membersOf, members]);
    return "NULL";
  }

  async find(): Promise<MemberTest> {
    const found = new Map<string, readonly number[]>();
    for (const [key, [membersOf, members]] of this.#needed) {
      const table = `${this.#source}.${quoteName(memberTableNameOf(membersOf))}`;
      const rows = await this.#connection.rows(buildMemberSetSql(table, members, new LiteralValues()));
      found.set(key, [...new Set(rows.map(({ ordinal }) => Number(ordinal)))]);
    }
    return (column, ...set) => buildOrdinalTestSql(column, found.get(JSON.stringify(set)) ?? []);
  }
}

/**
 * A range lets DuckDB skip blocks of rows; the members under one member are numbered in a row. An IN within another
 * expression would compare a value with each of its list.
 */
function buildOrdinalTestSql(column: SqlText, ordinals: readonly number[]): SqlText {
  if (ordinals.length === 0) {
    return "FALSE";
  }
  const [first, last] = [Math.min(...ordinals), Math.max(...ordinals)];
  return last - first === ordinals.length - 1
    ? `${column} BETWEEN ${first} AND ${last}`
    : `list_contains([${ordinals.join(", ")}], ${column})`;
}

/** Alias of the records. */
const recordAlias = "r";

class VisibleTables {
  readonly #model: StoredModel;
  readonly #visible: TenantModel;
  readonly #accessTo: (object: string) => ObjectAccess;

  constructor(model: StoredModel, visible: TenantModel, accessTo: (object: string) => ObjectAccess) {
    this.#model = model;
    this.#visible = visible;
    this.#accessTo = accessTo;
  }

  /** Statements that create the tables in the schema `target`. Views of events use those of their subjects. */
  statements(source: string, target: string, isMember: MemberTest): readonly SqlText[] {
    const { objects } = this.#visible;
    const ordered = [...objects].sort((one, other) => Number(one.kind === "event") - Number(other.kind === "event"));
    return [
      ...ordered.map((object) => this.#objectView(object, source, target, isMember)),
      ...this.#memberLists(source, target),
    ];
  }

  #objectView(object: StoredObject, source: string, target: string, isMember: MemberTest): SqlText {
    const stored = this.#model.object(object.id);
    const { conditions, partlyHidden } = this.#accessTo(object.id);
    const tests = new ConditionTests((condition) => this.#conditionSql(condition, isMember), partlyHidden.size > 0);
    const columns = objectColumnsOf(object).map(({ name }) => {
      const column = buildColumnSql(recordAlias, name);
      const showing = partlyHidden.get(name);
      return showing ? `CASE WHEN ${tests.any(showing)} THEN ${column} END AS ${quoteName(name)}` : column;
    });
    const where = conditions ? [`WHERE ${tests.any(conditions)}`] : [];
    const subject = this.#subjectOf(stored);
    const isFiltered = subject !== undefined && this.#isRestricted(subject);
    return [
      `CREATE VIEW ${target}.${quoteName(object.id)} AS SELECT ${columns.join(", ")}`,
      `FROM ${tests.from(`${source}.${quoteName(object.id)}`)} AS ${recordAlias}`,
      ...(isFiltered ? [semiJoin(stored, subject, target)] : []),
      ...where,
    ].join(" ");
  }

  #conditionSql(condition: BoundCondition, isMember: MemberTest): SqlText {
    return buildFilterSql(condition, {
      model: this.#model,
      values: new LiteralValues(),
      parameters: new Map(),
      isMember,
      column: (path: BoundPath) => buildColumnSql(recordAlias, attributeIdOf(path)),
    });
  }

  /** Whether some records of an object are hidden. */
  #isRestricted(object: StoredObject): boolean {
    const subject = this.#subjectOf(object);
    return this.#accessTo(object.id).conditions !== undefined || (subject !== undefined && this.#isRestricted(subject));
  }

  /** The subject that an event is about: the target of its first reference, as in load files. */
  #subjectOf(object: StoredObject): StoredObject | undefined {
    const target = object.kind === "event" ? subjectReferenceOf(object)?.target : undefined;
    const subject = target === undefined ? undefined : this.#model.object(target);
    return subject?.kind === "subject" ? subject : undefined;
  }

  /** Statements for the member lists: a list that a restricted object uses has the members that are seen. */
  #memberLists(source: string, target: string): readonly SqlText[] {
    const uses = this.#visible.objects.flatMap((object) =>
      object.dimensions.map(({ id, membersOf }) => ({
        object: object.id,
        id,
        membersOf,
        isRestricted:
          this.#isRestricted(this.#model.object(object.id)) || this.#accessTo(object.id).partlyHidden.has(id),
      })),
    );
    return [...new Set(uses.map(({ membersOf }) => membersOf))].map((membersOf) => {
      const table = quoteName(memberTableNameOf(membersOf));
      const own = uses.filter((use) => use.membersOf === membersOf);
      if (!own.some((use) => use.isRestricted)) {
        return `CREATE VIEW ${target}.${table} AS FROM ${source}.${table}`;
      }
      const used = own.map(
        ({ object, id }) => `SELECT DISTINCT ${quoteName(id)} AS o FROM ${target}.${quoteName(object)}`,
      );
      const seen = `SELECT unnest(m.ancestors) FROM ${source}.${table} AS m SEMI JOIN (${used.join(" UNION ALL ")}) AS u ON u.o = m.ordinal`;
      return `CREATE TABLE ${target}.${table} AS FROM ${source}.${table} WHERE ordinal IN (${seen})`;
    });
  }
}

/**
 * Tests of the conditions of one object's records. Where several columns are tested, each condition is a column of an inner
 * query, so that it is planned and computed once.
 */
class ConditionTests {
  readonly #sqlOf: (condition: BoundCondition) => SqlText;
  readonly #isShared: boolean;
  readonly #columns = new Map<SqlText, string>();

  constructor(sqlOf: (condition: BoundCondition) => SqlText, isShared: boolean) {
    this.#sqlOf = sqlOf;
    this.#isShared = isShared;
  }

  /** SQL of a test that a record meets at least one of the conditions; false if there is none. */
  any(conditions: readonly BoundCondition[]): SqlText {
    const tests = conditions.map((condition) => {
      const sql = this.#sqlOf(condition);
      if (!this.#isShared) {
        return `(${sql})`;
      }
      const name = this.#columns.get(sql) ?? `$test${this.#columns.size}`;
      this.#columns.set(sql, name);
      return buildColumnSql(recordAlias, name);
    });
    return tests.length > 0 ? `(${tests.join(" OR ")})` : "FALSE";
  }

  /** SQL of the records with the columns of the tests. Call it after all calls of `any`. */
  from(table: SqlText): SqlText {
    const columns = [...this.#columns].map(([sql, name]) => `${sql} AS ${quoteName(name)}`);
    return columns.length > 0 ? `(SELECT *, ${columns.join(", ")} FROM ${table} AS ${recordAlias})` : table;
  }
}

function subjectReferenceOf({ references }: StoredObject): StoredObject["references"][number] | undefined {
  return references.find(({ isMultiValue }) => !isMultiValue);
}

/** An event is visible if a visible state of its subject ends or holds at the event's instant. */
function semiJoin(event: StoredObject, subject: StoredObject, target: string): SqlText {
  const key = buildColumnSql(recordAlias, subjectReferenceOf(event)?.id ?? "");
  const time = buildColumnSql(recordAlias, "$event_time");
  const state = (name: string) => buildColumnSql("s", name);
  const ends = `coalesce(${state("$valid_to")}, TIMESTAMP 'infinity')`;
  const meets = `${state("$valid_from")} <= ${time} AND ${ends} >= ${time}`;
  return `SEMI JOIN ${target}.${quoteName(subject.id)} AS s ON ${state("$key")} = ${key} AND ${meets}`;
}
