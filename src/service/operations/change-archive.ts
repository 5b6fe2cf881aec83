import { crc32 } from "node:zlib";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { fromBufferPromise } from "yauzl";
import { ZipFile } from "yazl";
import { HttpError } from "../call/call.ts";
import { ChangeProblem, type ImportedChange, readChange } from "../projects/read-change.ts";
import type { ProductionVersion } from "../store/production-version-store.ts";
import type { ProjectChange } from "../store/project-change-store.ts";
import type { ArchivedChange } from "./project-changes.ts";

/** Name of the archive entry with the changes; other entries, such as images, are ignored. */
const entryName = "changes.json";
/**
 * Maximum size of the archive and of its entry in bytes; our choice: some ten thousand changes, all read into memory.
 */
const maxArchiveBytes = 8 * 1024 * 1024;

const Archive = Type.Object({
  versions: Type.Array(
    Type.Object({
      changes: Type.Array(
        Type.Object({
          id: Type.String({ minLength: 1, maxLength: 200 }),
          name: Type.String(),
          description: Type.String(),
          document: Type.Optional(Type.Unknown()),
        }),
      ),
    }),
  ),
});
const archive = Compile(Archive);

/** Writes the changes of production versions as JSON into a ZIP archive, oldest version first. */
export async function* writeChangeArchive(
  versions: readonly { readonly version: ProductionVersion; readonly changes: readonly ProjectChange[] }[],
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const content = { versions: versions.map(({ version, changes }) => ({ ...version, changes })) };
  // A fixed time, so that the same versions give the same bytes.
  zip.addBuffer(Buffer.from(JSON.stringify(content, undefined, 2)), entryName, { mtime: new Date(2026, 0, 1) });
  zip.end();
  for await (const chunk of zip.outputStream) {
    yield chunk as Uint8Array;
  }
}

/**
 * Reads the changes from a ZIP archive that `writeChangeArchive` wrote, in order and without duplicates. Throws a 400
 * or 413.
 */
export async function readChangeArchive(body: AsyncIterable<Uint8Array>): Promise<ArchivedChange[]> {
  const content = parseArchive(await readEntry(await readAll(body)));
  const changes = content.versions.flatMap((version, index) =>
    version.changes.map(({ id, name, description, document }, place) => ({
      id,
      name,
      description,
      ...(document !== undefined && {
        document: readDocument(document, `versions[${index}].changes[${place}], "${name}"`),
      }),
    })),
  );
  return [...new Map(changes.map((change) => [change.id, change])).values()];
}

function readDocument(document: unknown, place: string): ImportedChange {
  try {
    return readChange(document);
  } catch (error) {
    throw error instanceof ChangeProblem ? invalidDocument(place, error) : error;
  }
}

function parseArchive(text: string): Static<typeof Archive> {
  try {
    const value: unknown = JSON.parse(text);
    if (archive.Check(value)) {
      return value;
    }
  } catch (error) {
    throw unreadable(error);
  }
  throw unreadable();
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxArchiveBytes) {
      throw tooLarge();
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readEntry(bytes: Buffer): Promise<string> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true });
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName === entryName) {
        // The sizes in an archive's headers may be wrong, so the bytes are counted while reading.
        const content = await readAll(await zip.openReadStreamPromise(entry));
        if (crc32(content) !== entry.crc32) {
          // The library does not check the CRC.
          throw unreadable(new Error("The CRC of the entry does not match."));
        }
        return content.toString("utf8");
      }
    }
  } catch (error) {
    throw error instanceof HttpError ? error : unreadable(error);
  }
  throw unreadable();
}

function invalidDocument(place: string, cause: ChangeProblem): HttpError {
  return new HttpError(400, "CHANGE_INVALID", `${entryName}, ${place}: ${cause.message}`, { cause });
}

function unreadable(cause?: unknown): HttpError {
  return new HttpError(
    400,
    "ARCHIVE_UNREADABLE",
    `The body is not a ZIP archive with changes of production versions in "${entryName}"; export production versions and send that.`,
    { cause },
  );
}

function tooLarge(): HttpError {
  return new HttpError(
    413,
    "ARCHIVE_TOO_LARGE",
    `The changes are larger than ${maxArchiveBytes / 1024 / 1024} MB; export fewer production versions at a time.`,
  );
}
