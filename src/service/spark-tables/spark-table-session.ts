import { randomUUID } from "node:crypto";
import { quoteSparkName } from "../../base/sql-quote.ts";
import type { Connection } from "../../duckdb/database.ts";
import { type CheckedStatement, checkStatement } from "../../lakehouse/check-statement.ts";
import { LakehouseError } from "../../lakehouse/lakehouse-error.ts";
import { atPlaces, placeTarget, wrapQuery } from "../../lakehouse/sent-statement.ts";
import { type ComparedColumns, compareColumns, replaceRows, upsertRows } from "../../lakehouse/source-rows.ts";
import type { SparkSession } from "../../spark-connect/spark-session.ts";
import { isSameName } from "../store/same-name.ts";
import { splitOutputFile } from "../table-data/output-file.ts";
import { SessionRelations } from "../table-data/session-relations.ts";
import { findSnapshot } from "../table-data/snapshots.ts";
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
} from "../table-data/table-data.ts";
import { TableDataError } from "../table-data/table-data-error.ts";
import { quoteSparkText } from "./column-types.ts";
import type { InputViews } from "./input-views.ts";
import type { JobSession } from "./job-session.ts";
import type { Lakehouse } from "./lakehouse.ts";
import { writeSparkRows } from "./output-rows.ts";
import type { WriteKind } from "./snapshot-changes.ts";
import { withSparkErrors } from "./spark-errors.ts";
import type { TableRecords } from "./table-records.ts";
import { readTableQuery } from "./table-view.ts";
import type { TransactionBranches } from "./transaction-branches.ts";

/** Dependencies that the sessions of a job share. */
interface SparkSessionParts {
  readonly spark: JobSession;
  readonly lakehouse: Lakehouse;
  readonly records: TableRecords;
  readonly branches: TransactionBranches;
  readonly inputs: InputViews;
  /** DuckDB on this machine, which reads and writes the files of transactions. */
  readonly files: Connection;
  readonly now: () => number;
}

type PreparedForSpark = PreparedStatement & { readonly statement: CheckedStatement };

/**
 * Runs the statements of a job on Spark. Each name in SQL is a temporary view: of the rows that count, of the
 * transaction's branch, or of an input. A statement that writes names the branch itself.
 */
export class SparkTableSession implements TableSession {
  readonly #parts: SparkSessionParts;
  readonly #transaction: TransactionInTenant;
  readonly #relations: SessionRelations;

  constructor(
    parts: SparkSessionParts,
    transaction: TransactionInTenant,
    accessible: { readonly tables: readonly AccessibleTable[]; readonly inputs: readonly AccessibleInput[] },
  ) {
    this.#parts = parts;
    this.#transaction = transaction;
    this.#relations = new SessionRelations(transaction, accessible, parts.records.locks);
  }

  prepare(text: string): Promise<PreparedStatement> {
    return withSparkErrors(undefined, undefined, async (): Promise<PreparedForSpark> => {
      const statement = checkStatement(text);
      const { kind, target } = statement;
      return kind === "query" ? { kind, statement } : { kind, statement, target: target?.path[0] ?? "" };
    });
  }

