import type { Static } from "typebox";
import * as Type from "typebox";
import { BasicInformation } from "./table-source-schemas.ts";

const text = Type.Optional(Type.String());

/** Data export connectors, each with the exports it sends and the credentials it may use (service-api, "Data export connectors"). */
export const ExportConnectors = Type.Object({
  connectors: Type.Optional(
    Type.Array(
      Type.Object({
        id: text,
        objectName: text,
        basicInformation: Type.Optional(BasicInformation),
        links: Type.Optional(
          Type.Array(
            Type.Object({ linkedDataExport: Type.Optional(Type.Object({ dataExportId: text, tableName: text })) }),
          ),
        ),
        credentialIds: Type.Optional(Type.Array(Type.String())),
      }),
    ),
  ),
});
export type ExportConnectors = Static<typeof ExportConnectors>;

/** Id of the started export job. */
export const ExportJobRunResponse = Type.Object({ id: text });
export type ExportJobRunResponse = Static<typeof ExportJobRunResponse>;

/** State of an export job and of its sync jobs, which send the data to the destination (service-api, "Data export connectors"). */
export const ExportJob = Type.Object({
  id: text,
  status: text,
  errorMessage: text,
  syncJobs: Type.Optional(Type.Array(Type.Object({ id: text, status: text, errorMessage: text }))),
});
export type ExportJob = Static<typeof ExportJob>;
