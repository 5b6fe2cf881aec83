import { createReadStream } from "node:fs";
import { limits } from "../../contract/limits.ts";
import { defaultZipLimits, readZip, type ZipEntry, ZipError } from "../../zip/read-zip.ts";
import { type CallTenant, HttpError } from "../call/call.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import type { UnnumberedFile } from "../store/transfer-session-store.ts";
import { CsvRowCounter } from "./count-rows.ts";
import { pieceBytes, readCsvHeader, readRowLines } from "./csv-source.ts";
import { checkHeader } from "./direct-intake.ts";
import type { IntakeFiles } from "./intake-files.ts";
import { matchSource, type Source, sourcesOf } from "./sources.ts";
import { isWorkbook } from "./workbooks.ts";

/** Result of a file of a batch, or the reason why it was not accepted. */
export interface BatchEntry {
  readonly tenant: string;
  readonly sourceId: string;
  readonly sourceName: string;
  readonly bytes: number;
  readonly rows: number;
  /** Reason why the file was not taken; undefined for a stored one. */
  readonly problem: string | undefined;
}

/** A CSV file, or a ZIP archive with CSV files and a folder for each tenant if it names tenants. */
interface FileToSort {
  /** Path relative to the data folder. The file belongs to what is made of it, and is removed if nothing is. */
  readonly file: string;
  /** Name of the file as it was sent. */
  readonly name: string;
  /** Id of the transfer session or load, which owns the files. */
  readonly session: string;
  /** Tenant of the files that no folder of a ZIP archive is for. */
  readonly target: string;
  /** Source of all files; undefined for those that match their names. */
  readonly sourceId: string | undefined;
  /** Counter that the bytes of the file went through when it was written; undefined for one that is read again. */
  readonly counter?: CsvRowCounter;
  /**
   * Writes the first sheet of a workbook, whose name in the ZIP archive or as it was sent is given, as a CSV file and
   * returns its path; undefined where workbooks are not taken.
   */
  readonly readSheet?: (name: string, workbook: string) => Promise<string>;
}

/**
 * Finds tenant and source of a file, or of each file in a ZIP archive, and checks their headers. Throws an HttpError if
 * nothing can be taken.
 */
export async function sortFile(
  sent: FileToSort,
  tenant: CallTenant,
  { files, tenants }: { readonly files: IntakeFiles; readonly tenants: TenantStore },
  signal: AbortSignal,
): Promise<{ readonly entries: readonly BatchEntry[]; readonly stored: readonly UnnumberedFile[] }> {
  const { session, target } = sent;
  const sources = sourcesOf(tenant.model);
  const written = [sent.file];
  const entries: BatchEntry[] = [];
  const stored: UnnumberedFile[] = [];
  let isSorted = false;
  const add = async (file: string, counter: CsvRowCounter | undefined, path: string, owner: string): Promise<void> => {
    if (sent.readSheet && isWorkbook(path)) {
      const sheet = await sent.readSheet(path, file);
      written.push(sheet);
      return addCsv(sheet, undefined, path.replace(/\.xlsx?$/i, ".csv"), owner);
    }
    return addCsv(file, counter, path, owner);
  };
  const addCsv = async (file: string, counter: CsvRowCounter | undefined, path: string, owner: string) => {
    const name = path.split("/").at(-1) ?? path;
    const source = sent.sourceId === undefined ? matchSource(sources, name) : findSource(sources, sent.sourceId);
    const problem = source
      ? await findProblem(files, file, name, source)
      : `${name} matches the file names of no source.`;
    if (!source || problem !== undefined) {
      const sourceId = source?.id ?? "";
      entries.push({ tenant: owner, sourceId, sourceName: sourceId || name, bytes: 0, rows: 0, problem });
      return;
    }
    const facts = await factsOf(files, file, counter, signal);
    const taken = { file, session, tenant: owner, source: source.id, name, ...facts };
    stored.push(taken);
    entries.push(toEntry(taken, source));
  };
  try {
    if (/\.zip$/i.test(sent.name)) {
      const zipLimits = { ...defaultZipLimits, bytes: limits.sftpBatchBytes.value };
      for await (const entry of readZip(files.locate(sent.file), zipLimits)) {
        const owner = ownerOf(entry, tenant, target, tenants);
        const counter = new CsvRowCounter();
        const file = await files.write(session, counter.passThrough(entry.open()), signal);
        written.push(file);
        await add(file, counter, entry.name, owner);
      }
    } else {
      await add(sent.file, sent.counter, sent.name, target);
    }
    const [only] = entries;
    if (entries.length === 1 && only?.problem !== undefined) {
      throw new HttpError(400, "FILE_INVALID", only.problem);
    }
    isSorted = true;
    return { entries, stored };
  } catch (error) {
    throw error instanceof ZipError ? new HttpError(400, "FILE_INVALID", error.message, { cause: error }) : error;
  } finally {
    const kept = new Set(isSorted ? stored.map(({ file }) => file) : []);
    await files.remove(written.filter((file) => !kept.has(file)));
  }
}

