import type { ResultColumn } from "../../protocol/data-worker.ts";
import type { ColumnArrangement, KeptLayout } from "../../protocol/result-columns.ts";

/** How the columns of one result are laid out. */
interface ColumnLook {
  readonly arrangement: ColumnArrangement;
  /** Chosen widths in pixels, by position. */
  readonly widths: Readonly<Record<number, number>>;
}

/** The layout in names, for the next result of the same query. */
export function toKeptLayout(columns: readonly ResultColumn[], { arrangement, widths }: ColumnLook): KeptLayout {
  const keys = columnKeys(columns);
  const named = (positions: readonly number[]) => positions.flatMap((position) => keys[position] ?? []);
  return {
    order: named(arrangement.order),
    hidden: named(arrangement.hidden),
    frozen: named(arrangement.frozen),
    widths: Object.fromEntries(
      Object.entries(widths).flatMap(([position, width]) => {
        const key = keys[Number(position)];
        return key === undefined ? [] : [[key, width]];
      }),
    ),
  };
}

/** Columns that the layout does not know come last; what it knows of others is left out. */
export function fromKeptLayout(columns: readonly ResultColumn[], layout: KeptLayout): ColumnLook {
  const positions = new Map(columnKeys(columns).map((key, position) => [key, position]));
  const known = (keys: readonly string[]) => keys.flatMap((key) => positions.get(key) ?? []);
  const order = [...new Set(known(layout.order))];
  const others = [...positions.values()].filter((position) => !order.includes(position));
  const hidden = known(layout.hidden);
  return {
    arrangement: {
      order: [...order, ...others],
      hidden: hidden.length < columns.length ? hidden : [],
      frozen: known(layout.frozen),
    },
    widths: Object.fromEntries(
      Object.entries(layout.widths).flatMap(([key, width]) => {
        const position = positions.get(key);
        return position === undefined ? [] : [[position, width]];
      }),
    ),
  };
}

/** Several columns may have one name. */
function columnKeys(columns: readonly ResultColumn[]): string[] {
  const counts = new Map<string, number>();
  return columns.map(({ name }) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name}\0${count}`;
  });
}
