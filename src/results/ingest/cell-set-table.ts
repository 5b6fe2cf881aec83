import { makeNamesUnique } from "../../base/unique-names.ts";
import type { AggregateColumn, CellSetLayout } from "../../protocol/cell-set-layout.ts";
import type { ColumnKind } from "../../protocol/data-worker.ts";
import { ResultError } from "../model/result-error.ts";
import type { SmallGroupMark } from "../model/result-metadata.ts";
import { readMembers, toCellValue } from "./json-value-extractor.ts";
import { type SmallGroupDetector, smallGroupMarkNameOf } from "./small-group-detector.ts";

type Metric = Extract<AggregateColumn, { kind: "metric" }>;

/**
 * Converts the cell sets of an aggregate query's metrics to the table of the same query (sql-like-language 11). Adds
 * columns that mark small groups.
 */
export class CellSetTable {
  readonly #layout: CellSetLayout;
  readonly #smallGroups: SmallGroupDetector | undefined;
  readonly #metrics: readonly Metric[];
  #axes: readonly CellSetAxis[] = [];
  /** Printed members by axis; the time axis is the last. */
  #members: readonly (readonly string[])[] = [];

  constructor(layout: CellSetLayout, smallGroups: SmallGroupDetector | undefined) {
    this.#layout = layout;
    this.#smallGroups = smallGroups;
    this.#metrics = layout.columns.filter((column) => column.kind === "metric");
  }

  get names(): readonly string[] {
    return [...this.#layout.columns.map(({ name }) => name), ...this.#markNames];
  }

  get kinds(): Readonly<Record<string, ColumnKind>> {
    const numbers = this.#metrics.map(({ name }) => [name, "number"] as const);
    return Object.fromEntries([...numbers, ...this.#markNames.map((name) => [name, "text"] as const)]);
  }

  get smallGroupMarks(): readonly SmallGroupMark[] {
    const { columns } = this.#layout;
    return this.#markNames.map((_, index) => ({
      value: columns.findIndex((column) => column.kind === "metric" && column.index === index),
      mark: columns.length + index,
    }));
  }

  /**
   * Sets the axes that all cell sets share, the time axis last. Throws `malformedBody` when their number does not match
   * the query.
   */
  takeAxes(axes: readonly CellSetAxis[]): void {
    const wanted = this.#layout.columns.filter(({ kind }) => kind === "axis").length + 1;
    if (axes.length !== wanted) {
      throw mismatch(`it has ${axes.length === 1 ? "1 axis" : `${axes.length} axes`} instead of ${wanted}`);
    }
    const { memberDisplayMode } = this.#layout;
    this.#axes = axes;
    this.#members = axes.map(({ positions }, axis) =>
      positions.map((position) =>
        axis === wanted - 1 ? timeText(position, memberDisplayMode) : memberText(position, memberDisplayMode),
      ),
    );
  }

  /**
   * Creates a row from the cells of all metrics at the same position. Returns undefined if the options of the query
   * omit the row. `number` is the row number from 1. Throws `malformedBody` when the cells have different positions.
   */
  row(cells: readonly string[], number: number): readonly (string | null)[] | undefined {
    const found = cells.map((cell) => readMembers(cell));
    const [place] = found.map((members) => members?.get("coordinates"));
    if (place === undefined || found.some((members) => members?.get("coordinates") !== place)) {
      throw mismatch(`cell ${number} has different positions in its metrics`);
    }
    const coordinates = JSON.parse(place) as readonly number[];
    const values = found.map((members) => toCellValue(members?.get("value")));
    const marks = found.map((members) => (members && this.#smallGroups?.smallGroupMark(members)) ?? null);
    if (this.#isDropped(values, marks)) {
      return undefined;
    }
    const members = this.#members.map((texts, axis) => texts[coordinates[axis] ?? -1]);
    if (coordinates.length !== this.#axes.length || members.some((text) => text === undefined)) {
      throw mismatch(`cell ${number} is not at a position of its axes`);
    }
    const cellOfColumn = (column: AggregateColumn) => {
      switch (column.kind) {
        case "metric":
          return values[column.index] ?? null;
        case "axis":
          return members[column.index] ?? null;
        case "time":
          return members.at(-1) ?? null;
      }
    };
    return [...this.#layout.columns.map(cellOfColumn), ...(this.#smallGroups ? marks : [])];
  }

  get #markNames(): readonly string[] {
    if (!this.#smallGroups) {
      return [];
    }
    const own = this.#metrics.map(({ name }) =>
      this.#metrics.length > 1 ? `${smallGroupMarkNameOf}: ${name}` : smallGroupMarkNameOf,
    );
    const others = this.#layout.columns.map(({ name }) => name);
    return makeNamesUnique([...others, ...own]).slice(others.length);
  }

  /**
   * True for a row that the query's options omit. Rows of small groups stay, because omitting one would reveal its
   * values.
   */
  #isDropped(values: readonly (string | null)[], marks: readonly (string | null)[]): boolean {
    const { dropsZero, dropsMissing } = this.#layout;
    const isDropped = (value: string | null) => (value === null ? dropsMissing : dropsZero && Number(value) === 0);
    return marks.every((mark) => mark === null) && values.every(isDropped);
  }
}

