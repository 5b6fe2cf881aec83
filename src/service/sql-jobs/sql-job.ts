/** File format of the outputs of queries and of uploaded inputs. */
export type FileFormat = { readonly csv: { readonly header: boolean } } | { readonly parquet: object };

/** One action of a job (sql-like-language 13.2). */
export type JobAction =
  | QueryAction
  | { readonly kind: "upsert"; readonly source: string; readonly target: string; readonly keys: readonly string[] }
  | { readonly kind: "replace"; readonly source: string; readonly target: string }
  | { readonly kind: "rollback" }
  | { readonly kind: "commit" }
  | ProcessAction
  | {
      readonly kind: "setMetadata";
      /** Uuid of the table source. */
      readonly table: string;
      readonly metadata: Readonly<Record<string, string>>;
      readonly appliesUnmodified: boolean;
    }
  /** `asOf` is an ISO 8601 instant in UTC. */
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
  /** Ids of data categories. Undefined means the categories that use the locked tables. */
  readonly categories: readonly string[] | undefined;
  /** Latest start time in epoch milliseconds. */
  readonly notAfter: number | undefined;
}

export type InputDistribution = "NO_DISTRIBUTION" | "DISTRIBUTE_FILES" | "DISTRIBUTE_ROWS";

/** Uploaded files that the SQL of a job reads as one view (sql-like-language 13.3). */
export interface JobInput {
  /** Name of the view. */
  readonly id: string;
  /** Path of the folder with the files of all tenants. It contains one folder for each tenant. */
  readonly container: string | undefined;
  /** Names of the files, relative to their folder. */
  readonly files: readonly string[];
  readonly format: FileFormat;
  readonly distribution: InputDistribution | undefined;
  readonly tenantCodeColumn: string | undefined;
  /** Whether the tenant codes in folder names or rows omit the code of the administrating tenant. */
  readonly prependsAdmin: boolean;
}

interface Precondition {
  /** The `uuid` of the table source. */
  readonly table: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** A job request after all checks. */
export interface SqlJob {
  readonly actions: readonly JobAction[];
  /** Codes of the tenants to run the job in. Undefined if the request lists none. */
  readonly tenants: readonly string[] | undefined;
  readonly inputs: readonly JobInput[];
  readonly preconditions: readonly Precondition[];
  readonly keepsTransactionOpen: boolean;
}

/**
 * Creates a job that replaces the rows of a materialized view with the result of its query (sql-like-language 13.4).
 */
export function createViewJob(objectName: string, query: string): SqlJob {
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
