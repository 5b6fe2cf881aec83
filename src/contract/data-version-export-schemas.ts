import type { Static } from "typebox";
import * as Type from "typebox";

/** Data versions that can be exported; `created` is ISO 8601 (service-api, "Data version export"). */
export const DataVersions = Type.Object({
  dataVersions: Type.Optional(
    Type.Array(
      Type.Object({
        dataVersion: Type.Optional(Type.String()),
        dataCategory: Type.Optional(Type.String()),
        created: Type.Optional(Type.String()),
      }),
    ),
  ),
});
export type DataVersions = Static<typeof DataVersions>;

/** The data version to export; with `baseDataVersionNumber`, only the changes since that version. */
export const ScheduleExportRequest = Type.Object({
  dataVersionNumber: Type.Optional(Type.String()),
  baseDataVersionNumber: Type.Optional(
    Type.String({ description: "When given, export the difference between the two." }),
  ),
});
export type ScheduleExportRequest = Static<typeof ScheduleExportRequest>;

/** Id of the scheduled export job. */
export const ScheduleExportResponse = Type.Object({ jobUuid: Type.Optional(Type.String()) });
export type ScheduleExportResponse = Static<typeof ScheduleExportResponse>;

/** State of an export job, which is running while neither `completed` nor `failed` is true. */
export const ExportJobStatus = Type.Object({
  jobUuid: Type.Optional(Type.String()),
  completed: Type.Optional(Type.Boolean()),
  failed: Type.Optional(Type.Boolean()),
  exportUuid: Type.Optional(Type.String({ description: "Present on completion." })),
});
export type ExportJobStatus = Static<typeof ExportJobStatus>;

/** Columns of an exported table and the files that hold them. */
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
    Type.Array(Type.Object({ fileId: Type.Optional(Type.Integer()), filename: Type.Optional(Type.String()) })),
  ),
});

/** Contents of an export, available for 14 days after its completion (service-api, "Limits"). */
export const DataVersionExport = Type.Object({
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

/** All available exports; not paged. */
export const DataVersionExportList = Type.Object({
  dataVersionExports: Type.Optional(Type.Array(DataVersionExport)),
});
export type DataVersionExportList = Static<typeof DataVersionExportList>;

/**
 * Body of a failed file download: like `ErrorResponse`, but with `errorCode` instead of `code` (service-api, "Common").
 */
export const DataVersionExportFileErrorResponse = Type.Object({
  localizedMessage: Type.Optional(Type.String()),
  errorCode: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  rci: Type.Optional(Type.String()),
  userError: Type.Optional(Type.Boolean()),
});
export type DataVersionExportFileErrorResponse = Static<typeof DataVersionExportFileErrorResponse>;
