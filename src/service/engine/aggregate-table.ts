import type { Database } from "../../duckdb/database.ts";
import type { AggregatePlan, NamedMetric } from "./aggregate-plan.ts";
import { type Cell, readCells } from "./read-cells.ts";
import type { StoredModel } from "./stored-model.ts";
import { memberText, numberText, type TimeKind, timeText } from "./value-text.ts";

/** Table column; `index` counts among the metrics or axes of the request. */
export type TableColumn =
  | { readonly kind: "metric"; readonly name: string; readonly index: number }
  | { readonly kind: "axis"; readonly name: string; readonly index: number }
  | { readonly kind: "time"; readonly name: string };

/** Table row; a missing value is null. */
export type TextRow = readonly (string | null)[];

/** Text table with named columns, in blocks of rows. */
export interface TextTable {
  readonly names: readonly string[];
  readonly blocks: AsyncIterable<readonly TextRow[]>;
}

/** Cells of an aggregate as a table (sql-like-language 11); the default columns are axes, metrics, time. */
export function aggregateTable(
  plan: AggregatePlan,
  columns: readonly TableColumn[] | undefined,
  model: StoredModel,
  database: Database,
  signal: AbortSignal,
): TextTable {
  const shown = columns ?? defaultColumns(plan);
  const { settings, axes, intervals } = plan;
  const labels = axes.map(({ positions, memberDisplayMode }) => {
    const mode = memberDisplayMode ?? settings.memberDisplayMode;
    return positions.map((position) => memberText(position, mode));
  });
  const times = intervals.map((interval, ordinal) =>
    timeText(interval, ordinal, timeKind(plan), settings.memberDisplayMode, settings.alignsTimeToPeriodEnd),
  );
  const cellText = (column: TableColumn, { interval, positions, measured }: Cell): string | null => {
    switch (column.kind) {
      case "time":
        return times[interval] ?? null;
      case "axis":
        return labels[column.index]?.[positions[column.index] ?? 0] ?? null;
      case "metric": {
        const value = measured[column.index]?.value ?? null;
        return value === null ? null : numberText(value);
      }
    }
  };
  async function* blocks() {
    for await (const cells of readCells(plan, model, database, signal)) {
      yield cells.map((cell) => shown.map((column) => cellText(column, cell)));
    }
  }
  return { names: shown.map(({ name }) => name), blocks: blocks() };
}

export function timeKind({ object }: AggregatePlan): TimeKind {
  return object.kind === "event" ? "interval" : "instant";
}

/** Name of a time axis that was not selected (sql-like-language 11.2). */
export function timeAxisName(plan: AggregatePlan): string {
  return timeKind(plan) === "interval" ? "TimeInInterval" : "DateInRange";
}

function defaultColumns(plan: AggregatePlan): readonly TableColumn[] {
  const { axes, metrics } = plan;
  return [
    ...axes.map(({ name, columnName, levelName }, index): TableColumn => {
      const isTwice = axes.filter((axis) => axis.name === name).length > 1;
      const full = isTwice && levelName !== undefined ? `${name}.${levelName}` : name;
      return { kind: "axis", name: columnName ?? full, index };
    }),
    ...metrics.map(({ name }: NamedMetric, index): TableColumn => ({ kind: "metric", name, index })),
    { kind: "time", name: timeAxisName(plan) },
  ];
}
