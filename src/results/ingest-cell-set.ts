import type { ColumnKind } from "../protocol/data-worker.ts";
import type { ElementRows } from "./ingest-element-rows.ts";
import { cellOf, JsonPieces, membersOf } from "./ingest-json-pieces.ts";
import { ResultError } from "./result-error.ts";

interface Axis {
  readonly name: string;
  /** A column for each level. */
  readonly levels: number;
  readonly positions: readonly (readonly string[])[];
  readonly isTime: boolean;
}

/**
 * A cell set (service-api, "Query") as a table: a column for each level of each axis, then `Value` and `Support`; members by
 * their display names, those of the time axis by their instant.
 */
export class CellSetRows implements ElementRows {
  readonly #axes: Axis[] = [];
  #hasDistributions = false;

  get kinds(): Readonly<Record<string, ColumnKind>> {
    return { Value: "number", Support: "number" };
  }

  takeAxis(text: string): void {
    const { dimension, positions = [] } = JSON.parse(text) as {
      readonly dimension?: { readonly name?: string; readonly qualifyingPath?: string };
      readonly positions?: readonly {
        readonly path?: readonly string[];
        readonly displayName?: string;
        readonly displayNamePath?: readonly string[];
      }[];
    };
    const isTime =
      positions.length > 0 && positions.every(({ path = [] }) => /^\[?\d{4,}-\d\d-\d\dT/.test(path.at(-1) ?? ""));
    const named = positions.map(({ path = [], displayName, displayNamePath = [] }) =>
      isTime
        ? path.slice(-1)
        : displayNamePath.length >= path.length && displayNamePath.length > 0
          ? displayNamePath
          : path.length > 1 || displayName === undefined
            ? path
            : [displayName],
    );
    const levels = Math.max(1, ...named.map((path) => path.length));
    const name = dimension?.name ?? `Axis ${this.#axes.length + 1}`;
    this.#axes.push({ name, levels, positions: named, isTime });
  }

  note(cell: string): void {
    this.#hasDistributions ||= cell.includes('"distribution"');
  }

  columns(): readonly string[] {
    const used = new Set<string>();
    const names = this.#axes.flatMap(({ name, levels }) =>
      levels === 1 ? [name] : Array.from({ length: levels }, (_, level) => `${name} (level ${level + 1})`),
    );
    return [...names, "Value", "Support", ...(this.#hasDistributions ? ["Distribution"] : [])].map((name) => {
      let unique = name;
      for (let number = 2; used.has(unique); number++) {
        unique = `${name} (${number})`;
      }
      used.add(unique);
      return unique;
    });
  }

  row(cell: string, number: number): readonly (string | null)[] {
    const members = membersOf(cell);
    const coordinates = new JsonPieces(({ depth }) => depth === 1).push(
      Buffer.from(members?.get("coordinates") ?? "[]"),
    );
    if (!members || coordinates.length !== this.#axes.length) {
      throw misplaced(number);
    }
    const places = this.#axes.flatMap(({ positions, levels }, axis) => {
      const position = positions[Number(coordinates[axis]?.text)];
      if (!position) {
        throw misplaced(number);
      }
      return Array.from({ length: levels }, (_, level) => position[level] ?? null);
    });
    const values = ["value", "support", ...(this.#hasDistributions ? ["distribution"] : [])];
    return [...places, ...values.map((name) => cellOf(members.get(name)))];
  }
}

function misplaced(number: number): ResultError {
  return new ResultError(
    `Cell ${number} of the answer stands at no place of its axes; the cells before it are kept. Run the query again.`,
    { code: "malformedBody" },
  );
}
