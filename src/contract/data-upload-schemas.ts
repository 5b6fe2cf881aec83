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

/** Selectors of the uploads to exclude or include. The specification shows only three fields of a selector. */
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
 * Numbers of changed uploads and of failures, with the outcome of each. The specification does not show the fields of
 * an outcome.
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
 * Delivered files to load, wrapped in `model`. A batch has at most 5 GB uncompressed and 5,000 tenants (service-api,
 * "Limits").
 */
export const StartDataLoadRequest = Type.Object({
  model: Type.Optional(
    Type.Object({ files: Type.Optional(Type.Array(Type.String())), skipDataLoad: Type.Optional(Type.Boolean()) }),
  ),
});
export type StartDataLoadRequest = Static<typeof StartDataLoadRequest>;
