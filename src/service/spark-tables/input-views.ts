import { quoteSparkName } from "../../base/sql-quote.ts";
import { type Connection, quoteName, type SqlValue } from "../../duckdb/database.ts";
import type { SentColumn, SentType, SentValue } from "../../spark-connect/arrow-values.ts";
import { type StoredColumn, storedColumnsOf } from "../table-data/catalogue.ts";
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

/** Number of characters that a value other than a text counts as. */
const fixedCharacters = 8;

/** Types of DuckDB whose values are sent as they are. */
const sentTypes: Readonly<Record<string, SentType>> = {
  BOOLEAN: "boolean",
  INTEGER: "int",
  BIGINT: "bigint",
  DOUBLE: "double",
  DATE: "date",
};

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

  /** Sends the rows of an input in pieces and returns the query of all of them. The next piece is read while one travels. */
  async #send(input: AccessibleInput, session: JobSession, signal: AbortSignal | undefined): Promise<string> {
    const columns = await createInputRelation(this.#connection, input, this.#shared);
    for (const { name, storage } of columns) {
      checkIsFlat(input.name, name, storage);
    }
    const values = columns.map(({ name, storage }, index) => `${valueSql(storage, index)} AS ${quoteSparkName(name)}`);
    const pieces: Promise<string>[] = [];
    for await (const piece of this.#pieces(input, columns, signal)) {
      await pieces.at(-1);
      const sent = session.sendRows(piece, signal);
      // It is waited for later; reading may fail first.
      sent.catch(() => undefined);
      pieces.push(sent);
    }
    const rows = (await Promise.all(pieces)).join(" UNION ALL ");
    return `SELECT ${values.join(", ")} FROM (${rows})`;
  }

  /** Describes the first value of an input that does not fit a column: file, line and column. Never quotes the value. */
  async describeInvalidValue(input: AccessibleInput, target: readonly TableColumn[]): Promise<string | undefined> {
    const columns = await createInputRelation(this.#connection, input, this.#shared);
    const relation = { name: input.name, sql: quoteName(input.name), columns };
    return await describeInvalidValue(this.#connection, relation, storedColumnsOf(target), input);
  }

  /** Returns the distinct values of an input's column, as sorted texts. */
  listValues(input: AccessibleInput, column: string): Promise<readonly string[]> {
    return listInputValues(this.#connection, input, column, this.#shared);
  }

  /** Yields the columns of some rows at a time; at least once, maybe without rows. */
  async *#pieces(
    input: AccessibleInput,
    columns: readonly StoredColumn[],
    signal: AbortSignal | undefined,
  ): AsyncGenerator<readonly SentColumn[]> {
    const start = () =>
      columns.map(({ storage }, index) => ({
        name: `c${index}`,
        type: sentTypeOf(storage),
        values: [] as SentValue[],
      }));
    const sql = `SELECT ${columns.map(sentSql).join(", ")} FROM ${quoteName(input.name)}`;
    let piece = start();
    let [characters, all] = [0, 0];
    for await (const chunk of this.#connection.columns(sql, [], signal)) {
      for (const [index, { type, values }] of piece.entries()) {
        const read = (chunk[index] ?? []).map(sentValue);
        values.push(...read);
        characters += type === "string" ? read.reduce(addLength, 0) : read.length * fixedCharacters;
      }
      if (all + characters > mostCharacters) {
        throw new TableDataError(
          `The input ${input.name} has more than ${mostCharacters / 1_000_000} million characters, which Spark does not get at once; split it into several jobs of the transaction.`,
        );
      }
      if (characters > pieceCharacters) {
        yield piece;
        all += characters;
        piece = start();
        characters = 0;
      }
    }
    if (characters > 0 || all === 0) {
      yield piece;
    }
  }
}

function addLength(sum: number, value: SentValue): number {
  return sum + ((value as string | null) ?? "").length;
}

/** Type that the values of a column are sent as: those of most other types are texts, which Spark casts. */
function sentTypeOf(storage: string): SentType {
  return storage.startsWith("DECIMAL(") ? (sparkTypeOf(storage) as SentType) : (sentTypes[storage] ?? "string");
}

function sentValue(value: SqlValue): SentValue {
  return value instanceof Object && "scale" in value ? value.value : (value as SentValue);
}

/** A column's value in DuckDB, as it is sent. */
function sentSql({ name, storage }: StoredColumn): string {
  const column = quoteName(name);
  switch (storage) {
    case "DATE":
      return `CASE WHEN isfinite(${column}) THEN (${column} - DATE '1970-01-01')::INTEGER END`;
    case "BLOB":
      return `hex(${column})`;
    default:
      return sentTypeOf(storage) === "string" ? `${column}::VARCHAR` : column;
  }
}

/** A column's value in Spark, of the type that it has there. */
function valueSql(storage: string, index: number): string {
  const [type, sent] = [sparkTypeOf(storage), sentTypeOf(storage)];
  return type === sent || type === "json"
    ? `c${index}`
    : type === "binary"
      ? `unhex(c${index})`
      : `CAST(c${index} AS ${type})`;
}
