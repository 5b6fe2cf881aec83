import { type Connection, quoteName } from "../../duckdb/database.ts";
import { baseResultId, type PivotRequest } from "../../protocol/pivot.ts";
import type { ColumnFilter } from "../../protocol/row-view.ts";
import type { ResultMetadata } from "../model/result-metadata.ts";
import type { ViewIndexes } from "../order/view-index.ts";
import type { ColumnKinds } from "./column-kinds.ts";

/** Tables kept per result: enough for two pages and one step back in each. */
const maxPerResult = 4;

/** Source of a pivot, to find the rows behind its cells. */
export interface PivotSource {
  readonly request: PivotRequest;
  readonly filter: readonly ColumnFilter[];
  /** Members over the columns of values, as the result has them. Undefined for a column of totals. */
  readonly heads: readonly (readonly (string | null)[] | undefined)[];
}

/** A table that was computed from a result, such as a pivot. It is read like a result. */
export interface DerivedResult {
  readonly metadata: ResultMetadata;
  readonly viewIndexes: ViewIndexes;
  readonly restored: () => Promise<void>;
  loader: undefined;
  readonly kinds: ColumnKinds;
  /** Identifies the computation. Equal keys mean equal tables. */
  readonly key: string;
  /** Set for a pivot. */
  readonly pivot?: PivotSource;
}

/** Tables that were computed from results. They are in memory only, because they can be computed again. */
export class DerivedResults {
  readonly #results = new Map<string, DerivedResult>();

  get(resultId: string): DerivedResult | undefined {
    return this.#results.get(resultId);
  }

  find(baseId: string, key: string): DerivedResult | undefined {
    return this.#of(baseId).find((derived) => derived.key === key);
  }

  /** Adds a computed table and drops the oldest ones of the same result. */
  async add(connection: Connection, derived: DerivedResult): Promise<void> {
    const { resultId } = derived.metadata;
    this.#results.set(resultId, derived);
    for (const outdated of this.#of(baseResultId(resultId)).slice(0, -maxPerResult)) {
      await this.#drop(connection, outdated);
    }
  }

  /** Drops all tables that were computed from a given result. */
  async dropAll(connection: Connection, baseId: string): Promise<void> {
    for (const derived of this.#of(baseId)) {
      await this.#drop(connection, derived);
    }
  }

  #of(baseId: string): DerivedResult[] {
    return [...this.#results.values()].filter(({ metadata }) => baseResultId(metadata.resultId) === baseId);
  }

  async #drop(connection: Connection, { metadata, viewIndexes }: DerivedResult): Promise<void> {
    this.#results.delete(metadata.resultId);
    await viewIndexes.drop(connection);
    await connection.run(`DROP TABLE IF EXISTS ${quoteName(metadata.table)}`);
  }
}
