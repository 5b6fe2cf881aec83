import type { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { type Entry, fromBufferPromise, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import { limits as contractLimits } from "../contract/limits.ts";

/**
 * Error for a ZIP file that cannot be created or must not be read. The message may name entries, but never quotes their
 * contents.
 */
export class ZipError extends Error {
  override readonly name = "ZipError";
  /** Description of the problem, as the end of a sentence. */
  readonly problem: string;

  constructor(problem: string, options?: ErrorOptions) {
    super(`The ZIP file was not used, because ${problem}.`, options);
    this.problem = problem;
  }
}

/** Matches names that Windows reserves for devices, with any extension. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const maximumLength = 1000;

/**
 * Returns why the name of a ZIP entry is unsafe as a path, or undefined. It also rejects names that are unsafe only on
 * other operating systems. The name of a folder ends in a slash.
 */
export function findZipNameProblem(name: string): string | undefined {
  const path = name.endsWith("/") ? name.slice(0, -1) : name;
  if (path === "" || name.length > maximumLength) {
    return `must have 1 to ${maximumLength} characters`;
  }
  if (/^[/\\]|^[A-Za-z]:/.test(path)) {
    return "must not be an absolute path";
  }
  if (path.includes("\\")) {
    return "must not have a backslash";
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for control characters
  if (/[\u0000-\u001f\u007f:]/.test(path)) {
    return "must not have a colon or a control character";
  }
  const segments = path.split("/");
  if (segments.some((step) => step === "" || step === "." || step === "..")) {
    return "must not leave its folder or have an empty step";
  }
  if (segments.some((step) => devices.test(step) || /[. ]$/.test(step))) {
    return "must not have a step that is a device's name or ends in a dot or a space";
  }
  return undefined;
}

/** Maximum sizes for the content of a ZIP file. */
export interface ZipLimits {
  readonly entries: number;
  /** Maximum number of uncompressed bytes of all entries together. */
  readonly bytes: number;
  /** Maximum compression ratio of entries larger than one mebibyte. */
  readonly ratio: number;
}

export const defaultZipLimits: ZipLimits = {
  entries: 20_000,
  bytes: contractLimits.sftpBatchBytes.value,
  ratio: 200,
};

/** A file in a ZIP file. */
export interface ZipEntry {
  /** Relative path with `/` as separator. It is safe to append to a folder. */
  readonly name: string;
  /** Uncompressed size in bytes. Reading never returns more. */
  readonly size: number;
  /**
   * Reads the content of the entry. Possible only until the iteration over the entries ends. Throws ZipError for
   * damaged data.
   */
  open(): AsyncIterable<Uint8Array>;
}

interface CheckedEntry {
  readonly entry: Entry;
  readonly name: string;
}

const localHeaderBytes = 30;
const smallBytes = 1024 * 1024;
const fileType = 0o170000;
const plainTypes: ReadonlySet<number> = new Set([0, 0o100000, 0o040000]);

/**
 * Yields the files of a ZIP file, which is given as a path or as bytes. Throws ZipError before the first file if
 * anything is unsafe: a path that leaves its folder, a link, entries with the same name or overlapping bytes,
 * encryption, or content over the limits.
 */
export async function* readZip(
  zip: string | Buffer,
  limits: ZipLimits = defaultZipLimits,
): AsyncGenerator<ZipEntry, void, undefined> {
  const file = await openZip(zip);
  try {
    for (const entry of await checkedEntries(file, limits)) {
      if (!entry.name.endsWith("/")) {
        yield toZipEntry(file, entry);
      }
    }
  } finally {
    file.close();
  }
}

/**
 * Calls `work` with all files of a ZIP file, which can be read in any order until it ends. Throws as `readZip`.
 */
export async function withZipEntries<Value>(
  zip: string,
  limits: ZipLimits,
  work: (entries: readonly ZipEntry[]) => Promise<Value>,
): Promise<Value> {
  const file = await openZip(zip);
  try {
    const entries = await checkedEntries(file, limits);
    return await work(entries.filter(({ name }) => !name.endsWith("/")).map((entry) => toZipEntry(file, entry)));
  } finally {
    file.close();
  }
}

function toZipEntry(file: ZipFile, { entry, name }: CheckedEntry): ZipEntry {
  return { name, size: entry.uncompressedSize, open: () => readEntry(file, entry, name) };
}

async function openZip(zip: string | Buffer): Promise<ZipFile> {
  // Names are decoded by this module, so that errors can describe their problem.
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: true };
  try {
    return await (typeof zip === "string" ? openPromise(zip, options) : fromBufferPromise(zip, options));
  } catch (error) {
    throw new ZipError("it cannot be read as a ZIP file", { cause: error });
  }
}

async function checkedEntries(file: ZipFile, limits: ZipLimits): Promise<readonly CheckedEntry[]> {
  if (file.entryCount > limits.entries) {
    throw new ZipError(`it has more than ${limits.entries} entries`);
  }
  const entries: CheckedEntry[] = [];
  const names = new Set<string>();
  let bytes = 0;
  for await (const entry of eachEntry(file)) {
    const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
    const key = name.normalize().toLowerCase();
    const problem = findZipNameProblem(name) ?? entryProblem(entry, name, limits.ratio);
    bytes += entry.uncompressedSize;
    if (problem ?? names.has(key)) {
      throw new ZipError(`the entry ${JSON.stringify(name)} ${problem ?? "is in it twice"}`);
    }
    if (bytes > limits.bytes) {
      throw new ZipError(`its entries have more than ${limits.bytes} bytes together`);
    }
    names.add(key);
    entries.push({ entry, name });
  }
  checkOverlaps(entries);
  return entries;
}

async function* eachEntry(file: ZipFile): AsyncGenerator<Entry, void, undefined> {
  try {
    yield* file.eachEntry();
  } catch (error) {
    throw new ZipError("its list of entries is damaged", { cause: error });
  }
}

function entryProblem(entry: Entry, name: string, ratio: number): string | undefined {
  const type = (entry.externalFileAttributes >>> 16) & fileType;
  if (!plainTypes.has(type)) {
    return "must be a file or a folder, not a link or a device";
  }
  if (entry.isEncrypted()) {
    return "must not be encrypted";
  }
  if (!entry.canDecodeFileData()) {
    return "is compressed by an unknown method";
  }
  if (name.endsWith("/") && entry.uncompressedSize > 0) {
    return "must not be a folder with bytes";
  }
  const { uncompressedSize, compressedSize } = entry;
  return uncompressedSize > smallBytes && uncompressedSize > ratio * compressedSize
    ? `must not grow to more than ${ratio} times its compressed size`
    : undefined;
}

/** Throws ZipError for entries with shared bytes, by which a small file can contain a huge one many times. */
function checkOverlaps(entries: readonly CheckedEntry[]): void {
  const sorted = [...entries].sort(
    ({ entry: one }, { entry: other }) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  );
  let end = 0;
  for (const { entry, name } of sorted) {
    if (entry.relativeOffsetOfLocalHeader < end) {
      throw new ZipError(`the entry ${JSON.stringify(name)} shares its bytes with another one`);
    }
    end = entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.fileNameLength + entry.compressedSize;
  }
}

async function* readEntry(file: ZipFile, entry: Entry, name: string): AsyncGenerator<Uint8Array, void, undefined> {
  const damaged = (options?: ErrorOptions) => new ZipError(`the entry ${JSON.stringify(name)} is damaged`, options);
  let sum = 0;
  try {
    const stream: Readable = await file.openReadStreamPromise(entry);
    for await (const piece of stream) {
      sum = crc32(piece, sum);
      yield piece;
    }
  } catch (error) {
    throw damaged({ cause: error });
  }
  if (sum !== entry.crc32) {
    throw damaged();
  }
}
