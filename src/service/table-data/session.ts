import type { Clock } from "../../base/clock.ts";
import { type Connection, inTransaction, quoteName } from "../../duckdb/database.ts";
import type { SparkScope, TranslatedQuery, TranslatedStatement } from "../engine/spark/types/translated-statement.ts";
import type { DiskGuard } from "../store/disk-space.ts";
import { isSameName } from "../store/same-name.ts";
import { type StoredColumn, storedColumnsOf } from "./catalogue.ts";
import { describeInvalidInsert, describeInvalidValue } from "./find-invalid-value.ts";
import { createInputRelation, listInputValues, type SharedInputRelations } from "./input-source.ts";
import { mergeRows } from "./merge-rows.ts";
import { splitOutputFile, writeQueryFile } from "./output-file.ts";
import { changedRowsName, refreshViewRows, type ViewRefresh, viewRowsName } from "./refresh-rows.ts";
import { runForCount } from "./row-marks.ts";
import { isConversionFailure, withTableDataErrors } from "./run-failure.ts";
import { checkAllowedRelations, sqlTextsOf } from "./sandbox.ts";
import { SessionRelations } from "./session-relations.ts";
import { findSnapshot, resetToSnapshot } from "./snapshots.ts";
import { sparkTypeOf } from "./spark-type.ts";
import type {
  AccessibleInput,
  AccessibleTable,
  OutputFormat,
  PreparedQuery,
  PreparedStatement,
  PreparedWrite,
  RowChanges,
  TableSession,
  TransactionInTenant,
} from "./table-data.ts";
import { TableDataError } from "./table-data-error.ts";
import { buildSelectRowsSql } from "./table-relation.ts";
import type { TableSchemaCache } from "./table-schema-cache.ts";
import type { TableWriters } from "./table-writers.ts";
import type { TranslationCache } from "./translation-cache.ts";
import { type SourceRelation, upsertRows } from "./upsert-rows.ts";
import type { WriteLocks } from "./write-locks.ts";
import { deleteRows, insertRows, replaceRows, updateRows } from "./write-rows.ts";
import { WriteTarget } from "./write-target.ts";

export interface SessionEnvironment {
  readonly shapes: TableSchemaCache;
  readonly locks: WriteLocks;
  readonly clock: Clock;
  readonly disk: DiskGuard;
  readonly writers: TableWriters;
  /** Called after a statement failed that may have written a lot. */
  readonly onFailedWrite: () => Promise<void>;
  /** Statements that passed `checkAllowedRelations`. They are not checked again in the other tenants of a job. */
  readonly checked: WeakSet<TranslatedStatement>;
}

/** Caches that the sessions of a job on one connection share. */
interface SessionCaches {
  readonly shared: SharedInputRelations;
  readonly translations: TranslationCache;
}

interface ChangeSteps<Prepared> {
  prepare(signal: AbortSignal): Promise<Prepared>;
  work(target: WriteTarget, prepared: Prepared, signal: AbortSignal): Promise<RowChanges>;
  explain?(target: WriteTarget, prepared: Prepared): Promise<string | undefined>;
}

/**
 * A connection on which SQL can access only the tables of one tenant. Each table is a view, which is created anew for
 * every statement.
 */
export class VersionedTableSession implements TableSession {
  readonly #connection: Connection;
  readonly #transaction: TransactionInTenant;
  readonly #relations: SessionRelations;
  readonly #environment: SessionEnvironment;
  readonly #shared: SharedInputRelations;
  readonly #translations: TranslationCache;
  readonly #inputColumns = new Map<AccessibleInput, readonly StoredColumn[]>();

  /** The caller stays responsible for closing the connection. */
  constructor(
    connection: Connection,
    { shared, translations }: SessionCaches,
    transaction: TransactionInTenant,
    accessible: { readonly tables: readonly AccessibleTable[]; readonly inputs: readonly AccessibleInput[] },
    environment: SessionEnvironment,
  ) {
    this.#connection = connection;
    this.#shared = shared;
    this.#translations = translations;
    this.#transaction = transaction;
    this.#relations = new SessionRelations(transaction, accessible, environment.locks);
    this.#environment = environment;
  }

  async prepare(text: string): Promise<PreparedStatement> {
    return this.#translations.translate(text, await this.#readScope());
  }

