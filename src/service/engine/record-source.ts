import { quoteName } from "../../duckdb/database.ts";
import type { BoundPath, Interval } from "../../languages/sql-like/syntax.ts";
import type { StoredObject } from "../model/tenant-model.ts";
import { QueryError } from "./query-error.ts";
import { columnSql, type Sql } from "./sql-text.ts";
import type { StoredModel } from "./stored-model.ts";
import { filledTimeline } from "./timeline.ts";

/** Time at which the states of referenced objects are read. */
export type ReferenceTime =
  /** At each end of the intervals that a record counts in; target states are valid in spans of intervals, too. */
  | { readonly kind: "spans"; readonly intervals: readonly Interval[] }
  /** At one instant of each record; `before` reads the state just before it, `from` the one valid from then on. */
  | {
      readonly kind: "instant";
      readonly instant: Sql;
      readonly side: "before" | "from";
      /** No instant is before `first` or after `last`, so only target states in between are read. */
      readonly first: Sql;
      readonly last: Sql;
    };

/** Ordinals of the first interval that a record counts in and, exclusive, the last. */
interface Span {
  readonly start: Sql;
  readonly end: Sql;
}

interface RecordSourceOptions {
  readonly model: StoredModel;
  readonly object: StoredObject;
  /** Subquery that returns the object's columns, and `$i0` and `$i1` when the reference time is spans. */
  readonly records: Sql;
  readonly time: ReferenceTime;
}

/** Alias of the records themselves. */
const recordAlias = "r";

interface Joined {
  readonly alias: string;
  readonly object: StoredObject;
}

/** FROM clause of records with the targets of the references in use; paths without a target give NULL. */
export class RecordSource {
  readonly #options: RecordSourceOptions;
  readonly #joins: Sql[] = [];
  readonly #joined = new Map<string, Joined>();
  /** Target key of each multi-value reference, which distinguishes the rows of one record. */
  readonly #targets: Sql[] = [];
  #span: Span | undefined;

  constructor(options: RecordSourceOptions) {
    this.#options = options;
    this.#joined.set("", { alias: recordAlias, object: options.object });
    if (options.time.kind === "spans") {
      this.#span = { start: columnSql(recordAlias, "$i0"), end: columnSql(recordAlias, "$i1") };
    }
  }

  /** SQL column of an attribute; adds the joins needed to reach it. */
  column(path: BoundPath): Sql {
    const { alias } = this.#join(path.references.map(({ id }) => id));
    return columnSql(alias, attributeId(path));
  }

  from(): Sql {
    return `${this.#options.records} AS ${recordAlias}${this.#joins.map((join) => `\n${join}`).join("")}`;
  }

  /** Span of a row; complete once all columns were requested. */
  span(): Span {
    if (!this.#span) {
      throw new Error("Records with one instant have no span.");
    }
    return this.#span;
  }

  targets(): readonly Sql[] {
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
    let key = columnSql(source.alias, reference.id);
    if (reference.isMultiValue) {
      const list = `CASE WHEN len(${key}) > 0 THEN ${key} ELSE [NULL::BIGINT] END`;
      this.#joins.push(`CROSS JOIN LATERAL (SELECT unnest(${list}) AS "$target") AS m${alias}`);
      key = columnSql(`m${alias}`, "$target");
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
  #joinTarget(object: StoredObject, alias: string, key: Sql): Sql {
    const { time } = this.#options;
    const sameKey = `${columnSql(alias, "$key")} = ${key}`;
    if (object.kind === "event") {
      return `LEFT JOIN ${quoteName(object.id)} AS ${alias} ON ${sameKey}`;
    }
    if (time.kind === "spans") {
      const span = this.span();
      const target: Span = { start: columnSql(alias, "$i0"), end: columnSql(alias, "$i1") };
      this.#span = { start: `greatest(${span.start}, ${target.start})`, end: `least(${span.end}, ${target.end})` };
      const overlaps = `${target.start} < ${span.end} AND ${target.end} > ${span.start}`;
      return `LEFT JOIN ${filledTimeline(object, time.intervals)} AS ${alias} ON ${sameKey} AND ${overlaps}`;
    }
    const from = columnSql(alias, "$valid_from");
    const to = `coalesce(${columnSql(alias, "$valid_to")}, TIMESTAMP 'infinity')`;
    const isValid =
      time.side === "before"
        ? `${from} < ${time.instant} AND ${to} >= ${time.instant}`
        : `${from} <= ${time.instant} AND ${to} > ${time.instant}`;
    const isNear = `"$valid_from" <= ${time.last} AND ("$valid_to" IS NULL OR "$valid_to" >= ${time.first})`;
    const states = `(SELECT * FROM ${quoteName(object.id)} WHERE ${isNear})`;
    return `LEFT JOIN ${states} AS ${alias} ON ${sameKey} AND ${isValid}`;
  }
}

function attributeId({ attribute }: BoundPath): string {
  switch (attribute.kind) {
    case "property":
      return attribute.property.id;
    case "dimension":
      return attribute.dimension.id;
    case "concept":
      return attribute.concept.id;
  }
}
