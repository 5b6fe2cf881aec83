import { type FileHandle, open } from "node:fs/promises";

/** What a database's log holds: `foreign` does not begin as a log, `torn` ends within an entry. */
type LogState =
  | { readonly kind: "none" | "sound" | "foreign" }
  | { readonly kind: "torn"; readonly ignoredBytes: number };

/** How every log of DuckDB begins: entry kind 98, which holds the version of the format. */
const beginning = Buffer.from([0x64, 0x00, 0x62, 0x65, 0x00]);
/** Version 2, and the end of the entry. Entries behind it are a length, a checksum and so many bytes. */
const versionTwo = Buffer.from([0x02, 0xff, 0xff]);
const headBytes = 16;

/** Path of the log of a database file. */
export function logPath(path: string): string {
  return `${path}.wal`;
}

/**
 * Looks at a log before DuckDB does. DuckDB ignores a log that is none, and all that stands behind a length that is too
 * large, without a word; what it checks itself, the checksum of each entry, is not checked here.
 */
export async function inspectLog(path: string): Promise<LogState> {
  let file: FileHandle;
  try {
    file = await open(path, "r");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return { kind: "none" };
    }
    throw error;
  }
  try {
    const { size } = await file.stat();
    return size === 0 ? { kind: "none" } : await inspectEntries(file, size);
  } finally {
    await file.close();
  }
}

async function inspectEntries(file: FileHandle, size: number): Promise<LogState> {
  const start = beginning.length + versionTwo.length;
  const head = await readBytes(file, 0, Math.min(size, start));
  if (!head.subarray(0, beginning.length).equals(beginning.subarray(0, head.length))) {
    return { kind: "foreign" };
  }
  if (size < start) {
    // The process was killed while it began the log.
    return { kind: "torn", ignoredBytes: size };
  }
  if (!head.subarray(beginning.length).equals(versionTwo)) {
    return { kind: "sound" };
  }
  let position = start;
  while (position + headBytes <= size) {
    const length = (await readBytes(file, position, headBytes)).readBigUInt64LE();
    if (length > BigInt(size - position - headBytes)) {
      break;
    }
    position += headBytes + Number(length);
  }
  return position === size ? { kind: "sound" } : { kind: "torn", ignoredBytes: size - position };
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}
