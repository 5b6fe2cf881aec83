import { quoteName } from "../../duckdb/database.ts";
import type { BoundPath, TimeInterval } from "../../languages/sql-like/syntax.ts";
import type { StoredObject } from "../model/tenant-model.ts";
import { QueryError } from "./query-error.ts";
import { buildColumnSql, type SqlText } from "./sql-text.ts";
import type { StoredModel } from "./stored-model.ts";
import { buildFilledTimelineSql } from "./timeline.ts";

/** Time as of which the states of referenced objects are read. */
export type ReferenceTime =
  /**
   * Evaluation at each end of the intervals that a record counts in; target states are valid in spans of intervals,
   * too.
   */
  | { readonly kind: "spans"; readonly intervals: readonly TimeInterval[] }
  /**
   * Evaluation at one instant of each record; `before` reads the state just before it, `from` the one valid from then
   * on.
   */
  | {
      readonly kind: "instant";
      readonly instant: SqlText;
      readonly side: "before" | "from";
      /** Earliest instant. Only states of referenced objects between `first` and `last` are read. */
      readonly first: SqlText;
      readonly last: SqlText;
    };

/** Ordinals of the first interval that a record counts in and, exclusive, the last. */
export interface Span {
  readonly start: SqlText;
  readonly end: SqlText;
}

export interface FromClauseOptions {
  readonly model: StoredModel;
  readonly object: StoredObject;
  /** Subquery that returns the object's columns, and `$i0` and `$i1` when the reference time is spans. */
  readonly records: SqlText;
  readonly time: ReferenceTime;
}

/** Alias of the records themselves. */
export const recordAlias = "r";

interface Joined {
  readonly alias: string;
  readonly object: StoredObject;
}

/**
 * FROM clause of an object's records, joined with the referenced objects in use. A path is NULL if the referenced
 * object does not exist.
 */
export class FromClauseBuilder {
  readonly #options: FromClauseOptions;
  readonly #joins: SqlText[] = [];
  readonly #joined = new Map<string, Joined>();
  /** Target key of each multi-value reference, which distinguishes the rows of one record. */
  readonly #targets: SqlText[] = [];
  #span: Span | undefined;

  constructor(options: FromClauseOptions) {
    this.#options = options;
    this.#joined.set("", { alias: recordAlias, object: options.object });
    if (options.time.kind === "spans") {
      this.#span = { start: buildColumnSql(recordAlias, "$i0"), end: buildColumnSql(recordAlias, "$i1") };
    }
  }

  /** Returns the SQL column of an attribute. Adds the joins that the attribute's path needs. */
  column(path: BoundPath): SqlText {
    const { alias } = this.#join(path.references.map(({ id }) => id));
    return buildColumnSql(alias, attributeIdOf(path));
  }

  from(): SqlText {
    return `${this.#options.records} AS ${recordAlias}${this.#joins.map((join) => `\n${join}`).join("")}`;
  }

  /** Returns the SQL of the time span of a row. Call it after all calls of `column`. */
  span(): Span {
    if (!this.#span) {
      throw new Error("Records with one instant have no span.");
    }
    return this.#span;
  }

  targets(): readonly SqlText[] {
    return this.#targets;
  }

  #join(references: readonly string[]): Joined {
    const chain = references.join(".");
    const known = this.#joined.get(chain);
    if (known) {
      return known;
    }
    const source = this.#join(references.slice(0, -1));
    const id = references.at(-1);
    const reference = source.object.references.find((candidate) => candidate.id === id);
    if (!reference) {
      throw new QueryError(`The object "${source.object.id}" has no reference "${id}".`);
    }
    const object = this.#options.model.object(reference.target);
    const alias = `j${this.#joined.size}`;
    let key = buildColumnSql(source.alias, reference.id);
    if (reference.isMultiValue) {
      const list = `CASE WHEN len(${key}) > 0 THEN ${key} ELSE [NULL::BIGINT] END`;
      this.#joins.push(`CROSS JOIN LATERAL (SELECT unnest(${list}) AS "$target") AS m${alias}`);
      key = buildColumnSql(`m${alias}`, "$target");
      this.#targets.push(key);
    }
    this.#joins.push(this.#joinTarget(object, alias, key));
    const joined = { alias, object };
    this.#joined.set(chain, joined);
    return joined;
  }

  /**
   * Each condition compares an expression of one side with one of the other: only then can DuckDB use a hash join on
   * the key. An OR, or `greatest` over columns of both sides, makes it compare every pair of record and target.
   */
  #joinTarget(object: StoredObject, alias: string, key: SqlText): SqlText {
    const { time } = this.#options;
    const sameKey = `${buildColumnSql(alias, "$key")} = ${key}`;
    if (object.kind === "event") {
      return `LEFT JOIN ${quoteName(object.id)} AS ${alias} ON ${sameKey}`;
    }
    if (time.kind === "spans") {
      const span = this.span();
      const target: Span = { start: buildColumnSql(alias, "$i0"), end: buildColumnSql(alias, "$i1") };
      this.#span = { start: `greatest(${span.start}, ${target.start})`, end: `least(${span.end}, ${target.end})` };
      const overlaps = `${target.start} < ${span.end} AND ${target.end} > ${span.start}`;
      return `LEFT JOIN ${buildFilledTimelineSql(object, time.intervals)} AS ${alias} ON ${sameKey} AND ${overlaps}`;
    }
    const from = buildColumnSql(alias, "$valid_from");
    const to = `coalesce(${buildColumnSql(alias, "$valid_to")}, TIMESTAMP 'infinity')`;
    const isValid =
      time.side === "before"
        ? `${from} < ${time.instant} AND ${to} >= ${time.instant}`
        : `${from} <= ${time.instant} AND ${to} > ${time.instant}`;
    const isNear = `"$valid_from" <= ${time.last} AND ("$valid_to" IS NULL OR "$valid_to" >= ${time.first})`;
    const states = `(SELECT * FROM ${quoteName(object.id)} WHERE ${isNear})`;
    return `LEFT JOIN ${states} AS ${alias} ON ${sameKey} AND ${isValid}`;
  }
}

/** Returns the name of the column of an attribute. */
export function attributeIdOf({ attribute }: BoundPath): string {
  switch (attribute.kind) {
    case "property":
      return attribute.property.id;
    case "dimension":
      return attribute.dimension.id;
    case "concept":
      return attribute.concept.id;
  }
}
