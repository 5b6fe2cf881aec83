import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { isDiskFull, isOutOfMemory } from "../../base/error-causes.ts";
import { type Connection, quoteText } from "../../duckdb/database.ts";
import { describeStorageFailure, ResultError } from "../model/result-error.ts";
import { describeQuery, readQueryLines } from "./ingest-query.ts";
import type { BodyStage, StagedLines } from "./ingest-stage.ts";

/** Stores Parquet files, one for each part of the body. They are read as one table in the order of arrival. */
export class ParquetStage implements BodyStage {
  readonly #folder: string;
  /** Always false. A truncated Parquet file has no footer, so it fails when it is read. */
  readonly isCut = false;
  #parts = 0;
  #current: FileHandle | undefined;

  /** `folder` is for the exclusive use of this object. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#current ??= await this.#open();
    await this.#current.writeFile(bytes);
  }

  async nextPart(): Promise<void> {
    await this.#current?.close();
    this.#current = undefined;
  }

  async read(connection: Connection, isWhole: boolean, signal: AbortSignal): Promise<StagedLines> {
    // The footer is at the end of a file, so a truncated part cannot be read at all.
    const whole = this.#parts - (isWhole || !this.#current ? 0 : 1);
    await this.nextPart();
    if (whole === 0) {
      throw new ResultError(
        isWhole
          ? "The answer is empty: it has no Parquet file. Run again."
          : "The answer ended before a Parquet file was complete, so nothing of it can be read. Run again.",
        { code: "malformedBody" },
      );
    }
    const files = Array.from({ length: whole }, (_, part) => quoteText(this.#path(part)));
    const query = `SELECT * FROM read_parquet([${files.join(", ")}], hive_partitioning = false)`;
    try {
      const columns = await describeQuery(connection, query, signal);
      return {
        kinds: Object.fromEntries(columns.map(({ name, kind }) => [name, kind])),
        lines: withReadableErrors(readQueryLines(connection, query, columns, signal), signal),
      };
    } catch (error) {
      signal.throwIfAborted();
      throw describeParquetError(error);
    }
  }

  async remove(): Promise<void> {
    await this.nextPart();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #open(): Promise<FileHandle> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    return await open(this.#path(this.#parts++), "wx", 0o600);
  }

  #path(part: number): string {
    return join(this.#folder, `part-${part}.parquet`);
  }
}

async function* withReadableErrors(lines: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* lines;
  } catch (error) {
    signal.throwIfAborted();
    throw describeParquetError(error);
  }
}

/** Describes only the kind of problem, because DuckDB's message may quote data of the file. */
function describeParquetError(error: unknown): ResultError {
  const text = error instanceof Error ? error.message : "";
  if (isDiskFull(error) || isOutOfMemory(error)) {
    return describeStorageFailure("Reading the Parquet file", error);
  }
  const reason = /schema mismatch|different schema|failed to cast|column .* not found/i.test(text)
    ? "its parts have different columns"
    : "it is not a complete Parquet file, or is of a kind that cannot be read here";
  return new ResultError(
    `The answer cannot be read as Parquet: ${reason}. Save it to a file to inspect it, or run again.`,
    {
      code: "malformedBody",
      cause: error,
    },
  );
}
