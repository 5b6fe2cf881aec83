import type { Cell } from "../../src/protocol/data-worker.ts";
import type { PivotFunction, PivotRequest, PivotValue } from "../../src/protocol/pivot.ts";

/** A table as plain arrays; `kinds` says how members are ordered and values computed. */
export interface PlainTable {
  readonly kinds: readonly ("text" | "number" | "date")[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A decimal: `units` times ten to the power of `-scale`. */
interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

type Computed = Decimal | string | null;
/** A number, or a percentage that is compared with a tolerance. */
export type PlainCell = Cell | { readonly about: number };

const total = "Total";

/** A pivot by loops over arrays, written from the words of its types and from nothing else. */
export function plainPivot(
  table: PlainTable,
  request: PivotRequest,
): { readonly heads: readonly (readonly Cell[])[]; readonly rows: readonly (readonly PlainCell[])[] } {
  const { rows: down, columns: along } = request;
  const heads = along.length === 0 ? [] : combinations(table, along, request);
  const rows: PlainCell[][] = [];
  const emit = (prefix: readonly Cell[]) => {
    const cellsOf = (head: readonly Cell[] | undefined) =>
      request.values.map((value) => shown(table, request, value, prefix, head));
    const names = down.map((_, level) => (level < prefix.length ? (prefix[level] ?? null) : total));
    const hasTotal = along.length === 0 || request.hasTotals;
    rows.push([...names, ...heads.flatMap(cellsOf), ...(hasTotal ? cellsOf(undefined) : [])]);
  };
  const walk = (prefix: readonly Cell[]) => {
    if (prefix.length === down.length) {
      emit(prefix);
      return;
    }
    const level = down[prefix.length] as number;
    const inside = under(table.rows, down, prefix);
    for (const member of members(table, level, request.memberOrder, inside)) {
      walk([...prefix, member]);
    }
    if (prefix.length === 0 ? request.hasTotals : request.hasSubtotals) {
      emit(prefix);
    }
  };
  walk([]);
  return { heads, rows };
}

/** Members of a column among `inside`, in the order of all members of the table. */
function members(
  { kinds, rows }: PlainTable,
  column: number,
  order: PivotRequest["memberOrder"],
  inside: PlainTable["rows"],
): Cell[] {
  const all = [...new Set(rows.map((row) => row[column] ?? null))];
  const byText = (one: Cell, other: Cell) =>
    one === null ? 1 : other === null ? -1 : one < other ? -1 : one > other ? 1 : 0;
  const isSorted = kinds[column] === "date" || order === "name";
  const sorted = isSorted ? all.toSorted(byText) : all;
  const present = new Set(inside.map((row) => row[column] ?? null));
  return sorted.filter((member) => present.has(member));
}

function combinations(table: PlainTable, columns: readonly number[], { memberOrder }: PivotRequest): Cell[][] {
  const extend = (prefix: Cell[]): Cell[][] => {
    const column = columns[prefix.length];
    if (column === undefined) {
      return [prefix];
    }
    return members(table, column, memberOrder, under(table.rows, columns, prefix)).flatMap((member) =>
      extend([...prefix, member]),
    );
  };
  return extend([]);
}

function under(rows: PlainTable["rows"], columns: readonly number[], prefix: readonly Cell[]): PlainTable["rows"] {
  return rows.filter((row) => prefix.every((member, level) => (row[columns[level] as number] ?? null) === member));
}

function shown(
  table: PlainTable,
  request: PivotRequest,
  value: PivotValue,
  prefix: readonly Cell[],
  head: readonly Cell[] | undefined,
): PlainCell {
  const at = (rowPrefix: readonly Cell[], columnHead: readonly Cell[] | undefined) => {
    const inside = under(under(table.rows, request.rows, rowPrefix), request.columns, columnHead ?? []);
    return inside.length === 0 ? undefined : compute(table, value, inside);
  };
  const own = at(prefix, head);
  const percent = (whole: Computed | undefined): PlainCell => {
    const [part, all] = [numberOf(own), numberOf(whole)];
    return part === undefined || all === undefined || all === 0 ? null : { about: (100 * part) / all };
  };
  switch (value.show) {
    case "value":
      return textOf(own);
    case "percentOfRow":
      return percent(at(prefix, undefined));
    case "percentOfColumn":
      return percent(at([], head));
    case "percentOfTotal":
      return percent(at([], undefined));
    default: {
      const before = periodBefore(table, request, prefix, head);
      const old = before && at(before.prefix, before.head);
      if (value.show === "change") {
        return isDecimal(own) && isDecimal(old) ? textOf(minus(own, old)) : null;
      }
      const [now, then] = [numberOf(own), numberOf(old)];
      return now === undefined || then === undefined || then === 0
        ? null
        : { about: (100 * (now - then)) / Math.abs(then) };
    }
  }
}

/** The same place one period earlier, by the periods that the whole table has. */
function periodBefore(
  table: PlainTable,
  request: PivotRequest,
  prefix: readonly Cell[],
  head: readonly Cell[] | undefined,
): { prefix: readonly Cell[]; head: readonly Cell[] | undefined } | undefined {
  const isDate = (column: number) => table.kinds[column] === "date";
  const stepped = (columns: readonly number[], place: readonly Cell[]) => {
    const level = columns.findIndex(isDate);
    const periods = members(table, columns[level] as number, request.memberOrder, table.rows);
    const index = periods.indexOf(place[level] ?? null);
    const before = periods[index - 1];
    return level >= place.length || index < 1 || before === undefined ? undefined : place.with(level, before);
  };
  if (request.columns.some(isDate)) {
    const moved = head && stepped(request.columns, head);
    return moved && { prefix, head: moved };
  }
  const moved = stepped(request.rows, prefix);
  return moved && { prefix: moved, head };
}

function compute({ kinds, rows }: PlainTable, value: PivotValue, inside: PlainTable["rows"]): Computed {
  const texts = inside
    .flatMap((row) => row[value.column] ?? [])
    .filter((text) => kinds[value.column] === "text" || text);
  if (value.function === "single" && inside.length !== 1) {
    return null;
  }
  if (value.function === "count") {
    return { units: BigInt(texts.length), scale: 0 };
  }
  if (kinds[value.column] !== "number") {
    const sorted = texts.toSorted();
    return value.function === "distinct"
      ? { units: BigInt(new Set(texts).size), scale: 0 }
      : ((value.function === "minimum" ? sorted[0] : sorted.at(-1)) ?? null);
  }
  const scale = Math.max(0, ...rows.map((row) => row[value.column]?.split(".")[1]?.length ?? 0));
  return overNumbers(
    value.function,
    texts.map((text) => unitsOf(text, scale)),
    scale,
  );
}

function overNumbers(name: PivotFunction, units: readonly bigint[], scale: number): Computed {
  if (name === "distinct") {
    return { units: BigInt(new Set(units).size), scale: 0 };
  }
  const [first] = units;
  if (first === undefined) {
    return null;
  }
  const sorted = units.toSorted((one, other) => (one < other ? -1 : 1));
  const sum = units.reduce((one, other) => one + other, 0n);
  switch (name) {
    case "minimum":
      return { units: sorted[0] ?? first, scale };
    case "maximum":
      return { units: sorted.at(-1) ?? first, scale };
    case "average": {
      const count = BigInt(units.length);
      const raised = (sum < 0n ? -sum : sum) * 10n ** 6n;
      const rounded = (raised * 2n + count) / (count * 2n);
      return { units: sum < 0n ? -rounded : rounded, scale: scale + 6 };
    }
    default:
      return { units: sum, scale };
  }
}

function unitsOf(text: string, scale: number): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(`${whole}${fraction.padEnd(scale, "0")}`);
}

function minus(one: Decimal, other: Decimal): Decimal {
  return { units: one.units - other.units, scale: one.scale };
}

function isDecimal(value: Computed | undefined): value is Decimal {
  return typeof value === "object" && value !== null;
}

function numberOf(value: Computed | undefined): number | undefined {
  return isDecimal(value) ? Number(textOf(value)) : undefined;
}

function textOf(value: Computed | undefined): Cell {
  if (!isDecimal(value)) {
    return value ?? null;
  }
  const digits = String(value.units < 0n ? -value.units : value.units).padStart(value.scale + 1, "0");
  const fraction = digits.slice(digits.length - value.scale).replace(/0+$/, "");
  const whole = digits.slice(0, digits.length - value.scale);
  const text = value.scale > 0 && fraction ? `${whole}.${fraction}` : value.scale > 0 ? whole : digits;
  return value.units < 0n ? `-${text}` : text;
}