async function findProblem(
  files: IntakeFiles,
  file: string,
  name: string,
  { schema }: Source,
): Promise<string | undefined> {
  try {
    await checkHeader(files.locate(file), name, schema);
    return undefined;
  } catch (error) {
    if (error instanceof HttpError) {
      return error.message;
    }
    throw error;
  }
}

/** Tenant of an entry of a ZIP archive: the one that its folder names, or that of the batch. Throws a 400. */
function ownerOf({ name }: ZipEntry, tenant: CallTenant, target: string, tenants: TenantStore): string {
  const steps = name.split("/");
  const [folder = ""] = steps;
  if (steps.length === 1) {
    return target;
  }
  if (steps.length > 2 || !/^WFF_/.test(folder)) {
    throw new HttpError(
      400,
      "FILE_INVALID",
      `The ZIP file was not used, because ${JSON.stringify(name)} does not lie in a folder of a tenant; name the folders WFF_<tenantCode>.`,
    );
  }
  return findTarget(tenant, folder, tenants);
}

/** The tenant that a batch is for: the caller's, or one that it manages. Throws a 404. */
export function findTarget(tenant: CallTenant, code: string | undefined, tenants: TenantStore): string {
  if (code === undefined || code === tenant.code) {
    return tenant.code;
  }
  if (!tenants.children(tenant.code).some((child) => child.code === code)) {
    throw new HttpError(404, "TENANT_UNKNOWN", `${tenant.code} manages no tenant "${code}".`);
  }
  return code;
}

async function factsOf(
  files: IntakeFiles,
  file: string,
  counter: CsvRowCounter | undefined,
  signal: AbortSignal,
): Promise<Pick<UnnumberedFile, "bytes" | "rows" | "header">> {
  const path = files.locate(file);
  const names = (await readCsvHeader(path))?.names ?? [];
  const rows = names.length === 0 ? 0 : await countRows(path, names.length, counter, signal);
  return { bytes: await files.size(file), rows, header: names };
}

/** Counts the rows without the header. Throws CsvProblem at the first one that is not CSV. */
async function countRows(
  path: string,
  width: number,
  counter: CsvRowCounter | undefined,
  signal: AbortSignal,
): Promise<number> {
  const counted = (counter ?? (await countFile(path, signal))).finish(width === 1);
  if (counted !== undefined) {
    return counted;
  }
  let rows = 0;
  for await (const some of readRowLines(path, width, signal)) {
    rows += some.length;
  }
  return rows;
}

async function countFile(path: string, signal: AbortSignal): Promise<CsvRowCounter> {
  const counter = new CsvRowCounter();
  for await (const _ of counter.passThrough(createReadStream(path, { highWaterMark: pieceBytes, signal })));
  return counter;
}

/** Throws a 404 for an unknown source. */
export function findSource(sources: readonly Source[], id: string): Source {
  const source = sources.find((one) => one.id === id);
  if (!source) {
    throw new HttpError(404, "SOURCE_UNKNOWN", `There is no source "${id}"; the list of sources has their ids.`);
  }
  return source;
}

export function toEntry(
  { tenant, bytes, rows }: Pick<UnnumberedFile, "tenant" | "bytes" | "rows">,
  { id }: Source,
): BatchEntry {
  return { tenant, sourceId: id, sourceName: id, bytes, rows, problem: undefined };
}
