import type { Static } from "typebox";
import * as Type from "typebox";
import { word } from "./answer-values.ts";

/**
 * Sources for transferred data (service-api, "Data intake into sources"). A file without a source is assigned to the
 * source whose `fileNameRegex` matches its name.
 */
export const Sources = Type.Object({
  sources: Type.Optional(
    Type.Array(
      Type.Object({
        sourceId: Type.Optional(Type.String()),
        name: Type.Optional(Type.String()),
        columns: Type.Optional(
          Type.Array(
            Type.Object({
              columnName: Type.Optional(Type.String()),
              dataType: Type.Optional(Type.String()),
              dataFormats: Type.Optional(Type.Array(Type.String())),
              isMandatory: Type.Optional(Type.Boolean()),
              allowEmpty: Type.Optional(Type.Boolean()),
              defaultValue: Type.Optional(Type.String()),
            }),
          ),
        ),
        isInherited: Type.Optional(Type.Boolean()),
        objectName: Type.Optional(Type.String()),
        fileNameRegex: Type.Optional(Type.String()),
      }),
    ),
  ),
});
export type Sources = Static<typeof Sources>;

/** Id of a new transfer session. */
export const StartSessionResponse = Type.Object({ transferSessionId: Type.Optional(Type.String()) });
export type StartSessionResponse = Static<typeof StartSessionResponse>;

/** A value of a JSON batch. */
export type BatchCell = string | number | boolean | null;

/**
 * Rows of one batch for one source: the header row, which is in every request of the session, then at most 300,000
 * rows, with at most 10 MB in total (service-api, "Data intake into sources" and "Limits").
 */
export const JsonBatch = Type.Array(
  Type.Unsafe<readonly BatchCell[]>({ type: "array", description: "One row of cells.", "x-source": "assumed" }),
  { minItems: 1 },
);
export type JsonBatch = Static<typeof JsonBatch>;

/** Outcome of one batch by tenant and source; `dataSize` and `rows` are numbers as text. */
export const BatchResult = Type.Object({
  transferSessionId: Type.Optional(Type.String()),
  sequence: Type.Optional(Type.Integer()),
  status: Type.Optional(word("transferStatus")),
  message: Type.Optional(Type.String()),
  tenants: Type.Optional(
    Type.Array(
      Type.Object({
        tenantCode: Type.Optional(Type.String()),
        status: Type.Optional(word("transferStatus")),
        sources: Type.Optional(
          Type.Array(
            Type.Object({
              sourceId: Type.Optional(Type.String()),
              sourceName: Type.Optional(Type.String()),
              dataSize: Type.Optional(Type.String()),
              rows: Type.Optional(Type.String()),
              status: Type.Optional(word("transferStatus")),
              message: Type.Optional(Type.String()),
            }),
          ),
        ),
      }),
    ),
  ),
});
export type BatchResult = Static<typeof BatchResult>;

const sessionResult = {
  message: Type.Optional(Type.String()),
  transferSessionId: Type.Optional(Type.String()),
  dataTransferResultDetails: Type.Optional(
    Type.Array(
      Type.Object({
        tenantCode: Type.Optional(Type.String()),
        sourceNames: Type.Optional(Type.Array(Type.String())),
        dataSize: Type.Optional(Type.String()),
        rows: Type.Optional(Type.String()),
      }),
    ),
  ),
  status: Type.Optional(word("transferStatus")),
};

/** Outcome of cancelling a session. Its data is discarded and must be sent again in a new session. */
export const CancelResult = Type.Object(sessionResult);
export type CancelResult = Static<typeof CancelResult>;

/** The session to complete. A processing job, which creates a data version, may follow its receiving job. */
export const CompleteRequest = Type.Object({
  transferSessionId: Type.Optional(Type.String()),
  processingData: Type.Optional(Type.Boolean({ description: "Also start a processing job.", default: false })),
});
export type CompleteRequest = Static<typeof CompleteRequest>;

/** Outcome of completing a session, with the id of the job that validates and stores the data. */
export const CompleteResult = Type.Object({ ...sessionResult, dataReceivingJobId: Type.Optional(Type.String()) });
export type CompleteResult = Static<typeof CompleteResult>;
