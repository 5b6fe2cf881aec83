import type { ColumnDifference } from "../../base/match-columns.ts";

/** Effect of one action in a tenant. Unknown counts are undefined. `index` is the index of the action in the job. */
export type DryRunStep = { readonly index: number } & (
  | {
      readonly kind: "rows";
      readonly rows: number | undefined;
      /** Duration of the action in milliseconds. Undefined if it was not measured. */
      readonly durationMs?: number | undefined;
      /** Name of the output file that the action would write. */
      readonly output: string | undefined;
      /**
       * Result of the `rollbackOnEmpty` check: `passed` if the query returns rows. Undefined for a query without this
       * check.
       */
      readonly assertion: "passed" | "failed" | undefined;
    }
  | DryRunWrite
  /**
   * `left` out, because it ends the transaction or starts other work; `noted`, because it takes effect at the commit.
   */
  | { readonly kind: "left" | "noted"; readonly action: string }
);

/** Effect of an action on the table that it writes. */
export interface DryRunWrite {
  readonly kind: "write";
  readonly action: string;
  readonly table: string;
  /** Number of rows in the table before the action. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly added: number | undefined;
  readonly changed: number | undefined;
  readonly removed: number | undefined;
  /** Whether `changed` is an upper bound, because it counts rows that were written as they were. */
  readonly isUpperBound: boolean;
  /** Duration of the action in milliseconds. Undefined if it was not measured. */
  readonly durationMs?: number | undefined;
  /** Columns that exist only in the input or only in the table. */
  readonly mismatch?: ColumnMismatch;
}

/**
 * Columns that exist only in an input or only in the table that it is written to. The former are not stored, the latter
 * become empty.
 */
export interface ColumnMismatch {
  /** Name of the input in SQL. */
  readonly input: string;
  readonly findings: readonly ColumnDifference[];
}

/** Result of a dry run in one tenant. */
export interface DryRunTenant {
  readonly tenant: string | undefined;
  readonly steps: readonly DryRunStep[];
  /** Reason why the job would fail in this tenant. */
  readonly failure: string | undefined;
  /** Index of the action that would fail. Undefined if none would fail or the service does not name it. */
  readonly failedStep: number | undefined;
}

/** A precondition of the job, with the result of comparing it with the current metadata. */
export interface DryRunPrecondition {
  /** Unique id of the table source. */
  readonly table: string;
  readonly name: string | undefined;
  /** Metadata keys whose current value is missing or different from the precondition. */
  readonly unmet: readonly string[];
}

/** Effects that a job would have. The dry run has rolled all of them back. */
export interface DryRunReport {
  readonly preconditions: readonly DryRunPrecondition[];
  readonly tenants: readonly DryRunTenant[];
  readonly read: readonly string[];
  readonly written: readonly string[];
  /** Whether the job would succeed in all tenants. */
  readonly isGood: boolean;
}
