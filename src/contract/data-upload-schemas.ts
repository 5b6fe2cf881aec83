import type { Static } from "typebox";
import * as Type from "typebox";
import { word } from "./answer-values.ts";

/** Data uploads, newest first, by tenant; one page of tenants. */
export const DataUploads = Type.Object({
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
 * Selectors of the uploads to exclude or include. The prose names three fields of a selector and leaves the others out.
 */
export const ExcludeIncludeUploadsRequest = Type.Object({
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
export type ExcludeIncludeUploadsRequest = Static<typeof ExcludeIncludeUploadsRequest>;

/**
 * How many uploads were changed and how many not, and the outcome of each; the prose leaves the fields of an outcome
 * out.
 */
export const ExcludeIncludeUploadsResponse = Type.Object({
  totalFailures: Type.Optional(Type.Integer()),
  totalSuccess: Type.Optional(Type.Integer()),
  uploads: Type.Optional(
    Type.Array(
      Type.Object(
        {
          tenantCode: Type.Optional(Type.String()),
          uploadTime: Type.Optional(Type.String()),
          status: Type.Optional(word("resultStatus")),
          message: Type.Optional(Type.String()),
        },
        { "x-source": "assumed" },
      ),
    ),
  ),
});
export type ExcludeIncludeUploadsResponse = Static<typeof ExcludeIncludeUploadsResponse>;

/**
 * Delivered files to load, wrapped in `model`; a batch holds at most 5 GB uncompressed and 5,000 tenants (service-api,
 * "Limits").
 */
export const StartDataLoadRequest = Type.Object({
  model: Type.Optional(
    Type.Object({ files: Type.Optional(Type.Array(Type.String())), skipDataLoad: Type.Optional(Type.Boolean()) }),
  ),
});
export type StartDataLoadRequest = Static<typeof StartDataLoadRequest>;
