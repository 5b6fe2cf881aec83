import { schemaProblem } from "../../client/text/schema-problem.ts";
import { tenantZipProblems } from "../../client/zip/tenant-zip.ts";
import { TenantCode } from "../../contract/tenant-code.ts";
import type { TenantFolder } from "./tenant-folder.ts";

/**
 * Lists what prevents a folder from becoming the ZIP of an administrating tenant, each with its path and how to fix it.
 */
export function tenantFolderProblems({ name, files, emptyFolders, others }: TenantFolder): readonly string[] {
  const isOneTenant = files.some(({ path }) => !path.includes("/")) && schemaProblem(TenantCode, name) === undefined;
  return [
    ...(isOneTenant
      ? [
          `${JSON.stringify(name)} is the folder of one tenant; choose its parent folder, which must contain only tenants`,
        ]
      : []),
    ...tenantZipProblems(files.map(({ path }) => path)),
    ...emptyFolders.map((path) => `${JSON.stringify(path)} is empty; put the tenant's CSV files into it, or remove it`),
    ...files.flatMap(({ path, bytes }) =>
      bytes === 0 ? [`${JSON.stringify(path)} is empty; write its header row, or remove it`] : [],
    ),
    ...others.map((path) => `${JSON.stringify(path)} is a link or a device; replace it with the file itself`),
  ];
}
