import type { SqlJobRequest } from "../../contract/sql-job-schemas.ts";

/** A file that a job writes. */
export interface SqlOutput {
  readonly name: string;
  readonly format: "csv" | "parquet";
  /** Whether the first line of a CSV file names the columns. */
  readonly hasHeader: boolean;
}

/** The outputs of a job, in the order of its actions. */
export function outputsOf({ actions = [] }: SqlJobRequest): readonly SqlOutput[] {
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

/** The name of a local file for one tenant of several: its code before the extension. */
export function fileOfTenant(path: string, tenant: string | undefined): string {
  return tenant === undefined ? path : path.replace(/(\.[^./\\]*)?$/, (extension) => `.${tenant}${extension}`);
}

/** The tenants that an input's file is sent to: to each where the rows are not distributed, else once. */
export function tenantsOfUpload(
  { tenants = [], inputs = [] }: SqlJobRequest,
  name: string,
): readonly (string | undefined)[] {
  const input = inputs.find(({ filename, filenames = [] }) => filename === name || filenames.includes(name));
  const isOfEach = tenants.length > 0 && input?.inputDistributionMode === "NO_DISTRIBUTION";
  return isOfEach ? tenants : [undefined];
}
