import type { Static } from "typebox";
import * as Type from "typebox";
import { jobProgressFields } from "./jobs.ts";
import { defineOperation, streamMarker } from "./operation.ts";

/** Marks fields that the specification does not show, and that the embedded service returns. */
const assumed = { "x-source": "assumed" };

/**
 * Response schema with the data versions that can be exported. `created` is an ISO 8601 time (service-api, "Data
 * version export").
 */
const ExportableDataVersions = Type.Object({
  dataVersions: Type.Optional(
    Type.Array(
      Type.Object({
        dataVersion: Type.Optional(Type.String()),
        dataCategory: Type.Optional(Type.String()),
        created: Type.Optional(Type.String()),
        isPublished: Type.Optional(Type.Boolean(assumed)),
      }),
    ),
  ),
  exportsToday: Type.Optional(
    Type.Integer({ ...assumed, description: "Exports that were scheduled on this day in UTC." }),
  ),
  exportsPerDay: Type.Optional(Type.Integer(assumed)),
});
export type ExportableDataVersions = Static<typeof ExportableDataVersions>;

/**
 * Request schema of an export of a data version. With `baseDataVersionNumber`, only the changes since that version are
 * exported.
 */
const ScheduleExportRequest = Type.Object({
  dataVersionNumber: Type.Optional(Type.String()),
  baseDataVersionNumber: Type.Optional(
    Type.String({ description: "When given, export the difference between the two." }),
  ),
});

/** Response schema with the id of the export job that was scheduled. */
const ScheduleExportResponse = Type.Object({ jobUuid: Type.Optional(Type.String()) });

/**
 * Response schema with the state of an export job. The job is running while neither `completed` nor `failed` is true.
 */
const ExportJobStatus = Type.Object({
  jobUuid: Type.Optional(Type.String()),
  completed: Type.Optional(Type.Boolean()),
  failed: Type.Optional(Type.Boolean()),
  exportUuid: Type.Optional(Type.String({ description: "Present on completion." })),
  ...jobProgressFields,
});

/** Schema of an exported table: its columns and the files with its rows. */
const exportedColumns = Type.Object({
  columns: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.Optional(Type.String()),
        dataType: Type.Optional(Type.String()),
        allowsNull: Type.Optional(Type.Boolean()),
        isPrimaryKeyComponent: Type.Optional(Type.Boolean()),
      }),
    ),
  ),
  files: Type.Optional(
    Type.Array(
      Type.Object({
        fileId: Type.Optional(Type.Integer()),
        filename: Type.Optional(Type.String()),
        rows: Type.Optional(Type.Integer({ ...assumed, description: "Rows without the header." })),
        sizeBytes: Type.Optional(Type.Integer(assumed)),
      }),
    ),
  ),
});

/**
 * Response schema with the tables and files of an export. They are available for 14 days after the export's completion
 * (service-api, "Limits").
 */
const DataVersionExport = Type.Object({
  uuid: Type.Optional(Type.String()),
  timestamp: Type.Optional(Type.String()),
  dataVersionNumber: Type.Optional(Type.String()),
  baseDataVersionNumber: Type.Optional(Type.String()),
  tables: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.Optional(Type.String()),
        commonColumns: Type.Optional(exportedColumns),
        newColumns: Type.Optional(exportedColumns),
        deletedColumns: Type.Optional(Type.Array(Type.String())),
      }),
    ),
  ),
  newTables: Type.Optional(Type.Array(Type.String())),
  deletedTables: Type.Optional(Type.Array(Type.String())),
});

export type DataVersionExport = Static<typeof DataVersionExport>;

/** Response schema with all available data version exports, without paging. */
const DataVersionExportList = Type.Object({
  dataVersionExports: Type.Optional(Type.Array(DataVersionExport)),
});

/**
 * Error schema of the file download. It resembles `ErrorResponse`, but has `errorCode` instead of `code` (service-api,
 * "Common").
 */
export const DataVersionExportFileErrorResponse = Type.Object({
  localizedMessage: Type.Optional(Type.String()),
  errorCode: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  rci: Type.Optional(Type.String()),
  userError: Type.Optional(Type.Boolean()),
});
export type DataVersionExportFileErrorResponse = Static<typeof DataVersionExportFileErrorResponse>;

const exportUuid = { exportUuid: Type.String() };

/** Operations that export data versions (service-api, "Data version export"). */
export const dataVersionExportOperations = {
  listExportableDataVersions: defineOperation({
    route: "GET /v1alpha/data/data-version-exports/data-versions",
    title: "List the data versions that can be exported",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    answers: { "application/json": ExportableDataVersions },
  }),
  listDataVersionExports: defineOperation({
    route: "GET /v1alpha/data/data-version-exports/exports",
    title: "List data version exports",
    kind: "read",
    idempotent: true,
    targets: ["tenant"],
    answers: { "application/json": DataVersionExportList },
  }),
  getDataVersionExport: defineOperation({
    route: "GET /v1alpha/data/data-version-exports/exports/{exportUuid}",
    title: "Retrieve a data version export",
    kind: "read",
    idempotent: true,
    targets: ["tenant"],
    path: exportUuid,
    answers: { "application/json": DataVersionExport },
  }),
  scheduleDataVersionExport: defineOperation({
    route: "POST /v1alpha/data/data-version-exports/jobs",
    title: "Schedule a data version export",
    // Changes no data, but each call counts towards the tenant's daily quota.
    kind: "load",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    body: { type: "application/json", schema: ScheduleExportRequest },
    answers: { "application/json": ScheduleExportResponse },
  }),
  getDataVersionExportJob: defineOperation({
    route: "GET /v1alpha/data/data-version-exports/jobs/{jobUuid}",
    title: "Retrieve the status of a data version export job",
    kind: "read",
    idempotent: true,
    targets: ["tenant"],
    path: { jobUuid: Type.String() },
    answers: { "application/json": ExportJobStatus },
  }),
  downloadDataVersionExportFile: defineOperation({
    route: "GET /v1alpha/data/data-version-exports/exports/{exportUuid}/files/{fileId}",
    title: "Download a file of a data version export",
    kind: "read",
    idempotent: true,
    answersAggregates: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { ...exportUuid, fileId: Type.Integer() },
    answers: { "application/gzip": streamMarker },
    failure: DataVersionExportFileErrorResponse,
  }),
};
