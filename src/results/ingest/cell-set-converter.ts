import type { SmallGroupGuard } from "../../base/small-group.ts";
import { makeNamesUnique } from "../../base/unique-names.ts";
import type { ColumnKind } from "../../protocol/data-worker.ts";
import { ResultError } from "../model/result-error.ts";
import type { SmallGroupMark } from "../model/result-metadata.ts";
import { readAxis } from "./cell-set-table.ts";
import { type JsonElementConverter, JsonValueExtractor, readMembers, toCellValue } from "./json-value-extractor.ts";
import { SmallGroupDetector, smallGroupMarkNameOf } from "./small-group-detector.ts";

interface Axis {
  readonly name: string;
  /** Number of levels, each of which becomes a column. */
  readonly levels: number;
  readonly positions: readonly (readonly string[])[];
}

/**
 * Converts a cell set (service-api, "Query") to a table. It has a column for each level of each axis, then the columns
 * `Value` and `Support`. Members are shown by display name, time members by instant.
 */
export class CellSetConverter implements JsonElementConverter {
  readonly #axes: Axis[] = [];
  readonly #smallGroups: SmallGroupDetector | undefined;
  #hasDistributions = false;

  /** Creates a converter. If the guard of small groups is given, a last column marks their cells. */
  constructor(guard: SmallGroupGuard | undefined) {
    this.#smallGroups = guard && new SmallGroupDetector(guard);
  }

  get kinds(): Readonly<Record<string, ColumnKind>> {
    return { Value: "number", Support: "number", ...(this.#smallGroups && { [smallGroupMarkNameOf]: "text" }) };
  }

  get smallGroupMarks(): readonly SmallGroupMark[] {
    const first = this.#axes.reduce((sum, { levels }) => sum + levels, 0);
    const mark = first + this.#measures.length;
    return this.#smallGroups ? this.#measures.map((_, index) => ({ value: first + index, mark })) : [];
  }

  get #measures(): readonly string[] {
    return ["value", "support", ...(this.#hasDistributions ? ["distribution"] : [])];
  }

  takeAxis(text: string): void {
    const { name = `Axis ${this.#axes.length + 1}`, positions, isTime } = readAxis(text);
    const named = positions.map(({ path, displayName, displayNamePath }) =>
      isTime
        ? path.slice(-1)
        : displayNamePath.length >= path.length && displayNamePath.length > 0
          ? displayNamePath
          : path.length > 1 || displayName === undefined
            ? path
            : [displayName],
    );
    const levels = Math.max(1, ...named.map((path) => path.length));
    this.#axes.push({ name, levels, positions: named });
  }

  inspect(cell: string): void {
    this.#hasDistributions ||= cell.includes('"distribution"');
  }

  columns(): readonly string[] {
    const names = this.#axes.flatMap(({ name, levels }) =>
      levels === 1 ? [name] : Array.from({ length: levels }, (_, level) => `${name} (level ${level + 1})`),
    );
    const measures = ["Value", "Support", ...(this.#hasDistributions ? ["Distribution"] : [])];
    return makeNamesUnique([...names, ...measures, ...(this.#smallGroups ? [smallGroupMarkNameOf] : [])]);
  }

  row(cell: string, number: number): readonly (string | null)[] {
    const members = readMembers(cell);
    const coordinates = new JsonValueExtractor(({ depth }) => depth === 1).push(
      Buffer.from(members?.get("coordinates") ?? "[]"),
    );
    if (!members || coordinates.length !== this.#axes.length) {
      throw positionError(number);
    }
    const places = this.#axes.flatMap(({ positions, levels }, axis) => {
      const position = positions[Number(coordinates[axis]?.text)];
      if (!position) {
        throw positionError(number);
      }
      return Array.from({ length: levels }, (_, level) => position[level] ?? null);
    });
    const marks = this.#smallGroups ? [this.#smallGroups.smallGroupMark(members)] : [];
    return [...places, ...this.#measures.map((name) => toCellValue(members.get(name))), ...marks];
  }
}

function positionError(number: number): ResultError {
  return new ResultError(
    `Cell ${number} of the answer is not at a position of its axes; the cells before it are kept. Run the query again.`,
    { code: "malformedBody" },
  );
}
