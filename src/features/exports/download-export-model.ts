import { stat } from "node:fs/promises";
import path from "node:path";
import type { ExportFile, VersionExport } from "./exports-entry.ts";

/** Progress of a download. */
interface DownloadProgress {
  readonly file: ExportFile;
  /** Files that are there, those that were there before included. */
  readonly done: number;
  readonly total: number;
  /** Share of all files from 0 to 1, by bytes where the sizes of all are known. */
  readonly share: number;
}

/** Saves the file of an export under a path, whole or not at all. `onBytes` gets the bytes that are written. */
type SaveExportFile = (
  file: ExportFile,
  savedAs: string,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
) => Promise<void>;

/**
 * Saves the files of an export in a folder, one after the other. A file that is there already, with the size that the
 * service says, is left as it is, so that a download that was cancelled or failed goes on where it stopped.
 */
export async function downloadFiles(
  { files }: VersionExport,
  folder: string,
  save: SaveExportFile,
  report: (progress: DownloadProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const weights = files.map(({ sizeBytes }) => sizeBytes);
  const isSized = !weights.includes(undefined);
  const weightOf = ({ sizeBytes = 0 }: ExportFile) => (isSized ? sizeBytes : 1);
  const whole = files.reduce((sum, file) => sum + weightOf(file), 0) || 1;
  let before = 0;
  for (const [done, file] of files.entries()) {
    signal.throwIfAborted();
    const at = (weight: number) =>
      report({ file, done, total: files.length, share: Math.min(1, (before + weight) / whole) });
    at(0);
    const savedAs = path.join(folder, localNameOf(file));
    if (!(await isThere(savedAs, file))) {
      await save(file, savedAs, (bytes) => isSized && at(bytes), signal);
    }
    before += weightOf(file);
  }
}

/** Whether a file is there. A file without a known size was saved whole, because others never get its name. */
export async function isThere(savedAs: string, { sizeBytes }: ExportFile): Promise<boolean> {
  const found = await stat(savedAs).catch(() => undefined);
  return found?.isFile() === true && (sizeBytes === undefined || found.size === sizeBytes);
}

/** Returns the name of a file, which the service chose, as a name that is safe on this machine. */
export function localNameOf({ filename, fileId }: ExportFile): string {
  const name = path.basename(filename.replace(/[\\/:*?"<>|\p{Cc}]/gu, "_")).replace(/^\.+/, "");
  return name === "" ? `${fileId}.csv.gz` : name;
}

/** Returns the name of the folder that gets the files of an export, the same for each download of it. */
export function folderNameOf({ version, base, uuid }: VersionExport): string {
  const parts = ["export", version, ...(base === undefined ? [] : ["since", base]), uuid.slice(0, 8)];
  return parts.join("-").replace(/[^\w-]/g, "_");
}
