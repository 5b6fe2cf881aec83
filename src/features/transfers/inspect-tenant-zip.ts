import { formatBytes, formatCount } from "../../base/amounts.ts";
import { findTenantZipProblems } from "../../client/zip/tenant-zip.ts";
import { joinReportLines } from "../../host/untrusted-text.ts";
import { readZip, ZipError, type ZipLimits } from "../../zip/read-zip.ts";
import type { DeliveryProgress } from "./delivery.ts";

/** Files in the ZIP file of an administrating tenant, and the problems that were found. */
interface ZipInspection {
  /**
   * Files of the ZIP file by folder name. Files outside folders have an empty folder name. Sizes are uncompressed, in
   * bytes.
   */
  readonly folders: ReadonlyMap<string, readonly { readonly name: string; readonly bytes: number }[]>;
  /** Problems of the ZIP file as parts of sentences. Empty if the layout is valid and every file is readable. */
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
  return { folders, problems: [...findTenantZipProblems(paths), ...fileProblems] };
}

function problemOf(error: unknown): string {
  if (error instanceof ZipError) {
    return error.problem;
  }
  throw error;
}

/** Renders a title and problems, one sentence per line. */
export function problemsReport(title: string, problems: readonly string[]): string {
  return joinReportLines([title, "", ...problems.map(asLine), ""]);
}

/** Renders the problems of a ZIP file and the content of each tenant's folder. */
export function zipReport(name: string, { folders, problems }: ZipInspection, language: string): string {
  const files = [...folders.values()].flat();
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const counts = [counted(files.length, "file", language), counted(folders.size, "folder", language)];
  const verdict =
    problems.length === 0 ? ["The layout is right."] : ["The layout is not right:", "", ...problems.map(asLine)];
  const width = Math.max(0, ...files.map((file) => file.name.length));
  const sections = [...folders].flatMap(([folder, filesInFolder]) => [
    "",
    folder === "" ? "In no folder" : folder,
    ...filesInFolder.map((file) => `  ${file.name.padEnd(width)}  ${formatBytes(file.bytes, language)}`),
  ]);
  return joinReportLines([
    `${name}: ${counts.join(" in ")}, ${formatBytes(bytes, language)} unpacked`,
    "",
    ...verdict,
    ...sections,
    "",
  ]);
}

function counted(count: number, noun: string, language: string): string {
  return `${formatCount(count, language)} ${noun}${count === 1 ? "" : "s"}`;
}

function asLine(problem: string): string {
  const sentence = `${problem.slice(0, 1).toUpperCase()}${problem.slice(1)}`;
  return `- ${sentence.endsWith(".") ? sentence : `${sentence}.`}`;
}
