import type { DryRunReport, DryRunStep, DryRunTenant } from "../../client/sql/dry-run-report.ts";

/**
 * Numbers of rows that all actions together change in a table, over all tenants. A count is undefined if the dry run
 * could not determine it.
 */
export interface WriteTotals {
  readonly table: string;
  /** Number of rows before the first action on the table and after the last. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly added: number | undefined;
  readonly changed: number | undefined;
  readonly removed: number | undefined;
  /** Whether `changed` is an upper bound. */
  readonly isUpperBound: boolean;
}

/** Sums up steps by table, in the order in which the tables are first written. */
export function totalsByTable(tenants: readonly Pick<DryRunTenant, "steps">[]): readonly WriteTotals[] {
  const totals = new Map<string, WriteTotals>();
  for (const { steps } of tenants) {
    for (const ofTenant of totalsOfTenant(steps)) {
      const key = ofTenant.table.toLowerCase();
      const known = totals.get(key);
      const before = known ? sum(known.before, ofTenant.before) : ofTenant.before;
      const after = known ? sum(known.after, ofTenant.after) : ofTenant.after;
      totals.set(key, known ? { ...added(known, ofTenant), before, after } : ofTenant);
    }
  }
  return [...totals.values()];
}

function totalsOfTenant(steps: readonly DryRunStep[]): readonly WriteTotals[] {
  const totals = new Map<string, WriteTotals>();
  for (const step of steps) {
    if (step.kind === "write") {
      const { table, before, after, added: addedRows, changed, removed, isUpperBound } = step;
      const key = table.toLowerCase();
      const known = totals.get(key);
      const stepTotals = { table, before, after, added: addedRows, changed, removed, isUpperBound };
      totals.set(key, known ? { ...added(known, stepTotals), before: known.before, after } : stepTotals);
    }
  }
  return [...totals.values()];
}

function added(one: WriteTotals, other: WriteTotals): WriteTotals {
  return {
    ...one,
    added: sum(one.added, other.added),
    changed: sum(one.changed, other.changed),
    removed: sum(one.removed, other.removed),
    isUpperBound: one.isUpperBound || other.isUpperBound,
  };
}

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one + other;
}

/** Counts the failed checks of a dry run: queries without required rows, unmet preconditions, failing tenants. */
export function countProblems({ preconditions, tenants }: DryRunReport): number {
  const isFailed = (step: DryRunStep) => step.kind === "rows" && step.assertion === "failed";
  const unmet = preconditions.filter(({ unmet: keys }) => keys.length > 0).length;
  const ofTenant = ({ steps, failure }: DryRunTenant) =>
    steps.filter(isFailed).length + (failure === undefined ? 0 : 1);
  return unmet + tenants.reduce((count, tenant) => count + ofTenant(tenant), 0);
}
