import * as Type from "typebox";
import {
  DataUploads,
  ExcludeIncludeUploadsRequest,
  ExcludeIncludeUploadsResponse,
  StartDataLoadRequest,
} from "./data-upload-schemas.ts";
import { JobIdResponse } from "./extraction-job-schemas.ts";
import { operation } from "./operation.ts";

/** Data uploads and the load of delivered files (service-api, "Data and jobs"). */
export const dataUploads = {
  startDataLoad: operation({
    route: "POST /v1/op/data/startload",
    title: "Start the load of delivered SFTP files",
    kind: "load",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    drives: "jobs",
    body: { type: "application/json", schema: StartDataLoadRequest },
    answers: { "application/json": JobIdResponse },
  }),
  listDataUploads: operation({
    route: "GET /v1/op/data/uploads",
    title: "List data uploads",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    query: {
      uploadJobId: Type.Optional(Type.String()),
      tenantCode: Type.Optional(
        // Only here does the specification type it as int32, although codes are text; both are accepted.
        Type.Union([Type.Integer(), Type.String()], { description: "Analytic tenant to act on." }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, default: 1000, description: "Ignored when tenantCode is given." }),
      ),
      start: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
      numberOfDataUploads: Type.Optional(Type.Integer({ minimum: 1, maximum: 5, default: 1 })),
    },
    answers: { "application/json": DataUploads },
  }),
  excludeDataUploads: operation({
    route: "PUT /v1/op/data/uploads/exclude",
    title: "Exclude data uploads",
    kind: "load",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    body: { type: "application/json", schema: ExcludeIncludeUploadsRequest },
    answers: { "application/json": ExcludeIncludeUploadsResponse },
  }),
  includeDataUploads: operation({
    route: "PUT /v1/op/data/uploads/include",
    title: "Include data uploads",
    kind: "load",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    body: { type: "application/json", schema: ExcludeIncludeUploadsRequest },
    answers: { "application/json": ExcludeIncludeUploadsResponse },
  }),
};
