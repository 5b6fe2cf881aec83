import type { Static } from "typebox";
import * as Type from "typebox";
import { FileUploadForm } from "./file-part.ts";
import { limits } from "./limits.ts";
import { defineOperation } from "./operation.ts";
import { createValueSetSchema } from "./response-values.ts";
import { TenantCode } from "./tenant-code.ts";

/**
 * Response schema with the sources that accept data (service-api, "Data intake into sources"). A file without a source
 * is assigned to the source whose `fileNameRegex` matches its name.
 */
const Sources = Type.Object({
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

/** Response schema with the id of a new transfer session. */
const StartSessionResponse = Type.Object({ transferSessionId: Type.Optional(Type.String()) });

/** Schema of a single value in a JSON batch. */
export type BatchCell = string | number | boolean | null;

/**
 * Request schema of a batch of rows for one source. Each batch starts with the header row and has at most 300,000
 * further rows and 10 MB (service-api, "Data intake into sources" and "Limits").
 */
export const JsonBatch = Type.Array(
  Type.Unsafe<readonly BatchCell[]>({ type: "array", description: "One row of cells.", "x-source": "assumed" }),
  { minItems: 1 },
);
export type JsonBatch = Static<typeof JsonBatch>;

/** Response schema with the result of a batch by tenant and source. `dataSize` and `rows` are numbers as text. */
export const BatchResult = Type.Object({
  transferSessionId: Type.Optional(Type.String()),
  sequence: Type.Optional(Type.Integer()),
  status: Type.Optional(createValueSetSchema("transferStatus")),
  message: Type.Optional(Type.String()),
  tenants: Type.Optional(
    Type.Array(
      Type.Object({
        tenantCode: Type.Optional(Type.String()),
        status: Type.Optional(createValueSetSchema("transferStatus")),
        sources: Type.Optional(
          Type.Array(
            Type.Object({
              sourceId: Type.Optional(Type.String()),
              sourceName: Type.Optional(Type.String()),
              dataSize: Type.Optional(Type.String()),
              rows: Type.Optional(Type.String()),
              status: Type.Optional(createValueSetSchema("transferStatus")),
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
  status: Type.Optional(createValueSetSchema("transferStatus")),
};

/**
 * Response schema for cancelling a transfer session. The session's data is discarded and must be sent again in a new
 * session.
 */
const CancelResult = Type.Object(sessionResult);

/**
 * Request schema for completing a transfer session. Its receiving job may be followed by a processing job, which
 * creates a data version.
 */
const CompleteRequest = Type.Object({
  transferSessionId: Type.Optional(Type.String()),
  processingData: Type.Optional(Type.Boolean({ description: "Also start a processing job.", default: false })),
});

/** Response schema for completing a transfer session, with the id of the job that validates and stores the data. */
const CompleteResult = Type.Object({ ...sessionResult, dataReceivingJobId: Type.Optional(Type.String()) });

const transferSessionId = Type.String();

/** Operations that send data to sources in transfer sessions (service-api, "Data intake into sources"). */
export const sourceIntakeOperations = {
  listSources: defineOperation({
    route: "GET /v1/op/data-sources",
    title: "Retrieve sources",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    answers: { "application/json": Sources },
  }),
  startTransferSession: defineOperation({
    drives: "transferSession",
    route: "POST /v1/op/data-transfer-sessions",
    title: "Start a transfer session",
    kind: "load",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    answers: { "application/json": StartSessionResponse },
  }),
  transferJsonBatch: defineOperation({
    drives: "transferSession",
    route: "PUT /v1/op/data-transfer-sessions/{transferSessionId}/add",
    title: "Transfer a batch as JSON",
    kind: "load",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { transferSessionId },
    query: {
      sourceId: Type.Optional(Type.String()),
      sequence: Type.Optional(Type.Integer({ description: "Number of the batch.", minimum: 0, maximum: 2 ** 32 - 1 })),
      tenantCode: Type.Optional(TenantCode),
    },
    body: { type: "application/json", schema: JsonBatch, isReceivedAsBytes: true },
    limits: { bytes: limits.jsonBatchBytes, rows: limits.jsonBatchRows },
    answers: { "application/json": BatchResult },
  }),
  transferFileBatch: defineOperation({
    drives: "transferSession",
    route: "PUT /v1/op/data-transfer-sessions/{transferSessionId}/upload",
    title: "Transfer a batch as a file",
    kind: "load",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { transferSessionId },
    query: {
      sourceId: Type.Optional(
        Type.String({
          description:
            "Takes every file. Without it file names are matched to the sources' fileNameRegex, as a ZIP for several sources needs.",
        }),
      ),
      sequence: Type.Optional(Type.String({ description: "Number of the batch, as text." })),
      tenantCode: Type.Optional(TenantCode),
    },
    body: { type: "multipart/form-data", schema: FileUploadForm },
    limits: { bytes: limits.transferFileBytes },
    answers: { "application/json": BatchResult },
  }),
  cancelTransferSession: defineOperation({
    drives: "transferSession",
    route: "PUT /v1/op/data-transfer-sessions/{transferSessionId}/cancel",
    title: "Cancel a transfer session",
    kind: "load",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { transferSessionId },
    answers: { "application/json": CancelResult },
  }),
  completeTransferSession: defineOperation({
    drives: "transferSession",
    route: "POST /v1/op/jobs/receiving-jobs",
    title: "Complete a transfer session",
    kind: "load",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    body: { type: "application/json", schema: CompleteRequest },
    answers: { "application/json": CompleteResult },
  }),
};
