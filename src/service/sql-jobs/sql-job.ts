/** What a query's rows are written as, and how an uploaded file is read. */
export type FileFormat = { readonly csv: { readonly header: boolean } } | { readonly parquet: object };

/** One step of a job (sql-like-language 13.2). */
export type JobAction =
  | QueryAction
  | { readonly kind: "upsert"; readonly source: string; readonly target: string; readonly keys: readonly string[] }
  | { readonly kind: "replace"; readonly source: string; readonly target: string }
  | { readonly kind: "rollback" }
  | { readonly kind: "commit" }
  | ProcessAction
  | {
      readonly kind: "setMetadata";
      /** The `uuid` of the table source. */
      readonly table: string;
      readonly metadata: Readonly<Record<string, string>>;
      readonly appliesUnmodified: boolean;
    }
  /** `asOf` in ISO 8601, UTC. */
  | { readonly kind: "reset"; readonly table: string; readonly asOf: string };

export interface QueryAction {
  readonly kind: "query";
  readonly text: string;
  readonly timeoutMs: number | undefined;
  readonly output: { readonly name: string; readonly format: FileFormat } | undefined;
  readonly rollsBackOnEmpty: boolean;
}

export interface ProcessAction {
  readonly kind: "process";
  readonly project: string | undefined;
  readonly version: string | undefined;
  /** Nothing when left out: the categories that use the locked tables. */
  readonly categories: readonly string[] | undefined;
  /** Epoch milliseconds. */
  readonly notAfter: number | undefined;
}

export type Distribution = "NO_DISTRIBUTION" | "DISTRIBUTE_FILES" | "DISTRIBUTE_ROWS";

/** Uploaded files that SQL reads as one view (sql-like-language 13.3). */
export interface JobInput {
  /** Name of the view. */
  readonly id: string;
  /** Folder that all the files were uploaded in; the folders of tenants are in it. */
  readonly container: string | undefined;
  /** Names of the files in their folder. */
  readonly files: readonly string[];
  readonly format: FileFormat;
  readonly distribution: Distribution | undefined;
  readonly tenantCodeColumn: string | undefined;
  /** The codes of the tenants, as folders or in rows, lack the administrating tenant's. */
  readonly prependsAdmin: boolean;
}

interface Precondition {
  /** The `uuid` of the table source. */
  readonly table: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** A job whose request holds in itself. */
export interface SqlJob {
  readonly actions: readonly JobAction[];
  /** Nothing when left out. */
  readonly tenants: readonly string[] | undefined;
  readonly inputs: readonly JobInput[];
  readonly preconditions: readonly Precondition[];
  readonly keepsTransactionOpen: boolean;
}

/** The job that makes a materialized view's rows anew from its query, in place of what it holds (sql-like-language 13.4). */
export function viewJob(objectName: string, query: string): SqlJob {
  const text = `INSERT OVERWRITE TABLE \`${objectName}\` BY NAME\n${query.replace(/;\s*$/, "")}`;
  return {
    actions: [
      { kind: "query", text, timeoutMs: undefined, output: undefined, rollsBackOnEmpty: false },
      { kind: "commit" },
    ],
    tenants: undefined,
    inputs: [],
    preconditions: [],
    keepsTransactionOpen: false,
  };
}
