import type { Connection, Database } from "../../duckdb/database.ts";
import type { ResultState } from "../../protocol/data-worker.ts";
import { describeStorageFailure } from "../model/result-error.ts";
import type { ResultMetadata } from "../model/result-metadata.ts";
import { CellSetStage } from "./cell-set-stage.ts";
import type { BodyLoader, BodyStage } from "./ingest-stage.ts";
import { JsonStage } from "./json-stage.ts";
import { ParquetStage } from "./parquet-stage.ts";

/** Unwritten bytes at which reading from the pipe pauses. */
const maxUnwrittenBytes = 64 * 1024 * 1024;

interface Ending {
  readonly state: Exclude<ResultState, "loading">;
  readonly message: string | undefined;
}

/**
 * Loads a response body that can be read only when it is complete. First stores the body in files, then converts it to
 * JSON Lines and loads these.
 */
export class IngestLoader implements BodyLoader {
  readonly #metadata: ResultMetadata;
  readonly #stage: BodyStage;
  readonly #lines: BodyLoader;
  readonly #database: Database;
  readonly #stopped = new AbortController();
  #written: Promise<void> = Promise.resolve();
  #unwritten = 0;
  #isEnding = false;
  #resolveDrained: (() => void) | undefined;

  /** `lines` is the loader for the JSON Lines. */
  constructor(metadata: ResultMetadata, stage: BodyStage, lines: BodyLoader, database: Database) {
    this.#metadata = metadata;
    this.#stage = stage;
    this.#lines = lines;
    this.#database = database;
  }

  get finished(): Promise<void> {
    return this.#lines.finished;
  }

  get drained(): Promise<void> | undefined {
    if (this.#unwritten < maxUnwrittenBytes || this.#isEnding) {
      return undefined;
    }
    return new Promise((resolve) => {
      const previous = this.#resolveDrained;
      this.#resolveDrained = () => {
        previous?.();
        resolve();
      };
    });
  }

  accept(bytes: Uint8Array): void {
    if (this.#isEnding) {
      return;
    }
    this.#metadata.byteCount += bytes.length;
    const own = Uint8Array.from(bytes);
    this.#unwritten += own.length;
    this.#then(async () => {
      await this.#stage.write(own);
      this.#unwritten -= own.length;
      if (this.#unwritten < maxUnwrittenBytes) {
        this.#resolveDrained?.();
        this.#resolveDrained = undefined;
      }
    });
  }

  nextPart(): void {
    this.#then(() => this.#stage.nextPart());
  }

  end(): void {
    if (!this.#isEnding) {
      this.#isEnding = true;
      void this.#load(undefined);
    }
  }

  cut(state: Ending["state"], message: string): void {
    if (this.#isEnding) {
      this.#stopped.abort();
      return;
    }
    this.#isEnding = true;
    void this.#load({ state, message });
  }

  async recover(message: string): Promise<void> {
    this.#isEnding = true;
    await this.#lines.recover(message);
  }

  #then(work: () => Promise<void>): void {
    this.#written = this.#written.then(work);
    // A failure is reported when the body ends.
    this.#written.catch(() => this.#resolveDrained?.());
  }

  /** Converts the staged body and passes the rows to the loader of lines. */
  async #load(cut: Ending | undefined): Promise<void> {
    this.#resolveDrained?.();
    const { signal } = this.#stopped;
    let connection: Connection | undefined;
    try {
      await this.#written;
      connection = await this.#database.connect();
      const { kinds, lines, smallGroupMarks, isAggregate } = await this.#stage.read(
        connection,
        cut === undefined,
        signal,
      );
      this.#metadata.kinds = { ...kinds, ...this.#metadata.kinds };
      if (smallGroupMarks) {
        this.#metadata.smallGroupMarks = smallGroupMarks;
      }
      if (isAggregate) {
        this.#metadata.isAggregate = true;
      }
      for await (const bytes of lines) {
        this.#lines.accept(bytes);
        await this.#lines.drained;
        signal.throwIfAborted();
      }
      this.#end(
        cut ??
          (this.#stage.isCut
            ? {
                state: "partial",
                message: "The answer ended early; the rows received are kept. Run again for all of them.",
              }
            : undefined),
      );
    } catch (error) {
      this.#end(
        signal.aborted
          ? { state: "cancelled", message: "" }
          : (cut ?? { state: "failed", message: describeStorageFailure("Storing the result", error).message }),
      );
    } finally {
      connection?.close();
      await this.#stage.remove().catch(() => undefined);
    }
  }

  #end(ending: Ending | undefined): void {
    if (ending) {
      this.#lines.cut(ending.state, ending.message ?? "");
    } else {
      this.#lines.end();
    }
  }
}

/**
 * Creates the temporary storage for a body that can be read only when it is complete. Returns undefined for other
 * formats. `folder` must not exist yet, and nothing else may use it.
 */
export function createStage(
  { format, smallGroups, cellSets }: Pick<ResultMetadata, "format" | "smallGroups" | "cellSets">,
  folder: string,
): BodyStage | undefined {
  if (cellSets) {
    return new CellSetStage(folder, cellSets, smallGroups);
  }
  switch (format) {
    case "parquet":
      return new ParquetStage(folder);
    case "json":
      return new JsonStage(folder, smallGroups);
    default:
      return undefined;
  }
}
