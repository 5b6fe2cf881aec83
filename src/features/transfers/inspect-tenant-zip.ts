import { readZip, ZipError, type ZipLimits } from "../../client/zip/read-zip.ts";
import { tenantZipProblems } from "../../client/zip/tenant-zip.ts";
import type { DeliveryProgress } from "./delivery.ts";

/** Content of a ZIP file for an administrating tenant, and its problems. */
export interface ZipInspection {
  /** Files by folder name, with the empty name for files outside folders. Sizes are uncompressed, in bytes. */
  readonly folders: ReadonlyMap<string, readonly { readonly name: string; readonly bytes: number }[]>;
  /** Problems as parts of sentences. Empty if the layout is valid and every file is readable. */
  readonly problems: readonly string[];
}

/** Reads a ZIP file and all files in it, within safety limits, without writing anything. */
export async function inspectTenantZip(
  zip: string,
  signal: AbortSignal,
  onProgress: (progress: DeliveryProgress) => void,
  limits?: ZipLimits,
): Promise<ZipInspection> {
  const paths: string[] = [];
  const folders = new Map<string, { name: string; bytes: number }[]>();
  const fileProblems: string[] = [];
  let bytes = 0;
  try {
    for await (const entry of readZip(zip, limits)) {
      paths.push(entry.name);
      const [, folder = "", name = entry.name] = entry.name.match(/^([^/]+)\/(.+)$/) ?? [];
      const files = folders.get(folder) ?? [];
      folders.set(folder, files);
      files.push({ name, bytes: entry.size });
      try {
        for await (const piece of entry.open()) {
          signal.throwIfAborted();
          bytes += piece.length;
          onProgress({ bytes, totalBytes: undefined });
        }
      } catch (error) {
        fileProblems.push(problemOf(error));
      }
    }
  } catch (error) {
    return { folders: new Map(), problems: [problemOf(error)] };
  }
  return { folders, problems: [...tenantZipProblems(paths), ...fileProblems] };
}

function problemOf(error: unknown): string {
  if (error instanceof ZipError) {
    return error.problem;
  }
  throw error;
}
