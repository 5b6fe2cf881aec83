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

/** Operations on source files (service-api, "Search, source files and reports"). */
export const sourceFileOperations = {
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
