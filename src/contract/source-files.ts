import * as Type from "typebox";
import { operation, stream } from "./operation.ts";
import { DownloadSourceFilesRequest, DownloadSourceFilesResponse } from "./source-file-schemas.ts";

/** Source files (service-api, "Search, source files and reports"). */
export const sourceFiles = {
  downloadSourceFiles: operation({
    route: "GET /v1alpha/op/data/source-files",
    title: "Download source files",
    kind: "read",
    idempotent: true,
    answersAggregates: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    body: { type: "application/json", schema: DownloadSourceFilesRequest },
    transport: "getWithBody",
    answers: { "application/zip": stream, "application/json": DownloadSourceFilesResponse },
  }),
  downloadSourceFile: operation({
    route: "GET /v1alpha/op/data/source-files/{identifier}",
    title: "Download one source file",
    kind: "read",
    idempotent: true,
    answersAggregates: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { identifier: Type.String({ description: "From GET /v1alpha/op/data/uploaded-files." }) },
    answers: { "application/zip": stream },
  }),
};
