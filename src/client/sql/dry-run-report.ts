import type { ColumnFinding } from "../../base/match-columns.ts";

/** What an action would do in a tenant; `undefined` where it cannot be told. `index` is its position in the job, from 0. */
export type DryRunStep = { readonly index: number } & (
  | {
      readonly kind: "rows";
      readonly rows: number | undefined;
      /** Name of the output that the rows would be written to. */
      readonly output: string | undefined;
      /** Of a query with `rollbackOnEmpty`. */
      readonly assertion: "passed" | "failed" | undefined;
    }
  | DryRunWrite
  /** `left` out, because it ends the transaction or starts other work; `noted`, because it takes effect at the commit. */
  | { readonly kind: "left" | "noted"; readonly action: string }
);

export interface DryRunWrite {
  readonly kind: "write";
  readonly action: string;
  readonly table: string;
  /** Rows of the table before and after. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly added: number | undefined;
  readonly changed: number | undefined;
  readonly removed: number | undefined;
  /** Whether `changed` is the most that it can be. */
  readonly isUpTo: boolean;
  /** An input whose columns are not those of the table. */
  readonly mismatch?: ColumnMismatch;
}

/** Columns that only one of an input and a table has: what the input lacks becomes empty, what the table lacks is not stored. */
export interface ColumnMismatch {
  /** What SQL calls the input. */
  readonly input: string;
  readonly findings: readonly ColumnFinding[];
}

export interface DryRunTenant {
  readonly tenant: string | undefined;
  readonly steps: readonly DryRunStep[];
  /** Why the job would fail there. */
  readonly failure: string | undefined;
  /** Position of the action that would fail, from 0; `undefined` where none would or the service does not say which. */
  readonly failedStep: number | undefined;
}

export interface DryRunPrecondition {
  /** Unique id of the table source. */
  readonly table: string;
  readonly name: string | undefined;
  /** Keys of the metadata that have another value now, or none. */
  readonly unmet: readonly string[];
}

/** What a job would do; nothing of it has happened. */
export interface DryRunReport {
  readonly preconditions: readonly DryRunPrecondition[];
  readonly tenants: readonly DryRunTenant[];
  readonly read: readonly string[];
  readonly written: readonly string[];
  /** Whether the job would run to its end. */
  readonly isGood: boolean;
}
