import { JobFailure } from "../jobs/job-failure.ts";
import type { AccessibleInput } from "../table-data/table-data.ts";
import { type JobTenants, toTenantCode, toTenantName } from "./job-tenants.ts";
import type { JobInput } from "./sql-job.ts";
import type { SqlTransaction } from "./sql-transaction.ts";
import type { TransactionFileRecord } from "./transaction-record.ts";

/** Finds the uploaded files that the inputs of a job refer to (sql-like-language 13.3). */
export class InputFiles {
  readonly #transaction: SqlTransaction;
  readonly #jobTenants: JobTenants;
  readonly #pathOf: (file: string) => string;

  constructor(transaction: SqlTransaction, jobTenants: JobTenants, pathOf: (file: string) => string) {
    this.#transaction = transaction;
    this.#jobTenants = jobTenants;
    this.#pathOf = pathOf;
  }

  /** Returns the view of an input in one tenant. Throws a `JobFailure` if a file is missing. */
  viewIn(tenant: string, input: JobInput): AccessibleInput {
    return {
      ...this.#unfilteredView(input, (name) => this.#find(tenant, name, input)),
      rowFilter:
        input.distribution === "DISTRIBUTE_ROWS" && input.tenantCodeColumn !== undefined
          ? { column: input.tenantCodeColumn, value: toTenantName(tenant, input, this.#jobTenants) }
          : undefined,
    };
  }

  /** Returns the view of an input with the rows of all tenants. */
  viewOfAll(input: JobInput): AccessibleInput {
    return {
      ...this.#unfilteredView(input, (name) => {
        const location = inFolder(input.container, name);
        return (
          this.#transaction.input(this.#jobTenants.current, location) ??
          failMissing(input, location, this.#jobTenants.current)
        );
      }),
      rowFilter: undefined,
    };
  }

  /**
   * Returns the tenants that files were uploaded to, or that have folders. Not for inputs whose rows contain the
   * tenant.
   */
  tenantsOf(input: JobInput): string[] {
    const names = input.files.map((name) => inFolder(input.container, name));
    if (input.distribution === "NO_DISTRIBUTION") {
      const uploaded = this.#transaction.inputs().filter(({ name }) => names.includes(name));
      return [...new Set(uploaded.map(({ tenant }) => tenant))];
    }
    const folders = this.#transaction
      .inputs()
      .filter(({ tenant }) => tenant === this.#jobTenants.current)
      .flatMap(({ name }) => folderOf(name, input) ?? []);
    return [...new Set(folders)].map((folder) => toTenantCode(folder, input, this.#jobTenants));
  }

  #unfilteredView(input: JobInput, find: (name: string) => TransactionFileRecord): Omit<AccessibleInput, "rowFilter"> {
    const files = input.files.map((name) => ({ name, path: this.#pathOf(find(name).file) }));
    return { name: input.id, format: input.format, files };
  }

  #find(tenant: string, name: string, input: JobInput): TransactionFileRecord {
    const { current } = this.#jobTenants;
    const location = inFolder(input.container, name);
    switch (input.distribution) {
      case "NO_DISTRIBUTION":
        return this.#transaction.input(tenant, location) ?? failMissing(input, location, tenant);
      case "DISTRIBUTE_ROWS":
        return this.#transaction.input(current, location) ?? failMissing(input, location, current);
      case "DISTRIBUTE_FILES": {
        const folder = inFolder(input.container, toTenantName(tenant, input, this.#jobTenants));
        const nested = inFolder(folder, name);
        return this.#transaction.input(current, nested) ?? failMissing(input, nested, current);
      }
      default:
        // With one tenant, the request need not say to which tenant the file was uploaded.
        return (
          this.#transaction.input(tenant, location) ??
          this.#transaction.input(current, location) ??
          failMissing(input, location, tenant)
        );
    }
  }
}

function inFolder(folder: string | undefined, name: string): string {
  return folder === undefined ? name : `${folder}/${name}`;
}

/** Name of the tenant's folder that contains a file of the input. */
function folderOf(name: string, { container, files }: JobInput): string | undefined {
  const prefix = container === undefined ? "" : `${container}/`;
  const rest = name.startsWith(prefix) ? name.slice(prefix.length) : "";
  const slash = rest.indexOf("/");
  return slash > 0 && files.includes(rest.slice(slash + 1)) ? rest.slice(0, slash) : undefined;
}

function failMissing({ id }: JobInput, name: string, tenant: string): never {
  throw new JobFailure(
    `The input "${id}" needs the file "${name}", which was not uploaded to ${tenant}; upload it there and run the job again.`,
  );
}
