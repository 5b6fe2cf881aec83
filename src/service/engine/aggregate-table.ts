import type { ConnectionSource } from "../../duckdb/database.ts";
import type { AggregatePlan, NamedMetric } from "./aggregate-plan.ts";
import { QueryError } from "./query-error.ts";
import type { MemberDisplayMode } from "./query-options.ts";
import { type AggregateCell, readAggregateCells } from "./read-cells.ts";
import type { StoredModel } from "./stored-model.ts";
import { formatMember, formatResultNumber, formatTimeMember, type TimeAxisKind } from "./value-text.ts";

/**
 * Column of an aggregate table. `index` is the position of the metric or axis in the request. Members are shown in the
 * query's mode by default.
 */
export type TableColumn =
  | { readonly kind: "metric"; readonly name: string; readonly index: number }
  | {
      readonly kind: "axis";
      readonly name: string;
      readonly index: number;
      readonly memberDisplayMode?: MemberDisplayMode;
    }
  | { readonly kind: "time"; readonly name: string; readonly memberDisplayMode?: MemberDisplayMode };

/** Row of a text table. A missing value is null. */
export type TextRow = readonly (string | null)[];

/** Table of texts with named columns. Its rows are produced in blocks. */
export interface TextTable {
  readonly names: readonly string[];
  readonly blocks: AsyncIterable<readonly TextRow[]>;
}

/**
 * Builds the table of an aggregate query (sql-like-language 11). By default the columns are the axes, the metrics and
 * the time.
 */
export function buildAggregateTable(
  plan: AggregatePlan,
  columns: readonly TableColumn[] | undefined,
  model: StoredModel,
  database: ConnectionSource,
  signal: AbortSignal,
): TextTable {
  const shown = columns ?? defaultColumns(plan);
  const { settings, axes, intervals } = plan;
  const needsCellSet = settings.binCount === undefined ? "lineageDepth" : "cellDistributionOptions";
  if (settings.lineageDepth > 0 || settings.binCount !== undefined) {
    throw new QueryError(
      `The option ${needsCellSet} is about cell sets, which a table is not; leave it out, or ask the aggregate query for application/json.`,
    );
  }
  const textOf = (column: TableColumn): ((cell: AggregateCell) => string | null) => {
    switch (column.kind) {
      case "time": {
        const { memberDisplayMode: mode = settings.memberDisplayMode } = column;
        const times = intervals.map((interval, ordinal) =>
          formatTimeMember(interval, ordinal, timeAxisKindOf(plan), mode, settings.alignsTimeToPeriodEnd),
        );
        return ({ interval }) => times[interval] ?? null;
      }
      case "axis": {
        const axis = axes[column.index];
        const mode = column.memberDisplayMode ?? axis?.memberDisplayMode ?? settings.memberDisplayMode;
        const labels = axis?.positions.map((position) => formatMember(position, mode));
        return ({ positions }) => labels?.[positions[column.index] ?? 0] ?? null;
      }
      case "metric":
        return ({ measured }) => {
          const value = measured[column.index]?.value ?? null;
          return value === null ? null : formatResultNumber(value);
        };
    }
  };
  const texts = shown.map(textOf);
  async function* blocks() {
    for await (const cells of readAggregateCells(plan, model, database, signal)) {
      yield cells.map((cell) => texts.map((text) => text(cell)));
    }
  }
  return { names: shown.map(({ name }) => name), blocks: blocks() };
}

/** Returns how the time axis of a query shows its intervals. */
export function timeAxisKindOf({ object }: AggregatePlan): TimeAxisKind {
  return object.kind === "event" ? "interval" : "instant";
}

/** Returns the column name of the time axis when the query does not select the axis (sql-like-language 11.2). */
export function timeAxisNameOf(plan: AggregatePlan): string {
  return timeAxisKindOf(plan) === "interval" ? "TimeInInterval" : "DateInRange";
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
    { kind: "time", name: timeAxisNameOf(plan) },
  ];
}
