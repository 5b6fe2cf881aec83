import type { Static } from "typebox";
import * as Type from "typebox";
import { JobIdResponse } from "./extraction-jobs.ts";
import { defineOperation } from "./operation.ts";
import { createValueSetSchema } from "./response-values.ts";

/** Response schema with one page of tenants and their data uploads, newest first. */
const DataUploads = Type.Object({
  tenants: Type.Optional(
    Type.Array(
      Type.Object({
        tenantCode: Type.Optional(Type.String()),
        uploads: Type.Optional(
          Type.Array(
            Type.Object({ uploadTime: Type.Optional(Type.String()), included: Type.Optional(Type.Boolean()) }),
          ),
        ),
      }),
    ),
  ),
  limit: Type.Optional(Type.Integer()),
  start: Type.Optional(Type.Integer()),
});

export type DataUploads = Static<typeof DataUploads>;

/**
 * Request schema that selects the data uploads to exclude or include. The specification shows only three fields of a
 * selector.
 */
const ExcludeIncludeUploadsRequest = Type.Object({
  uploads: Type.Optional(
    Type.Array(
      Type.Object({
        sourceId: Type.Optional(Type.String()),
        sourceObjectName: Type.Optional(Type.String()),
        included: Type.Optional(Type.Boolean()),
        tenantCode: Type.Optional(Type.String({ "x-source": "assumed", description: "Tenant the selector is for." })),
        excludeAll: Type.Optional(
          Type.Boolean({ "x-source": "assumed", description: "Exclude call only: take every upload of the tenant." }),
        ),
        includeAll: Type.Optional(
          Type.Boolean({ "x-source": "assumed", description: "Include call only: take every upload of the tenant." }),
        ),
        uploadTimes: Type.Optional(
          Type.Array(Type.String(), { "x-source": "assumed", description: "Exact upload times, ISO 8601." }),
        ),
        minUploadTime: Type.Optional(
          Type.String({ "x-source": "assumed", description: "Earliest upload time; used instead of uploadTimes." }),
        ),
        maxUploadTime: Type.Optional(
          Type.String({ "x-source": "assumed", description: "Latest upload time; used instead of uploadTimes." }),
        ),
        sources: Type.Optional(
          Type.Array(Type.String(), { "x-source": "assumed", description: "Source object names." }),
        ),
        fileNameRegex: Type.Optional(Type.String({ "x-source": "assumed", description: "Pattern on file names." })),
        fileIdentifiers: Type.Optional(Type.Array(Type.String(), { "x-source": "assumed", description: "File ids." })),
      }),
    ),
  ),
});

/**
 * Response schema with the numbers of changed uploads and of failures, and with the result for each upload. The
 * specification does not show the fields of a result.
 */
const ExcludeIncludeUploadsResponse = Type.Object({
  totalFailures: Type.Optional(Type.Integer()),
  totalSuccess: Type.Optional(Type.Integer()),
  uploads: Type.Optional(
    Type.Array(
      Type.Object(
        {
          tenantCode: Type.Optional(Type.String()),
          uploadTime: Type.Optional(Type.String()),
          status: Type.Optional(createValueSetSchema("resultStatus")),
          message: Type.Optional(Type.String()),
        },
        { "x-source": "assumed" },
      ),
    ),
  ),
});

/**
 * Request schema of the delivered files to load, wrapped in `model`. A batch is limited to 5 GB uncompressed and 5,000
 * tenants (service-api, "Limits").
 */
const StartDataLoadRequest = Type.Object({
  model: Type.Optional(
    Type.Object({ files: Type.Optional(Type.Array(Type.String())), skipDataLoad: Type.Optional(Type.Boolean()) }),
  ),
});

/** Operations on data uploads, and the operation that loads delivered files (service-api, "Data and jobs"). */
export const dataUploadOperations = {
  startDataLoad: defineOperation({
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
  listDataUploads: defineOperation({
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
  excludeDataUploads: defineOperation({
    route: "PUT /v1/op/data/uploads/exclude",
    title: "Exclude data uploads",
    kind: "load",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    body: { type: "application/json", schema: ExcludeIncludeUploadsRequest },
    answers: { "application/json": ExcludeIncludeUploadsResponse },
  }),
  includeDataUploads: defineOperation({
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
