import type { Static } from "typebox";
import * as Type from "typebox";
import { defineOperation, streamMarker } from "./operation.ts";
import { createValueSetSchema } from "./response-values.ts";

/**
 * Request schema of the source files to download, selected by source and time. Times are ISO 8601 (service-api, "Source
 * files").
 */
const DownloadSourceFilesRequest = Type.Object({
  downloadAll: Type.Optional(Type.Boolean({ default: false })),
  sources: Type.Optional(Type.Array(Type.String(), { description: "Object names." })),
  sourceIds: Type.Optional(Type.Array(Type.String())),
  minTimestamp: Type.Optional(Type.String()),
  maxTimestamp: Type.Optional(Type.String()),
  minSnapshotTimestamp: Type.Optional(Type.String()),
  maxSnapshotTimestamp: Type.Optional(Type.String()),
  includeNonActiveFiles: Type.Optional(Type.Boolean({ description: "Also take excluded files.", default: false })),
});

/** Response schema of a source file download that returned no ZIP file (service-api, "Source files"). */
const DownloadSourceFilesResponse = Type.Object({
  status: Type.Optional(createValueSetSchema("resultStatus")),
  messages: Type.Optional(Type.String()),
});

/**
 * Response schema with one page of the files that were uploaded, newest upload first. The specification names the
 * operation (service-api, "Source files") and shows no field of it.
 */
const UploadedFiles = Type.Object({
  files: Type.Optional(
    Type.Array(
      Type.Object(
        {
          identifier: Type.Optional(Type.String()),
          fileName: Type.Optional(Type.String()),
          sourceId: Type.Optional(Type.String()),
          objectName: Type.Optional(Type.String()),
          uploadTime: Type.Optional(Type.String()),
          snapshotTime: Type.Optional(Type.String()),
          rows: Type.Optional(Type.Integer()),
          sizeBytes: Type.Optional(Type.Integer()),
          sha256: Type.Optional(Type.String()),
          included: Type.Optional(Type.Boolean()),
          uploadJobId: Type.Optional(Type.String()),
          kind: Type.Optional(Type.String({ description: "data, problems or debug." })),
        },
        { "x-source": "assumed" },
      ),
    ),
  ),
  limit: Type.Optional(Type.Integer()),
  start: Type.Optional(Type.Integer()),
});

export type UploadedFiles = Static<typeof UploadedFiles>;

/** Operations on source files (service-api, "Search, source files and reports"). */
export const sourceFileOperations = {
  listUploadedFiles: defineOperation({
    route: "GET /v1alpha/op/data/uploaded-files",
    title: "List uploaded files",
    kind: "read",
    idempotent: true,
    answersAggregates: false,
    assumed: ["answers"],
    targets: ["tenant"],
    query: {
      uploadJobId: Type.Optional(Type.String()),
      limit: Type.Optional(Type.Integer({ minimum: 1, default: 100 })),
      start: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
    },
    answers: { "application/json": UploadedFiles },
  }),
  downloadSourceFiles: defineOperation({
    route: "GET /v1alpha/op/data/source-files",
    title: "Download source files",
    kind: "read",
    idempotent: true,
    answersAggregates: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    body: { type: "application/json", schema: DownloadSourceFilesRequest },
    transport: "getWithBody",
    answers: { "application/zip": streamMarker, "application/json": DownloadSourceFilesResponse },
  }),
  downloadSourceFile: defineOperation({
    route: "GET /v1alpha/op/data/source-files/{identifier}",
    title: "Download one source file",
    kind: "read",
    idempotent: true,
    answersAggregates: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { identifier: Type.String({ description: "From GET /v1alpha/op/data/uploaded-files." }) },
    answers: { "application/zip": streamMarker },
  }),
};
