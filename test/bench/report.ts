import { median, type SampleSets } from "./samples.ts";

/** A measured row of the table, or the reason why there is none. */
export type Row = MeasuredRow | BrokenRow;

export interface MeasuredRow {
  readonly kind: "measured";
  /** For example `aggregate/employeeCount by Function`. */
  readonly name: string;
  /** What the bars are about, and what was measured. */
  readonly criteria: readonly Criterion[];
  readonly unit: "ms" | "bytes" | "count";
  readonly samples: SampleSets;
  /** What is worth knowing beside the bars, for example how many rows there were. */
  readonly facts: Readonly<Record<string, string | number | boolean>>;
}

/** A bar: `value` is a ratio, or an amount in the unit that `label` names. */
export interface Criterion {
  readonly label: string;
  readonly value: number;
  readonly bar: number;
}

export interface BrokenRow {
  readonly kind: "broken";
  readonly name: string;
  readonly message: string;
}

/** What bench-results.json holds. */
export interface Report {
  readonly rows: readonly ReportRow[];
}

export type ReportRow = Row & {
  readonly passed: boolean;
  readonly medians?: Readonly<Record<string, number>>;
  readonly origin: Origin;
};

/** Where and when a row was measured, and of what. */
export interface Origin {
  readonly commit: string;
  /** ISO 8601. */
  readonly date: string;
  readonly machine: Readonly<Record<string, string | number>>;
  readonly size: Readonly<Record<string, number>>;
}

export function passes(row: Row): boolean {
  return row.kind === "measured" && row.criteria.every(({ value, bar }) => value <= bar);
}

export function createReport(origin: Origin, rows: readonly Row[]): Report {
  return {
    rows: rows.map((row) => ({
      ...row,
      passed: passes(row),
      ...(row.kind === "measured" && {
        medians: Object.fromEntries(Object.entries(row.samples).map(([name, samples]) => [name, median(samples)])),
      }),
      origin,
    })),
  };
}

/** What is kept with the rows that were measured now in place of those of the same name; others follow. What did not run is left out. */
export function mergeReports(kept: Report, now: Report): Report {
  const measured = new Map(now.rows.filter(({ kind }) => kind === "measured").map((row) => [row.name, row]));
  const names = new Set(kept.rows.map(({ name }) => name));
  return {
    rows: [
      ...kept.rows.map((row) => measured.get(row.name) ?? row),
      ...[...measured.values()].filter(({ name }) => !names.has(name)),
    ],
  };
}

/**
 * The report for a person: a table with a line for each bar, the facts, and what did not go well. With little data the bars
 * say nothing and are not judged.
 */
export function printReport({ rows }: Report, isSmall = false): string {
  const lines = rows.flatMap((row) =>
    row.kind === "broken"
      ? [[row.name, "did not run", "", ""]]
      : row.criteria.map(({ label, value, bar }) => [
          row.name,
          label,
          `${shortNumber(value)} <= ${shortNumber(bar)}`,
          isSmall ? "" : value <= bar ? "ok" : "MISSED",
        ]),
  );
  const details = rows.flatMap((row) =>
    row.kind === "broken"
      ? [`${row.name} did not run: ${row.message}`]
      : [`${row.name}: ${describeSamples(row)}${describeFacts(row)}`],
  );
  const broken = rows.filter(({ kind }) => kind === "broken").length;
  const missed = isSmall ? 0 : rows.filter(({ kind, passed }) => kind === "measured" && !passed).length;
  const allIsWell = isSmall ? "Everything runs; with so little data the bars say nothing." : "Every bar is kept.";
  const verdict = [
    broken > 0 ? `${broken} of ${rows.length} did not run.` : "",
    missed > 0 ? `${missed} of ${rows.length} missed a bar.` : "",
    broken + missed === 0 ? allIsWell : "",
  ];
  return [...alignColumns(lines), "", ...details, "", verdict.filter(Boolean).join(" ")].join("\n");
}

function describeSamples({ samples, unit }: MeasuredRow): string {
  const parts = Object.entries(samples).map(
    ([name, values]) => `${name} ${shortNumber(median(values))}${unit === "count" ? "" : ` ${unit}`}`,
  );
  return parts.join(", ");
}

function describeFacts({ facts }: MeasuredRow): string {
  const parts = Object.entries(facts).map(
    ([name, value]) => `${name} ${typeof value === "number" ? shortNumber(value) : value}`,
  );
  return parts.length > 0 ? `; ${parts.join(", ")}` : "";
}

function shortNumber(value: number): string {
  return Math.abs(value) >= 1000 ? Math.round(value).toLocaleString("en-US") : String(Number(value.toFixed(3)));
}

function alignColumns(lines: readonly (readonly string[])[]): string[] {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