/** Prints a member as the flat table does (sql-like-language 11.3). */
function memberText({ path, displayName }: CellSetPosition, mode: string): string {
  switch (mode) {
    case "DISPLAY":
    case "COMPACT_DISPLAY":
      return displayName ?? path.join(".");
    case "MDX":
      return path.map((name) => `[${name}]`).join(".");
    default:
      return path.join(".");
  }
}

/**
 * Prints a time member as the flat table does. In cell sets it is `2024-06-01T00:00:00.000Z - [0]`, or `start/end -
 * [0]` for an interval.
 */
function timeText({ path, displayName }: CellSetPosition, mode: string): string {
  const whole = path.at(-1) ?? "";
  const interval = whole.replace(/ - \[\d+\]$/, "");
  const end = interval.slice(interval.indexOf("/") + 1);
  switch (mode) {
    case "DEFAULT":
      return whole;
    case "MDX":
      return `[${end}]`;
    case "DISPLAY":
      return displayName ?? end;
    case "COMPACT_DISPLAY":
      // An interval is printed as its last day, an instant with its display name.
      return interval.includes("/") ? (displayName?.split(" - ").at(-1) ?? end) : `${end} ${displayName ?? ""}`.trim();
    default:
      return end;
  }
}

function mismatch(problem: string): ResultError {
  return new ResultError(
    `The cell set does not fit the query: ${problem}. Run it again; if that does not help, query one metric at a time.`,
    { code: "malformedBody" },
  );
}

/** An axis of a cell set (service-api, "Query"). */
export interface CellSetAxis {
  readonly name: string | undefined;
  readonly positions: readonly CellSetPosition[];
  /** Whether this is a time axis, whose member names begin with an instant. */
  readonly isTime: boolean;
}

interface CellSetPosition {
  readonly path: readonly string[];
  readonly displayName: string | undefined;
  readonly displayNamePath: readonly string[];
}

/** Parses the JSON of a cell set's axis. */
export function readAxis(text: string): CellSetAxis {
  const { dimension, positions = [] } = JSON.parse(text) as {
    readonly dimension?: { readonly name?: string };
    readonly positions?: readonly Partial<CellSetPosition>[];
  };
  const whole = positions.map(({ path = [], displayName, displayNamePath = [] }) => ({
    path,
    displayName,
    displayNamePath,
  }));
  const isTime = whole.length > 0 && whole.every(({ path }) => /^\[?\d{4,}-\d\d-\d\dT/.test(path.at(-1) ?? ""));
  return { name: dimension?.name, positions: whole, isTime };
}
