import type { SqlJobRequest } from "../../contract/sql-job-schemas.ts";

/** An output file of a job. */
export interface SqlOutput {
  readonly name: string;
  readonly format: "csv" | "parquet";
  /** Whether the first line of a CSV file names the columns. */
  readonly hasHeader: boolean;
}

/** Returns the output files of a job, in the order of its actions. */
export function jobOutputsOf({ actions = [] }: SqlJobRequest): readonly SqlOutput[] {
  return actions.flatMap(({ query }) => {
    const { filename, format } = query?.output ?? {};
    return filename === undefined
      ? []
      : [
          {
            name: filename,
            format: format?.parquet ? "parquet" : "csv",
            hasHeader: format?.csv?.header ?? false,
          } as const,
        ];
  });
}

/**
 * Inserts a tenant code before the extension of a local path, so that the files of several tenants have different
 * names.
 */
export function addTenantToPath(path: string, tenant: string | undefined): string {
  return tenant === undefined ? path : path.replace(/(\.[^./\\]*)?$/, (extension) => `.${tenant}${extension}`);
}

/**
 * Returns the tenants that an input file is uploaded to. It is one upload for each tenant or, for an input whose rows
 * are distributed to tenants, a single upload with tenant `undefined`.
 */
export function uploadTenantsOf(
  { tenants = [], inputs = [] }: SqlJobRequest,
  name: string,
): readonly (string | undefined)[] {
  const input = inputs.find(({ filename, filenames = [] }) => filename === name || filenames.includes(name));
  const isOfEach = tenants.length > 0 && input?.inputDistributionMode === "NO_DISTRIBUTION";
  return isOfEach ? tenants : [undefined];
}