  #readScope(): Promise<SparkScope> {
    return withTableDataErrors("Reading the inputs", undefined, async () => {
      const tables = this.#relations.tables.filter(({ name }) => !this.#relations.findInput(name));
      const relations = tables.map(({ name, columns }) => ({
        name,
        columns: storedColumnsOf(columns).map(toScopeColumn),
      }));
      for (const input of this.#relations.inputs) {
        relations.push({ name: input.name, columns: (await this.#openInput(input)).map(toScopeColumn) });
      }
      return { tables: relations };
    });
  }

  write(prepared: PreparedWrite, signal?: AbortSignal): Promise<RowChanges> {
    const statement = translationOf<Exclude<TranslatedStatement, TranslatedQuery>>(prepared);
    const operation = `${statement.kind.toUpperCase()} ${statement.target}`;
    return this.#change(operation, statement.target, signal, {
      prepare: (signal) => this.#prepare(statement, signal),
      explain: async (target) =>
        statement.kind === "insert"
          ? await describeInvalidInsert(this.#connection, statement, target.columns)
          : undefined,
      work: (target, _prepared, signal) => {
        switch (statement.kind) {
          case "insert":
            return insertRows(this.#connection, target, statement, signal);
          case "delete":
            return deleteRows(this.#connection, target, statement, signal);
          case "update":
            return updateRows(this.#connection, target, statement, signal);
          case "merge":
            return mergeRows(this.#connection, target, statement, signal);
        }
      },
    });
  }

  upsert(source: string, target: string, keys: readonly string[], signal?: AbortSignal): Promise<RowChanges> {
    return this.#change(`upsert into ${target}`, target, signal, {
      prepare: (signal) => this.#openSource(source, target, signal),
      explain: (written, relation) => this.#explainInvalidValue(source, relation, written),
      work: (written, relation, signal) => upsertRows(this.#connection, written, relation, keys, signal),
    });
  }

  replace(source: string, target: string, signal?: AbortSignal): Promise<RowChanges> {
    return this.#change(`replace of ${target}`, target, signal, {
      prepare: (signal) => this.#openSource(source, target, signal),
      explain: (written, relation) => this.#explainInvalidValue(source, relation, written),
      work: (written, relation, signal) => replaceRows(this.#connection, written, relation, signal),
    });
  }

  reset(target: string, asOf: string, signal?: AbortSignal): Promise<RowChanges> {
    const accessible = this.#relations.table(target);
    return this.#change(`reset of ${target}`, target, signal, {
      prepare: () => findSnapshot(this.#connection, accessible, asOf, this.#environment.clock.now()),
      work: (written, snapshot, signal) => resetToSnapshot(this.#connection, written, snapshot, signal),
    });
  }

  /** Refreshes the rows of a materialized view. */
  refresh(view: string, refresh: ViewRefresh, signal?: AbortSignal): Promise<RowChanges> {
    return this.#change(`Refreshing ${view}`, view, signal, {
      prepare: async (signal) => {
        await this.#prepare(refresh.query, signal);
        for (const { related } of refresh.changes ?? []) {
          await checkAllowedRelations(this.#connection, related.sql, new Set([changedRowsName, viewRowsName]));
        }
      },
      work: (target, _prepared, signal) => refreshViewRows(this.#connection, target, refresh, signal),
    });
  }

  countRows(prepared: PreparedQuery, signal?: AbortSignal): Promise<number> {
    const query = translationOf<TranslatedQuery>(prepared);
    return withTableDataErrors("The query", signal, async () => {
      await this.#prepare(query, signal);
      // Counting each column makes DuckDB compute all of them, because an expression may be a check that fails.
      return await runForCount(this.#connection, `SELECT count(*), count(COLUMNS(*)) FROM (${query.sql})`, signal);
    });
  }

  writeFile(prepared: PreparedQuery, path: string, format: OutputFormat, signal?: AbortSignal): Promise<number> {
    const query = translationOf<TranslatedQuery>(prepared);
    return this.#guarded("The query", signal, async (signal) => {
      await this.#prepare(query, signal);
      return await writeQueryFile(this.#connection, query, path, format, signal);
    });
  }

  splitFile(
    path: string,
    format: OutputFormat,
    rowsPerPart: number,
    pathOf: (index: number) => string,
    signal?: AbortSignal,
  ): Promise<number> {
    return this.#guarded("Splitting an output into parts", signal, (signal) =>
      splitOutputFile(this.#connection, path, format, rowsPerPart, pathOf, signal),
    );
  }

  listValues(input: string, column: string): Promise<readonly string[]> {
    return withTableDataErrors(`Reading the input ${input}`, undefined, async () => {
      const known = this.#relations.input(input);
      return await listInputValues(this.#connection, known, column, this.#shared);
    });
  }

  /**
   * Runs `work` in a transaction, so that it writes completely or not at all. `prepare` runs outside the transaction.
   * `explain` describes the value that could not be converted after a conversion failure.
   */
  #change<Prepared>(operation: string, name: string, signal: AbortSignal | undefined, steps: ChangeSteps<Prepared>) {
    return this.#guarded(operation, signal, (signal) => {
      const target = this.#target(name);
      return this.#environment.writers.write(target.lock.table.source, async () => {
        const prepared = await steps.prepare(signal);
        try {
          return await inTransaction(this.#connection, () => steps.work(target, prepared, signal));
        } catch (error) {
          await this.#environment.onFailedWrite();
          const invalidValue = isConversionFailure(error) ? await steps.explain?.(target, prepared) : undefined;
          if (invalidValue !== undefined) {
            throw new TableDataError(`${operation} failed: ${invalidValue}.`, { kind: "failed", cause: error });
          }
          throw error;
        } finally {
          target.lock.isWritten = true;
        }
      });
    });
  }

