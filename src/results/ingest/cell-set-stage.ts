import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SmallGroupGuard } from "../../base/small-group.ts";
import type { Connection } from "../../duckdb/database.ts";
import type { CellSetLayout } from "../../protocol/cell-set-layout.ts";
import { ResultError } from "../model/result-error.ts";
import { type CellSetAxis, CellSetTable, readAxis } from "./cell-set-table.ts";
import type { BodyStage, StagedLines } from "./ingest-stage.ts";
import {
  describeErrorMember,
  type ExtractedJsonValue,
  isCellSetElement,
  JsonValueExtractor,
} from "./json-value-extractor.ts";
import { SmallGroupDetector } from "./small-group-detector.ts";
import { formatStagedValues, readStagedValues } from "./staged-values.ts";

const rowsPerBatch = 500;

/** The response for one metric. Its cells are stored in a file, one per line. */
class CellSetPart {
  readonly path: string;
  readonly axes: CellSetAxis[] = [];
  readonly pieces = new JsonValueExtractor(
    (span) =>
      isCellSetElement(span, "axes") ||
      isCellSetElement(span, "cells") ||
      (!span.isElement && span.depth === 1 && span.path[0] === "error"),
  );
  file: FileHandle | undefined;
  failure: string | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /** Takes a piece of the response. Returns it if it is a cell, otherwise an empty list. */
  take({ span, text }: ExtractedJsonValue): string[] {
    if (!span.isElement) {
      this.failure = describeErrorMember(text) ?? this.failure;
      return [];
    }
    if (span.path[1] === "axes") {
      this.axes.push(readAxis(text));
      return [];
    }
    return [text];
  }
}

/**
 * Stores the response of an aggregate query with one cell set for each metric, in sequence. Hidden values of small
 * groups are not stored.
 */
export class CellSetStage implements BodyStage {
  readonly #folder: string;
  readonly #metricCount: number;
  readonly #smallGroups: SmallGroupDetector | undefined;
  readonly #table: CellSetTable;
  readonly #parts: CellSetPart[] = [];

  constructor(folder: string, layout: CellSetLayout, guard: SmallGroupGuard | undefined) {
    this.#folder = folder;
    this.#metricCount = layout.columns.filter(({ kind }) => kind === "metric").length;
    this.#smallGroups = guard && new SmallGroupDetector(guard);
    this.#table = new CellSetTable(layout, this.#smallGroups);
  }

  async write(bytes: Uint8Array): Promise<void> {
    const part = this.#parts.at(-1) ?? (await this.#begin());
    const cells = part.pieces.push(bytes).flatMap((piece) => part.take(piece));
    if (cells.length > 0) {
      await part.file?.writeFile(formatStagedValues(cells.map((cell) => this.#smallGroups?.storable(cell) ?? cell)));
    }
  }

  async nextPart(): Promise<void> {
    await this.#begin();
  }

  get isCut(): boolean {
    return this.#parts.length < this.#metricCount || this.#parts.some(({ pieces }) => !pieces.isWhole);
  }

  async read(_connection: Connection, _isWhole: boolean, signal: AbortSignal): Promise<StagedLines> {
    await this.#close();
    const failure = this.#parts.map((part) => part.failure).find((found) => found !== undefined);
    if (failure !== undefined) {
      throw new ResultError(`The answer has no cells: ${failure}.`, { code: "malformedBody" });
    }
    const [first] = this.#parts;
    if (!first || this.#parts.length !== this.#metricCount) {
      throw new ResultError("The answer ended before every metric had arrived. Run the query again.", {
        code: "malformedBody",
      });
    }
    const shape = JSON.stringify(first.axes);
    if (this.#parts.some(({ axes }) => JSON.stringify(axes) !== shape)) {
      throw new ResultError("The metrics of the answer have different axes. Query one metric at a time.", {
        code: "malformedBody",
      });
    }
    this.#table.takeAxes(first.axes);
    const { kinds, smallGroupMarks } = this.#table;
    return { kinds, smallGroupMarks, lines: this.#lines(signal) };
  }

  async remove(): Promise<void> {
    await this.#close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #begin(): Promise<CellSetPart> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const part = new CellSetPart(join(this.#folder, `cells-${this.#parts.length}.jsonl`));
    part.file = await open(part.path, "wx", 0o600);
    this.#parts.push(part);
    return part;
  }

  async *#lines(signal: AbortSignal): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${JSON.stringify(this.#table.names)}\n`);
    let lines: string[] = [];
    let number = 0;
    for await (const cells of zipLists(
      this.#parts.map(({ path }) => readStagedValues(path)),
      this.isCut,
    )) {
      number++;
      const row = this.#table.row(cells, number);
      if (row) {
        lines.push(JSON.stringify(row));
      }
      if (lines.length >= rowsPerBatch) {
        signal.throwIfAborted();
        yield Buffer.from(`${lines.join("\n")}\n`);
        lines = [];
      }
    }
    if (lines.length > 0) {
      yield Buffer.from(`${lines.join("\n")}\n`);
    }
  }

  async #close(): Promise<void> {
    for (const part of this.#parts) {
      await part.file?.close();
      part.file = undefined;
    }
  }
}

/** Yields the n-th items of all lists together. Throws `malformedBody` when their lengths differ, unless `isCut`. */
async function* zipLists(lists: readonly AsyncGenerator<string>[], isCut: boolean): AsyncGenerator<readonly string[]> {
  try {
    for (;;) {
      const steps = await Promise.all(lists.map((list) => list.next()));
      if (steps.some(({ done }) => done)) {
        if (!isCut && !steps.every(({ done }) => done)) {
          throw new ResultError("The metrics of the answer have different cells. Query one metric at a time.", {
            code: "malformedBody",
          });
        }
        return;
      }
      yield steps.map(({ value }) => String(value));
    }
  } finally {
    await Promise.all(lists.map((list) => list.return(undefined)));
  }
}
