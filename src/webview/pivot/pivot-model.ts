import type { ResultColumn } from "../../protocol/data-worker.ts";
import {
  addsUpValues,
  aggregateFunctions,
  maximumColumnLevels,
  maximumPivotLevels,
  maximumPivotValues,
  type PivotFunction,
  type PivotRequest,
  type PivotValue,
} from "../../protocol/pivot.ts";
import type { PivotState } from "../../protocol/results-view.ts";
import type { TreeView } from "../../protocol/row-view.ts";
import { isIdentifierColumnName } from "../values/value-format.ts";

export const pivotWells = ["rows", "columns", "values"] as const;

/** Area of a pivot to which the user can add fields: rows, columns or values. */
export type PivotWell = (typeof pivotWells)[number];

export interface FieldPosition {
  readonly well: PivotWell;
  readonly index: number;
}

/**
 * Returns the initial pivot of a result. Members are on rows, periods on columns, and each column of numbers has its
 * first valid aggregate function. Identifiers are neither groups nor amounts: they are on rows only if nothing else is.
 */
export function suggestInitialPivot(columns: readonly ResultColumn[]): PivotRequest {
  const positions = columns.map((_, position) => position);
  const ofKind = (kind: ResultColumn["kind"]) => positions.filter((position) => columns[position]?.kind === kind);
  const isIdentifier = (position: number) => isIdentifierColumnName(columns[position]?.name ?? "");
  const numbers = ofKind("number").filter((position) => !isIdentifier(position));
  const [date] = ofKind("date");
  const members = positions.filter((position) => !numbers.includes(position) && position !== date);
  const member = members.find((position) => !isIdentifier(position)) ?? members[0];
  const counted = member ?? date;
  const values: PivotValue[] =
    numbers.length > 0 && numbers.length <= maximumPivotValues
      ? numbers.map((column) => ({
          column,
          function: aggregateFunctionsFor(columns[column])[0] ?? "sum",
          show: "value",
        }))
      : counted !== undefined
        ? [{ column: counted, function: "count", show: "value" }]
        : [];
  return {
    rows: member === undefined ? [] : [member],
    columns: date === undefined ? [] : [date],
    values,
    hasTotals: true,
    hasSubtotals: true,
    isTree: true,
    memberOrder: "result",
  };
}

export function maximumFieldsOf(well: PivotWell): number {
  return { rows: maximumPivotLevels, columns: maximumColumnLevels, values: maximumPivotValues }[well];
}

/**
 * Returns the aggregate functions that are valid for a column. For metrics that must not be added up, the first one is
 * not a sum.
 */
export function aggregateFunctionsFor(column: ResultColumn | undefined): readonly PivotFunction[] {
  if (column?.kind !== "number") {
    return ["count", "distinct", "minimum", "maximum", "single"];
  }
  const functions: readonly PivotFunction[] = [...aggregateFunctions, "single"];
  return column.additivity === "none"
    ? ["single", ...aggregateFunctions.filter((name) => !addsUpValues(name))]
    : functions;
}

/** Replaces aggregate functions that are not valid for their columns. */
export function withValidFunctions(request: PivotRequest, columns: readonly ResultColumn[]): PivotRequest {
  const values = request.values.map((value) => {
    const functions = aggregateFunctionsFor(columns[value.column]);
    const [first = "single"] = functions;
    return functions.includes(value.function) ? value : { ...value, function: first };
  });
  return { ...request, values };
}

export function findFieldAt(request: PivotRequest, { well, index }: FieldPosition): number | undefined {
  return well === "values" ? request.values[index]?.column : request[well][index];
}

/** Adds a field to an area of the pivot. Undefined if the area is full. */
export function addField(
  request: PivotRequest,
  well: PivotWell,
  column: number,
  columns: readonly ResultColumn[],
): PivotRequest | undefined {
  if (request[well].length >= maximumFieldsOf(well)) {
    return undefined;
  }
  if (well === "values") {
    const [name = "count"] = aggregateFunctionsFor(columns[column]);
    return { ...request, values: [...request.values, { column, function: name, show: "value" }] };
  }
  return { ...request, [well]: [...request[well].filter((known) => known !== column), column] };
}

