import type { Static } from "typebox";
import * as Type from "typebox";
import { word } from "./answer-values.ts";

/**
 * Which source files to download; a time that is left out is no bound. Times are ISO 8601 (service-api, "Source
 * files").
 */
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

/** How a download of source files ended, where no ZIP came back (service-api, "Source files"). */
export const DownloadSourceFilesResponse = Type.Object({
  status: Type.Optional(word("resultStatus")),
  messages: Type.Optional(Type.String()),
});
export type DownloadSourceFilesResponse = Static<typeof DownloadSourceFilesResponse>;
