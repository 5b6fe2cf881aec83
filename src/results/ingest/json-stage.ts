import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SmallGroupGuard } from "../../base/small-group.ts";
import type { Connection } from "../../duckdb/database.ts";
import { ResultError } from "../model/result-error.ts";
import { CellSetConverter } from "./cell-set-converter.ts";
import type { BodyStage, StagedLines } from "./ingest-stage.ts";
import {
  describeErrorMember,
  type ExtractedJsonValue,
  isCellSetElement,
  type JsonElementConverter,
  type JsonSpan,
  JsonValueExtractor,
  readMembers,
  toCellValue,
} from "./json-value-extractor.ts";
import { SmallGroupDetector } from "./small-group-detector.ts";
import { formatStagedValues, readStagedValues } from "./staged-values.ts";

/** Maximum number of columns of a table. */
const maxColumns = 2000;

/**
 * Converts an array to rows: a column for each name of its objects, in order of appearance, and one for other values.
 */
class ListRows implements JsonElementConverter {
  readonly kinds = {};
  readonly #names = new Map<string, number>();
  #isOfValues = false;

  inspect(element: string): void {
    const members = readMembers(element);
    if (!members) {
      this.#isOfValues = true;
      return;
    }
    for (const name of members.keys()) {
      if (!this.#names.has(name)) {
        this.#names.set(name, this.#names.size);
      }
    }
    if (this.#names.size > maxColumns) {
      throw new ResultError(
        `The answer cannot be shown as a table: its elements have more than ${maxColumns} different names. View it as text.`,
        { code: "malformedBody" },
      );
    }
  }

  columns(): readonly string[] {
    return this.#isOfValues || this.#names.size === 0 ? ["value", ...this.#names.keys()] : [...this.#names.keys()];
  }

  row(element: string): readonly (string | null)[] {
    const members = readMembers(element);
    const values = [...this.#names.keys()].map((name) => toCellValue(members?.get(name)));
    return this.#isOfValues || this.#names.size === 0 ? [members ? null : toCellValue(element), ...values] : values;
  }
}

const rowsPerBatch = 500;

/**
 * Stores a JSON response in a file until it is complete, because only then all columns are known. The response is the
 * cell set of an aggregate query (service-api, "Query") or an array, which may be the only array of an object.
 */
export class JsonStage implements BodyStage {
  readonly #folder: string;
  readonly #guard: SmallGroupGuard | undefined;
  readonly #pieces = new JsonValueExtractor(isWanted);
  #file: FileHandle | undefined;
  #rows: JsonElementConverter | undefined;
  #cellSet: CellSetConverter | undefined;
  /** Name of the member that contains the array. */
  #list: string | undefined;
  #failure: string | undefined;

  /** Creates a stage. If the guard of small groups is given, hidden values of a cell set are not stored. */
  constructor(folder: string, guard: SmallGroupGuard | undefined) {
    this.#folder = folder;
    this.#guard = guard;
  }

  async write(bytes: Uint8Array): Promise<void> {
    const elements: string[] = [];
    for (const piece of this.#pieces.push(bytes)) {
      this.#take(piece, elements);
    }
    if (elements.length > 0) {
      this.#file ??= await this.#open();
      await this.#file.writeFile(formatStagedValues(elements));
    }
  }

  async nextPart(): Promise<void> {}

  get isCut(): boolean {
    return !this.#pieces.isWhole;
  }

  async read(_connection: Connection, _isWhole: boolean, signal: AbortSignal): Promise<StagedLines> {
    await this.#file?.close();
    this.#file = undefined;
    if (this.#failure !== undefined) {
      throw new ResultError(`The answer cannot be shown as a table: ${this.#failure}.`, { code: "malformedBody" });
    }
    const rows = this.#rows ?? this.#cellSet;
    if (!rows) {
      throw new ResultError("The answer cannot be shown as a table: it contains no list. View it as text.", {
        code: "malformedBody",
      });
    }
    const hasElements = this.#rows !== undefined;
    const isAggregate = rows === this.#cellSet;
    const smallGroupMarks = this.#cellSet && isAggregate ? this.#cellSet.smallGroupMarks : [];
    const lines = this.#lines(rows, hasElements, signal);
    return { kinds: rows.kinds, lines, smallGroupMarks, ...(isAggregate && { isAggregate }) };
  }

  async remove(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
    await rm(this.#folder, { recursive: true, force: true });
  }

  #take({ span, text }: ExtractedJsonValue, elements: string[]): void {
    const member = span.path.at(-1);
    if (!span.isElement) {
      this.#failure = describeErrorMember(text);
    } else if (isCellSetElement(span, "axes")) {
      this.#cellSet ??= new CellSetConverter(this.#guard);
      this.#cellSet.takeAxis(text);
    } else if (isCellSetElement(span, "cells")) {
      this.#cellSet ??= new CellSetConverter(this.#guard);
      this.#rows = this.#cellSet;
      this.#cellSet.inspect(text);
      elements.push(this.#guard ? new SmallGroupDetector(this.#guard).storable(text) : text);
    } else if (text.startsWith("{") || span.depth === 1) {
      if (this.#rows && this.#list !== member) {
        this.#failure = "it contains several lists. View it as text";
        return;
      }
      this.#list = member;
      this.#rows ??= new ListRows();
      this.#rows.inspect(text);
      elements.push(text);
    }
  }

  async *#lines(rows: JsonElementConverter, hasElements: boolean, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${JSON.stringify(rows.columns())}\n`);
    if (!hasElements) {
      return;
    }
    let lines: string[] = [];
    let number = 0;
    try {
      for await (const element of readStagedValues(this.#path)) {
        number++;
        lines.push(JSON.stringify(rows.row(element, number)));
        if (lines.length >= rowsPerBatch) {
          signal.throwIfAborted();
          yield Buffer.from(`${lines.join("\n")}\n`);
          lines = [];
        }
      }
    } catch (error) {
      // Keeps the rows before the element that is not a row.
      if (lines.length > 0) {
        yield Buffer.from(`${lines.join("\n")}\n`);
      }
      throw error;
    }
    if (lines.length > 0) {
      yield Buffer.from(`${lines.join("\n")}\n`);
    }
  }

  get #path(): string {
    return join(this.#folder, "elements.jsonl");
  }

  async #open(): Promise<FileHandle> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    return await open(this.#path, "wx", 0o600);
  }
}

/** True for elements of arrays that may be rows, and for the error that a response may contain instead of cells. */
function isWanted(span: JsonSpan): boolean {
  const { path, isElement, depth } = span;
  if (!isElement) {
    return depth === 1 && path[0] === "error";
  }
  return isCellSetElement(span, "axes") || isCellSetElement(span, "cells") || (depth - path.length === 1 && depth <= 2);
}