export function removeField(request: PivotRequest, { well, index }: FieldPosition): PivotRequest {
  return { ...request, [well]: request[well].toSpliced(index, 1) };
}

/** Moves a field to another area of the pivot. Undefined if the area is full. */
export function moveField(
  request: PivotRequest,
  from: FieldPosition,
  well: PivotWell,
  columns: readonly ResultColumn[],
): PivotRequest | undefined {
  const column = findFieldAt(request, from);
  return column === undefined ? undefined : addField(removeField(request, from), well, column, columns);
}

export function moveFieldWithinWell(request: PivotRequest, { well, index }: FieldPosition, by: 1 | -1): PivotRequest {
  const target = index + by;
  if (target < 0 || target >= request[well].length) {
    return request;
  }
  if (well === "values") {
    return { ...request, values: swapped(request.values, index, target) };
  }
  return { ...request, [well]: swapped(request[well], index, target) };
}

export function replacePivotValue(request: PivotRequest, index: number, changed: Partial<PivotValue>): PivotRequest {
  const values = request.values.map((value, position) => (position === index ? { ...value, ...changed } : value));
  return { ...request, values };
}

/** Limits a pivot request to the expanded row levels. A pivot shown as a tree keeps all levels. */
export function limitToExpandedLevels(request: PivotRequest, depth: number): PivotRequest {
  if (request.isTree) {
    return request;
  }
  return { ...request, rows: request.rows.slice(0, Math.max(1, depth)) };
}

/**
 * Returns the pivot's state after its fields or its expanded level have changed. Expanded members are kept if the row
 * fields are the same.
 */
export function updatePivotState(before: PivotState, request: PivotRequest, depth: number): PivotState {
  const isSameRows = before.request.rows.join() === request.rows.join() && before.depth === depth;
  return { ...before, request, depth, tree: isSameRows && before.tree ? before.tree : expandToLevel(depth) };
}

/** Returns the tree state in which all members above the given level are expanded. */
export function expandToLevel(depth: number): TreeView {
  return { depth: Math.max(0, depth - 1), toggled: [] };
}

/** Columns whose requested totals stay empty. */
interface EmptyTotals {
  /** Columns whose values must not be added up. */
  readonly all: readonly number[];
  /** Columns whose values may be added up only within one period. */
  readonly overPeriods: readonly number[];
}

export function columnsWithEmptyTotals(
  { values, rows, columns: along, hasTotals, hasSubtotals }: PivotRequest,
  columns: readonly ResultColumn[],
): EmptyTotals {
  const areAsked = hasTotals || (hasSubtotals && rows.length > 1) || rows.length === 0;
  const isTimeAlong = along.some((column) => columns[column]?.kind === "date");
  const isTimeDown = rows.some((column) => columns[column]?.kind === "date");
  const areOverPeriods = isTimeAlong ? hasTotals : areAsked || !isTimeDown;
  const columnsWhere = (isEmpty: (value: PivotValue, additivity: ResultColumn["additivity"]) => boolean) =>
    values.flatMap((value) => (isEmpty(value, columns[value.column]?.additivity) ? [value.column] : []));
  return {
    all: columnsWhere((value, additivity = "none") => areAsked && value.function === "single" && additivity === "none"),
    overPeriods: columnsWhere(
      (value, additivity) =>
        areOverPeriods && additivity === "withinPeriod" && ["single", "sum"].includes(value.function),
    ),
  };
}

/** Whether all columns of a pivot request exist. */
export function pivotFitsColumns({ rows, columns, values }: PivotRequest, columnCount: number): boolean {
  return [...rows, ...columns, ...values.map(({ column }) => column)].every((column) => column < columnCount);
}

function swapped<Item>(items: readonly Item[], one: number, other: number): Item[] {
  const [first, second] = [items[one], items[other]];
  return items.map((item, index) => (index === one ? (second ?? item) : index === other ? (first ?? item) : item));
}
