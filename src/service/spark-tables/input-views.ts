import { randomUUID } from "node:crypto";
import { quoteSparkName } from "../../base/sql-quote.ts";
import { type Connection, quoteName } from "../../duckdb/database.ts";
import { describeInvalidValue } from "../table-data/find-invalid-value.ts";
import { createInputRelation, listInputValues, SharedInputRelations } from "../table-data/input-source.ts";
import { sparkTypeOf } from "../table-data/spark-type.ts";
import type { AccessibleInput, TableColumn } from "../table-data/table-data.ts";
import { TableDataError } from "../table-data/table-data-error.ts";
import { checkIsFlat } from "./column-types.ts";
import type { JobSession } from "./job-session.ts";

/** Most characters of the values of one call to Spark. */
const pieceCharacters = 8_000_000;
/** Most characters of an input: Spark keeps them in the memory of its driver. */
const mostCharacters = 64_000_000;

/** The input files of a job, read by DuckDB on this machine and sent to Spark as temporary views. */
export class InputViews {
  readonly #connection: Connection;
  readonly #shared: SharedInputRelations;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#shared = new SharedInputRelations(connection);
  }

  /** Makes the view of an input, unless the session has it. Throws a TableDataError with file and line. */
  async create(input: AccessibleInput, session: JobSession, signal?: AbortSignal): Promise<void> {
    const key = JSON.stringify(input);
    await session.createView(input.name, key, signal, () => this.#send(input, session, signal));
  }

  /** Sends the rows of an input in pieces, each a view, and returns the query of all of them. */
  async #send(input: AccessibleInput, session: JobSession, signal: AbortSignal | undefined): Promise<string> {
    const columns = await createInputRelation(this.#connection, input, this.#shared);
    for (const { name, storage } of columns) {
      checkIsFlat(input.name, name, storage);
    }
    const names = columns.map((_, index) => `c${index}`);
    const values = columns.map(({ name, storage }, index) => `${valueSql(storage, index)} AS ${quoteSparkName(name)}`);
    const selects: string[] = [];
    for await (const rows of this.#pieces(input, columns, signal)) {
      const piece = `workforce_${randomUUID().replaceAll("-", "")}`;
      await session.createTextView(piece, names, rows, signal);
      selects.push(`SELECT ${values.join(", ")} FROM ${quoteSparkName(piece)}`);
    }
    return selects.join(" UNION ALL ");
  }

  /** Describes the first value of an input that does not fit a column: file, line and column. Never quotes the value. */
  async describeInvalidValue(input: AccessibleInput, target: readonly TableColumn[]): Promise<string | undefined> {
    const columns = await createInputRelation(this.#connection, input, this.#shared);
    const relation = { name: input.name, sql: quoteName(input.name), columns };
    return await describeInvalidValue(this.#connection, relation, target, input);
  }

  /** Returns the distinct values of an input's column, as sorted texts. */
  listValues(input: AccessibleInput, column: string): Promise<readonly string[]> {
    return listInputValues(this.#connection, input, column, this.#shared);
  }

  /** Yields the rows as texts, at least one piece, which may have no rows. */
  async *#pieces(
    input: AccessibleInput,
    columns: readonly TableColumn[],
    signal: AbortSignal | undefined,
  ): AsyncGenerator<(string | null)[][]> {
    const texts = columns.map(({ name, storage }) =>
      storage === "BLOB" ? `hex(${quoteName(name)})` : `${quoteName(name)}::VARCHAR`,
    );
    let rows: (string | null)[][] = [];
    let characters = 0;
    let all = 0;
    const sql = `SELECT ${texts.join(", ")} FROM ${quoteName(input.name)}`;
    for await (const chunk of this.#connection.columns(sql, [], signal)) {
      for (let row = 0; row < (chunk[0]?.length ?? 0); row++) {
        const values = chunk.map((column) => (column[row] ?? null) as string | null);
        rows.push(values);
        characters += values.reduce((sum, value) => sum + (value?.length ?? 0), 0);
      }
      if (all + characters > mostCharacters) {
        throw new TableDataError(
          `The input ${input.name} has more than ${mostCharacters / 1_000_000} million characters, which Spark does not get at once; split it into several jobs of the transaction.`,
        );
      }
      if (characters > pieceCharacters) {
        yield rows;
        all += characters;
        rows = [];
        characters = 0;
      }
    }
    if (rows.length > 0 || all === 0) {
      yield rows;
    }
  }
}

function valueSql(storage: string, index: number): string {
  const type = sparkTypeOf(storage);
  return type === "string" || type === "json"
    ? `c${index}`
    : type === "binary"
      ? `unhex(c${index})`
      : `CAST(c${index} AS ${type})`;
}