  write(prepared: PreparedWrite, signal?: AbortSignal): Promise<RowChanges> {
    const statement = statementOf(prepared);
    return withSparkErrors(undefined, signal, async () => {
      const { accessible: target } = this.#relations.target(prepared.target);
      await this.#openAll(statement.reads, signal);
      const kind = prepared.kind === "update" ? "update" : "other";
      return await this.#write(target, kind, signal, async (path) => {
        const columns = target.columns.map(({ name }) => name);
        const sent = placeTarget(statement, prepared.target, path, columns);
        await atPlaces(sent, (sql) => this.#parts.spark.command(sql, signal));
      });
    });
  }

  upsert(source: string, target: string, keys: readonly string[], signal?: AbortSignal): Promise<RowChanges> {
    return withSparkErrors(`upsert into ${target}`, signal, async () => {
      const { accessible: written } = this.#relations.target(target);
      const session = await this.#openAll([source, target], signal);
      const compared = await compareColumns(session, source, written.name, signal);
      return await this.#write(written, "upsert", signal, (path) =>
        this.#explained(compared, written, () => upsertRows(session, compared, path, keys, signal)),
      );
    });
  }

  replace(source: string, target: string, signal?: AbortSignal): Promise<RowChanges> {
    return withSparkErrors(`replace of ${target}`, signal, async () => {
      const { accessible: written } = this.#relations.target(target);
      const session = await this.#openAll([source, target], signal);
      const compared = await compareColumns(session, source, written.name, signal);
      return await this.#replace(session, written, compared, signal);
    });
  }

  /** Replaces the rows of a materialized view by those of its query. */
  refresh(view: string, query: string): Promise<RowChanges> {
    return withSparkErrors(`Refreshing ${view}`, undefined, async () => {
      const { accessible: written } = this.#relations.target(view);
      const { kind, text, reads } = checkStatement(query);
      if (kind !== "query") {
        throw new TableDataError(`The query of the view ${view} is not a SELECT.`);
      }
      const session = await this.#openAll([...reads, view], undefined);
      const rows = `rows of ${view}`;
      const { columns } = await session.query(`SELECT * FROM (\n${text}\n) LIMIT 0`);
      // By position, as INSERT takes them, where the query does not have the names.
      const isNamed = written.columns.every(({ name }) => columns.some((one) => isSameName(one.name, name)));
      const names = isNamed ? "" : ` AS r (${written.columns.map(({ name }) => quoteSparkName(name)).join(", ")})`;
      await this.#parts.spark.createView(
        rows,
        randomUUID(),
        undefined,
        async () => `SELECT * FROM (\n${text}\n)${names}`,
      );
      const compared = await compareColumns(session, rows, view);
      return await this.#replace(session, written, compared, undefined);
    });
  }

  reset(target: string, asOf: string, signal?: AbortSignal): Promise<RowChanges> {
    const { spark, branches, records, now } = this.#parts;
    return withSparkErrors(`reset of ${target}`, signal, async () => {
      const { accessible } = this.#relations.target(target);
      const { table } = accessible;
      const number = await records.platform.use((connection) => findSnapshot(connection, accessible, asOf, now()));
      const snapshot = await records.snapshotOf(table, number);
      if (snapshot === undefined) {
        throw new TableDataError("the snapshot of that time is not known any more.");
      }
      return await branches.reset(table, this.#transaction.transactionId, snapshot, spark, signal);
    });
  }

  countRows(prepared: PreparedQuery, signal?: AbortSignal): Promise<number> {
    const { text, reads } = statementOf(prepared);
    return withSparkErrors(undefined, signal, async () => {
      await this.#openAll(reads, signal);
      // The hash makes Spark compute all columns, because an expression may be a check that fails.
      const sent = wrapQuery(text, "SELECT count(*), bit_xor(xxhash64(*)) FROM (", ") AS counted");
      const [count = 0] = await atPlaces(sent, (sql) => this.#parts.spark.numbers(sql, signal));
      return count;
    });
  }

  writeFile(prepared: PreparedQuery, path: string, format: OutputFormat, signal?: AbortSignal): Promise<number> {
    const { text, reads } = statementOf(prepared);
    return withSparkErrors(undefined, signal, async () => {
      const session = await this.#openAll(reads, signal);
      return await writeSparkRows(this.#parts.files, session.batches(text, signal), path, format, signal);
    });
  }

  splitFile(...[path, format, rowsPerPart, pathOf, signal]: Parameters<TableSession["splitFile"]>): Promise<number> {
    return withSparkErrors("Splitting an output into parts", signal, () =>
      splitOutputFile(this.#parts.files, path, format, rowsPerPart, pathOf, signal),
    );
  }

  listValues(input: string, column: string): Promise<readonly string[]> {
    return withSparkErrors(`Reading the input ${input}`, undefined, async () => {
      return await this.#parts.inputs.listValues(this.#relations.input(input), column);
    });
  }

  /** Runs statements that read a source. A value of an input that is not of its column's type is named with its file and line. */
  async #explained(compared: ComparedColumns, written: AccessibleTable, run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      const input = this.#relations.findInput(compared.source);
      const found =
        error instanceof LakehouseError && input
          ? await this.#parts.inputs.describeInvalidValue(input, written.columns)
          : undefined;
      throw found === undefined ? error : new LakehouseError(`${found}.`, { cause: error });
    }
  }

  #replace(
    session: SparkSession,
    written: AccessibleTable,
    compared: ComparedColumns,
    signal: AbortSignal | undefined,
  ): Promise<RowChanges> {
    return this.#write(written, "other", signal, (path, rowsPath) =>
      this.#explained(compared, written, () => replaceRows(session, compared, path, rowsPath, signal)),
    );
  }

  async #write(
    { table }: AccessibleTable,
    kind: WriteKind,
    signal: AbortSignal | undefined,
    work: (path: string, rowsPath: string) => Promise<void>,
  ): Promise<RowChanges> {
    const { spark, branches, lakehouse } = this.#parts;
    const { transactionId } = this.#transaction;
    await spark.ready(signal);
    return await branches.write(
      table,
      transactionId,
      spark,
      kind,
      (path, branch) => work(path, `${lakehouse.pathOf(table)} VERSION AS OF ${quoteSparkText(branch)}`),
      signal,
    );
  }

  /** Makes the views of names, each that there is not yet. */
  async #openAll(names: readonly string[], signal: AbortSignal | undefined) {
    const session = await this.#parts.spark.ready(signal);
    for (const name of names) {
      const input = this.#relations.findInput(name);
      await (input ? this.#parts.inputs.create(input, this.#parts.spark, signal) : this.#openTable(name, signal));
    }
    return session;
  }

  async #openTable(name: string, signal: AbortSignal | undefined): Promise<void> {
    const { records, spark } = this.#parts;
    const accessible = this.#relations.table(name);
    const { table } = accessible;
    // A snapshot even of the own branch, which may have what a statement that was cut left there.
    const snapshot = records.branchOf(table, this.#transaction.transactionId)?.head ?? records.tableOf(table)?.snapshot;
    const key = JSON.stringify([table, snapshot, accessible.columns, accessible.rowFilter]);
    await spark.createView(accessible.name, key, signal, () =>
      readTableQuery(accessible, snapshot, this.#parts, signal),
    );
  }
}

function statementOf(prepared: PreparedStatement): CheckedStatement {
  if (!("statement" in prepared)) {
    throw new Error("The statement was prepared by another engine.");
  }
  return (prepared as PreparedForSpark).statement;
}