  async #explainInvalidValue(
    source: string,
    relation: SourceRelation,
    target: WriteTarget,
  ): Promise<string | undefined> {
    return await describeInvalidValue(this.#connection, relation, target.columns, this.#relations.findInput(source));
  }

  /** Explains failures of work that may write a lot, and stops it before it fills the disk. */
  #guarded<Value>(
    operation: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    return withTableDataErrors(operation, signal, () => this.#environment.disk.guard(signal, work));
  }

  #target(name: string): WriteTarget {
    const { accessible, lock } = this.#relations.target(name);
    return new WriteTarget(accessible, lock);
  }

  async #prepare(statement: TranslatedStatement, signal: AbortSignal | undefined): Promise<void> {
    const names = new Set(statement.reads.map((name) => name.toLowerCase()));
    for (const name of names) {
      await this.#open(name, signal);
    }
    if (!this.#environment.checked.has(statement)) {
      for (const sql of sqlTextsOf(statement)) {
        await checkAllowedRelations(this.#connection, sql, names);
      }
      this.#environment.checked.add(statement);
    }
  }

  async #open(name: string, signal: AbortSignal | undefined): Promise<readonly StoredColumn[]> {
    const input = this.#relations.findInput(name);
    if (input) {
      return await this.#openInput(input);
    }
    const accessible = this.#relations.table(name);
    const rows = buildSelectRowsSql(accessible, this.#transaction.transactionId, this.#environment);
    await this.#connection.run(`CREATE OR REPLACE TEMP VIEW ${quoteName(accessible.name)} AS ${rows}`, [], signal);
    return storedColumnsOf(accessible.columns);
  }

  async #openInput(input: AccessibleInput): Promise<readonly StoredColumn[]> {
    const columns = this.#inputColumns.get(input) ?? (await createInputRelation(this.#connection, input, this.#shared));
    this.#inputColumns.set(input, columns);
    return columns;
  }

  /**
   * Opens a source relation. If the source is the target itself, it is copied, because writing must not change what is
   * read.
   */
  async #openSource(source: string, target: string, signal: AbortSignal | undefined): Promise<SourceRelation> {
    const columns = await this.#open(source, signal);
    if (!isSameName(source, target) || this.#relations.findInput(source)) {
      return { name: source, sql: quoteName(source), columns };
    }
    await this.#connection.run(`CREATE OR REPLACE TEMP TABLE "$same" AS FROM ${quoteName(source)}`, [], signal);
    return { name: source, sql: '"$same"', columns };
  }
}

/** Returns the translation that a statement of this engine is. */
function translationOf<Translated extends TranslatedStatement>(statement: PreparedStatement): Translated {
  if (!("reads" in statement)) {
    throw new Error("The statement was prepared by another engine.");
  }
  return statement as Translated;
}

function toScopeColumn({ name, storage }: StoredColumn) {
  return { name, type: sparkTypeOf(storage) };
}
