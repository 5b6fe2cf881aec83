import { stat } from "node:fs/promises";
import { isFileMissing } from "../../base/error-causes.ts";
import { makeNamesUnique } from "../../base/unique-names.ts";
import type { sourceFileOperations } from "../../contract/source-files.ts";
import { type FileToPack, packZip } from "../../zip/pack-zip.ts";
import { findZipNameProblem } from "../../zip/read-zip.ts";
import { createJsonResponse, createStreamResponse, HttpError } from "../call/call.ts";
import type { IntakeFiles } from "../intake/intake-files.ts";
import type { OperationHandlers } from "../parts/service-dependencies.ts";
import type { UploadFile } from "../store/upload-store.ts";
import { readInstant } from "./data-uploads.ts";
import { visibleTenantCodesOf } from "./jobs.ts";

export const sourceFileHandlers: OperationHandlers<typeof sourceFileOperations> = {
  async listUploadedFiles({ query, tenant }, { uploads }) {
    const files = await uploads.files(tenant.code, { job: query.uploadJobId });
    const { limit = 100, start = 0 } = query;
    return createJsonResponse({
      files: files.slice(start, start + limit).map(({ upload, file }) => ({
        identifier: file.id,
        fileName: file.name,
        ...(file.source !== undefined && { sourceId: file.source }),
        objectName: file.schema,
        uploadTime: new Date(upload.time).toISOString(),
        ...(file.snapshotTime !== undefined && { snapshotTime: new Date(file.snapshotTime).toISOString() }),
        rows: file.rows,
        sizeBytes: file.bytes,
        sha256: file.sha256,
        included: file.isIncluded,
        uploadJobId: upload.job,
        kind: file.kind,
      })),
      limit,
      start,
    });
  },

  async downloadSourceFiles({ body, tenant }, { uploads, intakeFiles }) {
    const { sources, sourceIds, downloadAll } = body;
    if (downloadAll !== true && sources == null && sourceIds == null) {
      throw new HttpError(
        400,
        "REQUEST_INVALID",
        "The request is invalid: body needs sources, sourceIds or downloadAll true.",
      );
    }
    const time = (name: "minTimestamp" | "maxTimestamp" | "minSnapshotTimestamp" | "maxSnapshotTimestamp") => {
      const text = body[name];
      return text == null ? undefined : readInstant(name, text);
    };
    const found = await uploads.files(tenant.code, {
      ...(downloadAll !== true && { schemas: sources ?? undefined, sources: sourceIds ?? undefined }),
      minTime: time("minTimestamp"),
      maxTime: time("maxTimestamp"),
      minSnapshotTime: time("minSnapshotTimestamp"),
      maxSnapshotTime: time("maxSnapshotTimestamp"),
    });
    const files = found.filter(
      ({ file }) => file.kind === "data" && (file.isIncluded || body.includeNonActiveFiles === true),
    );
    return files.length === 0
      ? createJsonResponse({ status: "SUCCEED", messages: "No source files match." })
      : createStreamResponse(
          "application/zip",
          packFiles(
            files.map(({ file }) => file),
            intakeFiles,
          ),
        );
  },

  async downloadSourceFile({ path, tenant }, parts) {
    const file = await parts.uploads.findFile(visibleTenantCodesOf(tenant, parts), path.identifier);
    if (!file) {
      throw new HttpError(404, "FILE_UNKNOWN", `The tenant ${tenant.code} has no uploaded file "${path.identifier}".`);
    }
    return createStreamResponse("application/zip", packFiles([file], parts.intakeFiles));
  },
};

/** Packs originals into a ZIP archive while it is sent. Fails before the first byte if an original is missing. */
async function* packFiles(files: readonly UploadFile[], stored: IntakeFiles): AsyncGenerator<Uint8Array> {
  const names = makeNamesUnique(
    files.map(({ name }) => toEntryName(name)),
    { ignoresCase: true, numbered },
  );
  const entries: FileToPack[] = [];
  for (const [index, { id, original }] of files.entries()) {
    const { size, mtime } = await stat(stored.locate(original)).catch((cause: unknown) => {
      if (!isFileMissing(cause)) {
        throw cause;
      }
      throw new HttpError(
        500,
        "DATA_UNUSABLE",
        `The original of the uploaded file ${id} is missing in the service's data folder. Restore it from a backup, or leave the file out.`,
        { cause },
      );
    });
    entries.push({ name: names[index] ?? "", size, mtime, open: () => stored.read(original) });
  }
  yield* packZip(entries);
}

/** Maximum for the bytes of a name in an archive, which may get a number; our choice. File systems take 255. */
const maxNameBytes = 240;

/** Returns a name that any system unpacks, because senders may name files in any way. Keeps the end with the extension. */
function toEntryName(name: string): string {
  const safe = endOf(name.normalize().replace(/[/\\:?*<>"|\p{Cc}]|[. ]$/gu, "_"));
  return findZipNameProblem(safe) === undefined ? safe : `_${safe}`;
}

/** Returns the last characters of a name that fit into its bytes. */
function endOf(name: string): string {
  const bytes = Buffer.from(name);
  let start = Math.max(0, bytes.length - maxNameBytes);
  // The first byte of a character is not 10xxxxxx.
  while (((bytes[start] ?? 0) & 0xc0) === 0x80) {
    start++;
  }
  return bytes.toString("utf8", start);
}

function numbered(name: string, count: number): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? `${name.slice(0, dot)}-${count}${name.slice(dot)}` : `${name}-${count}`;
}
