import type { Static } from "typebox";
import * as Type from "typebox";
import { word } from "./answer-values.ts";

/** Source files to download, by source and time; times are ISO 8601 (service-api, "Source files"). */
export const DownloadSourceFilesRequest = Type.Object({
  downloadAll: Type.Optional(Type.Boolean({ default: false })),
  sources: Type.Optional(Type.Array(Type.String(), { description: "Object names." })),
  sourceIds: Type.Optional(Type.Array(Type.String())),
  minTimestamp: Type.Optional(Type.String()),
  maxTimestamp: Type.Optional(Type.String()),
  minSnapshotTimestamp: Type.Optional(Type.String()),
  maxSnapshotTimestamp: Type.Optional(Type.String()),
  includeNonActiveFiles: Type.Optional(Type.Boolean({ description: "Also take excluded files.", default: false })),
});
export type DownloadSourceFilesRequest = Static<typeof DownloadSourceFilesRequest>;

/** Outcome of a download of source files that returned no ZIP file (service-api, "Source files"). */
export const DownloadSourceFilesResponse = Type.Object({
  status: Type.Optional(word("resultStatus")),
  messages: Type.Optional(Type.String()),
});
export type DownloadSourceFilesResponse = Static<typeof DownloadSourceFilesResponse>;
