import type { ColumnFinding } from "../../base/match-columns.ts";

/** Effect of an action in a tenant; counts are undefined if unknown. `index` is its position in the job, from 0. */
export type DryRunStep = { readonly index: number } & (
  | {
      readonly kind: "rows";
      readonly rows: number | undefined;
      /** Name of the output file that the rows would be written to. */
      readonly output: string | undefined;
      /** Result of `rollbackOnEmpty`, for a query that has it. */
      readonly assertion: "passed" | "failed" | undefined;
    }
  | DryRunWrite
  /**
   * `left` out, because it ends the transaction or starts other work; `noted`, because it takes effect at the commit.
   */
  | { readonly kind: "left" | "noted"; readonly action: string }
);

/** Effect of an action that writes a table. */
export interface DryRunWrite {
  readonly kind: "write";
  readonly action: string;
  readonly table: string;
  /** Number of rows of the table before and after the action. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly added: number | undefined;
  readonly changed: number | undefined;
  readonly removed: number | undefined;
  /** Whether `changed` is an upper bound. */
  readonly isUpperBound: boolean;
  /** Differences between the columns of an input and of the table. */
  readonly mismatch?: ColumnMismatch;
}

/** Columns that only the input or only the table has. The former are not stored, the latter become empty. */
export interface ColumnMismatch {
  /** Name of the input in SQL. */
  readonly input: string;
  readonly findings: readonly ColumnFinding[];
}

/** Result of a dry run in one tenant. */
export interface DryRunTenant {
  readonly tenant: string | undefined;
  readonly steps: readonly DryRunStep[];
  /** Reason why the job would fail in this tenant. */
  readonly failure: string | undefined;
  /** Position of the action that would fail, from 0; undefined if none would fail or the service does not name it. */
  readonly failedStep: number | undefined;
}

/** A precondition of the job, compared with the current metadata. */
export interface DryRunPrecondition {
  /** Unique id of the table source. */
  readonly table: string;
  readonly name: string | undefined;
  /** Metadata keys whose current value differs or is missing. */
  readonly unmet: readonly string[];
}

/** Effects that a job would have; none of them has happened. */
export interface DryRunReport {
  readonly preconditions: readonly DryRunPrecondition[];
  readonly tenants: readonly DryRunTenant[];
  readonly read: readonly string[];
  readonly written: readonly string[];
  /** Whether the job would succeed. */
  readonly isGood: boolean;
}
