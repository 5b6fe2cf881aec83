import type { DryRunReport, DryRunStep, DryRunTenant } from "../../client/sql/dry-run-report.ts";

/** What is added, changed and removed in a table by all actions in all tenants; `undefined` where it cannot be told. */
export interface WriteTotals {
  readonly table: string;
  readonly added: number | undefined;
  readonly changed: number | undefined;
  readonly removed: number | undefined;
  /** Whether `changed` is the most that it can be. */
  readonly isUpTo: boolean;
}

/** Sums up by table, in the order in which the tables are first written. */
export function totalsOf(tenants: readonly Pick<DryRunTenant, "steps">[]): readonly WriteTotals[] {
  const totals = new Map<string, WriteTotals>();
  for (const step of tenants.flatMap(({ steps }) => steps)) {
    if (step.kind === "write") {
      const key = step.table.toLowerCase();
      const known = totals.get(key) ?? { table: step.table, added: 0, changed: 0, removed: 0, isUpTo: false };
      totals.set(key, {
        table: known.table,
        added: sum(known.added, step.added),
        changed: sum(known.changed, step.changed),
        removed: sum(known.removed, step.removed),
        isUpTo: known.isUpTo || step.isUpTo,
      });
    }
  }
  return [...totals.values()];
}

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one + other;
}

/** How many of what a dry run checks do not hold: queries that must have rows, preconditions, tenants that fail. */
export function problemsOf({ preconditions, tenants }: DryRunReport): number {
  const isFailed = (step: DryRunStep) => step.kind === "rows" && step.assertion === "failed";
  const unmet = preconditions.filter(({ unmet: keys }) => keys.length > 0).length;
  const ofTenant = ({ steps, failure }: DryRunTenant) =>
    steps.filter(isFailed).length + (failure === undefined ? 0 : 1);
  return unmet + tenants.reduce((count, tenant) => count + ofTenant(tenant), 0);
}
