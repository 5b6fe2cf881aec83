import * as Type from "typebox";
import { FileUploadForm } from "./file-part.ts";
import { limits } from "./limits.ts";
import { operation } from "./operation.ts";
import {
  BatchResult,
  CancelResult,
  CompleteRequest,
  CompleteResult,
  JsonBatch,
  Sources,
  StartSessionResponse,
} from "./source-intake-schemas.ts";
import { TenantCode } from "./tenant-code.ts";

const transferSessionId = Type.String();

/** Data intake into sources through transfer sessions (service-api, "Data intake into sources"). */
export const sourceIntake = {
  listSources: operation({
    route: "GET /v1/op/data-sources",
    title: "Retrieve sources",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    answers: { "application/json": Sources },
  }),
  startTransferSession: operation({
    drives: "transferSession",
    route: "POST /v1/op/data-transfer-sessions",
    title: "Start a transfer session",
    kind: "load",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    answers: { "application/json": StartSessionResponse },
  }),
  transferJsonBatch: operation({
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
    body: { type: "application/json", schema: JsonBatch },
    limits: { bytes: limits.jsonBatchBytes, rows: limits.jsonBatchRows },
    answers: { "application/json": BatchResult },
  }),
  transferFileBatch: operation({
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
  cancelTransferSession: operation({
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
  completeTransferSession: operation({
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
