import type { FilePart } from "../../contract/file-part.ts";
import { limits as contractLimits } from "../../contract/limits.ts";
import { TenantCode } from "../../contract/tenant-code.ts";
import { packZip } from "../../zip/pack-zip.ts";
import { findZipNameProblem, readZip, ZipError, type ZipLimits } from "../../zip/read-zip.ts";
import { findSchemaProblem } from "../text/schema-problem.ts";

/** One CSV file of an analytic tenant. */
export interface TenantFile {
  /** Code of the tenant, `WFF_<code>` or `WFF_<code>~<code>`. */
  readonly tenant: string;
  readonly file: FilePart;
}

/** Contents and layout problems of a ZIP file for an administrating tenant. */
export interface TenantZipReport {
  /** Names of the CSV files by tenant code. */
  readonly tenants: ReadonlyMap<string, readonly string[]>;
  /** Layout problems for the user, each the end of a sentence. Empty for a valid layout. */
  readonly problems: readonly string[];
}

/** A fixed time makes archives of the same files identical. */
const mtime = new Date("2000-01-01T00:00:00Z");

/**
 * Creates a ZIP file in the layout of an administrating tenant, with one folder for each analytic tenant (service-api,
 * "Data intake into sources"). The file is packed while it is sent. Throws ZipError for a name that the layout does not
 * allow.
 */
export function createTenantZip(filename: string, files: readonly TenantFile[]): FilePart {
  const entries = files.map(({ tenant, file }) => {
    return { name: `${tenant}/${file.filename}`, mtime, size: file.size, open: () => file.open() };
  });
  const problems = findTenantZipProblems(entries.map(({ name }) => name));
  if (problems[0] !== undefined) {
    throw new ZipError(problems[0]);
  }
  return { filename, contentType: "application/zip", open: () => packZip(entries) };
}

/** Checks the layout of a tenant ZIP file, given as a path or as bytes. An unsafe file is a problem in the report. */
export async function checkTenantZip(zip: string | Buffer, limits?: ZipLimits): Promise<TenantZipReport> {
  const paths: string[] = [];
  try {
    for await (const { name } of readZip(zip, limits)) {
      paths.push(name);
    }
  } catch (error) {
    if (error instanceof ZipError) {
      return { tenants: new Map(), problems: [error.problem] };
    }
    throw error;
  }
  const tenants = new Map<string, string[]>();
  for (const path of paths) {
    const [tenant = "", ...rest] = path.split("/");
    if (pathProblem(path) === undefined) {
      tenants.set(tenant, [...(tenants.get(tenant) ?? []), rest.join("/")]);
    }
  }
  return { tenants, problems: findTenantZipProblems(paths) };
}

/**
 * Returns the problems of a tenant ZIP file's layout, given the paths in it. Each is the end of a sentence. Empty if
 * the layout is valid.
 */
export function findTenantZipProblems(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) {
    return ["it contains no CSV file"];
  }
  const problems = paths.flatMap((path) => pathProblem(path) ?? []);
  const keys = new Set<string>();
  for (const path of paths) {
    const key = path.normalize().toLowerCase();
    if (keys.has(key)) {
      problems.push(`${JSON.stringify(path)} is in it twice`);
    }
    keys.add(key);
  }
  const { value, text } = contractLimits.sftpBatchTenants;
  if (new Set(paths.map((path) => path.split("/", 1)[0])).size > value) {
    problems.push(`it has folders for more than the limit of ${text}; send the rest in another file`);
  }
  return problems;
}

function pathProblem(path: string): string | undefined {
  const shown = JSON.stringify(path);
  const [tenant = "", ...rest] = path.split("/");
  const unsafe = findZipNameProblem(path);
  if (unsafe !== undefined) {
    return `the name ${shown} ${unsafe}`;
  }
  if (findSchemaProblem(TenantCode, tenant)) {
    return `${shown} must be in a folder named by its tenant's code, such as WFF_acme`;
  }
  if (rest.length !== 1 || !/.\.csv$/i.test(path)) {
    return `${shown} must be a CSV file directly in its tenant's folder`;
  }
  return undefined;
}
