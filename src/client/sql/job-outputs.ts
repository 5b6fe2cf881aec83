import type { SqlJobRequest } from "../../contract/sql-job-schemas.ts";

/** An output file of a job. */
export interface SqlOutput {
  readonly name: string;
  readonly format: "csv" | "parquet";
  /** Whether the first line of a CSV file names the columns. */
  readonly hasHeader: boolean;
}

/** Returns the outputs of a job in the order of its actions. */
export function jobOutputs({ actions = [] }: SqlJobRequest): readonly SqlOutput[] {
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

/** Inserts the code of a tenant before the extension of a local path, to tell the files of several tenants apart. */
export function tenantFilePath(path: string, tenant: string | undefined): string {
  return tenant === undefined ? path : path.replace(/(\.[^./\\]*)?$/, (extension) => `.${tenant}${extension}`);
}

/** Returns the tenants to upload an input file to: each tenant if rows are not distributed, else `undefined` once. */
export function uploadTenants(
  { tenants = [], inputs = [] }: SqlJobRequest,
  name: string,
): readonly (string | undefined)[] {
  const input = inputs.find(({ filename, filenames = [] }) => filename === name || filenames.includes(name));
  const isOfEach = tenants.length > 0 && input?.inputDistributionMode === "NO_DISTRIBUTION";
  return isOfEach ? tenants : [undefined];
}
