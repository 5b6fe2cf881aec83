import { TaskQueue } from "../../base/task-queue.ts";
import { type Connection, quoteName } from "../../duckdb/database.ts";
import type { ColumnKind } from "../../protocol/data-worker.ts";
import { valueColumnNameOf } from "../model/column-storage.ts";
import type { ResultMetadata } from "../model/result-metadata.ts";

/** Number of rows from which a kind is guessed first. */
const sampleRows = 2000;

/** SQL conditions that a value (not missing, not empty) is not of a kind, in the order in which the kinds are tried. */
const mismatchConditions = {
  // Codes with leading zeros stay text.
  number: (value: string) =>
    `coalesce(NOT isfinite(try_cast(${value} AS DOUBLE)), true) OR (${value} >= '0' AND ${value} < '1' AND length(${value}) > 1 AND ${value}[2] <> '.')`,
  // A time member counts as a date if it starts with an ISO instant (sql-like-language 11.3).
  date: (value: string) =>
    `try_cast(left(${value}, 10) AS DATE) IS NULL AND try_cast(ltrim(${value}, '[')[1:10] AS DATE) IS NULL`,
} as const;

type GuessedKind = keyof typeof mismatchConditions;
const guessedKinds = Object.keys(mismatchConditions) as GuessedKind[];
/** Guessed kinds by column position. Columns with only missing values have no entry. */
type Guesses = ReadonlyMap<number, GuessedKind | "text">;

/**
 * Determines the kinds of columns that the model does not know by reading all values, so that columns of numbers sort
 * as numbers. Columns are read one at a time, so that the grid can read rows in between. Each column is read again
 * after rows were added.
 */
export class ColumnKinds {
  readonly #metadata: ResultMetadata;
  /** Positions of the columns that the model does not know. */
  #unknown: ReadonlySet<number> | undefined;
  /** Number of rows read, by column position. */
  readonly #readRows = new Map<number, number>();
  #guesses: { readonly rowCount: number; readonly of: Guesses } | undefined;
  readonly #queue = new TaskQueue();

  constructor(metadata: ResultMetadata) {
    this.#metadata = metadata;
  }

  /**
   * Determines the kinds of the given columns, or of all columns, and sets them in the metadata. Does nothing for a
   * result without rows.
   */
  async find(connection: Connection, signal: AbortSignal, positions?: readonly number[]): Promise<void> {
    const { columns, rowCount, kinds } = this.#metadata;
    if (rowCount === 0) {
      return;
    }
    this.#unknown ??= new Set(
      columns.flatMap(({ name, kind, storage }, position) =>
        storage === "VARCHAR" && kind === "text" && !Object.hasOwn(kinds, name) ? [position] : [],
      ),
    );
    for (const position of positions ?? this.#unknown) {
      if (this.#unknown.has(position)) {
        // Queued one at a time, so that a caller waits for one column and not for all columns of another caller.
        await this.#queue.run(() => this.#find(connection, signal, position));
      }
    }
  }

  async #find(connection: Connection, signal: AbortSignal, position: number): Promise<void> {
    const { rowCount } = this.#metadata;
    if (this.#readRows.get(position) === rowCount) {
      return;
    }
    const kind = await this.#kindOf(connection, signal, position, rowCount);
    this.#metadata.columns = this.#metadata.columns.map((column, at) =>
      at === position ? { ...column, kind } : column,
    );
    this.#readRows.set(position, rowCount);
  }

  async #kindOf(connection: Connection, signal: AbortSignal, position: number, rowCount: number): Promise<ColumnKind> {
    const guess = (await this.#guess(connection, signal)).get(position);
    if (guess === "text" || rowCount <= sampleRows) {
      return guess ?? "text";
    }
    const { table } = this.#metadata;
    const value = valueColumnNameOf(position);
    const hasRows = async (condition: string) => {
      const sql = `SELECT 1 FROM ${quoteName(table)} WHERE rowid < ${rowCount} AND ${value} <> '' AND (${condition}) LIMIT 1`;
      return (await connection.rows(sql, [], signal)).length > 0;
    };
    if (guess === undefined && !(await hasRows("true"))) {
      return "text";
    }
    for (const kind of guess === undefined ? guessedKinds : [guess]) {
      if (!(await hasRows(mismatchConditions[kind](value)))) {
        return kind;
      }
    }
    return "text";
  }

  /**
   * Guesses kinds from the first rows. Casts that fail are slow, and most columns of text are recognized at once; the
   * other columns are then read completely, and tested only for the guessed kind.
   */
  async #guess(connection: Connection, signal: AbortSignal): Promise<Guesses> {
    const rowCount = Math.min(sampleRows, this.#metadata.rowCount);
    if (this.#guesses?.rowCount !== rowCount) {
      this.#guesses = { rowCount, of: await this.#readGuesses(connection, signal, rowCount) };
    }
    return this.#guesses.of;
  }

  async #readGuesses(connection: Connection, signal: AbortSignal, rowCount: number): Promise<Guesses> {
    const unknown = [...(this.#unknown ?? [])];
    const checks = unknown.flatMap((position) => {
      const value = valueColumnNameOf(position);
      const count = (condition: string, name: string) =>
        `count(*) FILTER (${value} <> '' AND (${condition})) AS ${name}${position}`;
      return [count("true", "given"), ...guessedKinds.map((kind) => count(mismatchConditions[kind](value), kind))];
    });
    const [row = {}] = await connection.rows(
      `SELECT ${checks.join(", ")} FROM ${quoteName(this.#metadata.table)} WHERE rowid < ${rowCount}`,
      [],
      signal,
    );
    return new Map(
      unknown.flatMap((position): [number, GuessedKind | "text"][] =>
        row[`given${position}`] === 0n
          ? []
          : [[position, guessedKinds.find((kind) => row[`${kind}${position}`] === 0n) ?? "text"]],
      ),
    );
  }
}
