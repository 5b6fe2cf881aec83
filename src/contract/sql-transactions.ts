import type { Static } from "typebox";
import * as Type from "typebox";
import { FileUploadForm } from "./file-part.ts";
import { createUnspecifiedResponse, defineOperation, streamMarker } from "./operation.ts";
import { createValueSetSchema } from "./response-values.ts";
import { SqlJobRequest, SqlJobResponse, SqlJobStatus } from "./sql-job-schemas.ts";

/** Request schema with the options of a new SQL transaction (service-api, "StartSqlTransactionRequest"). */
export const StartSqlTransactionRequest = Type.Object({
  expireAfterSeconds: Type.Optional(Type.Integer({ description: "Time open, and time query results stay." })),
  tablesToModify: Type.Optional(
    Type.Array(Type.String(), { description: "Read-only transaction when left out; fixed afterwards." }),
  ),
});
export type StartSqlTransactionRequest = Static<typeof StartSqlTransactionRequest>;

/** Schema of a SQL transaction's state. Times are ISO 8601 (service-api, "Table-source SQL transaction"). */
export const SqlTransaction = Type.Object({
  transactionId: Type.Optional(Type.String()),
  status: Type.Optional(createValueSetSchema("sqlTransactionStatus", { examples: ["UNSPECIFIED"] })),
  createdAt: Type.Optional(Type.String()),
  createdBy: Type.Optional(Type.String()),
  expireAt: Type.Optional(Type.String()),
  startedAt: Type.Optional(Type.String()),
  closedAt: Type.Optional(Type.String()),
  tablesToModify: Type.Optional(Type.Array(Type.String())),
  children: Type.Optional(
    Type.Array(
      Type.Object({
        tenantCode: Type.Optional(Type.String()),
        status: Type.Optional(createValueSetSchema("sqlTransactionStatus")),
        startedAt: Type.Optional(Type.String()),
        closedAt: Type.Optional(Type.String()),
      }),
      { description: "Left out when summaryOnly is true." },
    ),
  ),
  summary: Type.Optional(
    Type.Object({
      open: Type.Optional(Type.Integer()),
      resolving: Type.Optional(Type.Integer()),
      committed: Type.Optional(Type.Integer()),
      rolledBack: Type.Optional(Type.Integer()),
    }),
  ),
});
export type SqlTransaction = Static<typeof SqlTransaction>;

/**
 * Request schema with the new expiry of an open SQL transaction. The specification does not define whether the seconds
 * count from now or from the old expiry.
 */
const ExtendRequest = Type.Object({ expireAfterSeconds: Type.Optional(Type.Integer()) });

/**
 * Response schema with the number of files into which an output is split. Each is a complete file with an index from 0
 * (service-api, "Table sources").
 */
const OutputParts = Type.Object({
  transactionId: Type.Optional(Type.String()),
  filename: Type.Optional(Type.String()),
  numberOfParts: Type.Optional(Type.Integer()),
});

const transactionId = { transactionId: Type.String() };
const file = { ...transactionId, filename: Type.String() };
const summaryOnly = { summaryOnly: Type.Optional(Type.Boolean({ default: false })) };

/** Operations on SQL transactions over table sources, and on their jobs and files (service-api, "Table sources"). */
export const sqlTransactionOperations = {
  startSqlTransaction: defineOperation({
    route: "POST /v1alpha/data/table-sources/transactions",
    title: "Start a SQL transaction",
    kind: "load",
    idempotent: false,
    assumed: ["method", "route"],
    drives: "sqlTransaction",
    targets: ["tenant"],
    body: { type: "application/json", schema: StartSqlTransactionRequest },
    answers: { "application/json": SqlTransaction },
  }),
  getSqlTransaction: defineOperation({
    route: "GET /v1alpha/data/table-sources/transactions/{transactionId}",
    title: "Retrieve the status of a SQL transaction",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    observes: "sqlTransaction",
    targets: ["tenant"],
    path: transactionId,
    query: summaryOnly,
    answers: { "application/json": SqlTransaction },
  }),
  extendSqlTransaction: defineOperation({
    route: "POST /v1alpha/data/table-sources/transactions/{transactionId}/extend",
    title: "Extend the expiry of a SQL transaction",
    kind: "load",
    idempotent: false,
    assumed: ["method", "route"],
    drives: "sqlTransaction",
    targets: ["tenant"],
    path: transactionId,
    body: { type: "application/json", schema: ExtendRequest },
    answers: { "application/json": SqlTransaction },
  }),
  uploadSqlInputFile: defineOperation({
    route: "PUT /v1alpha/data/table-sources/transactions/{transactionId}/inputs/{filename}",
    title: "Upload an input file of a SQL transaction",
    kind: "load",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: file,
    body: { type: "multipart/form-data", schema: FileUploadForm },
    answers: createUnspecifiedResponse(),
  }),
  runSqlJob: defineOperation({
    route: "POST /v1alpha/data/table-sources/transactions/{transactionId}/jobs",
    title: "Run a SQL job",
    kind: "load",
    idempotent: false,
    drives: "sqlTransaction",
    targets: ["tenant"],
    path: transactionId,
    body: { type: "application/json", schema: SqlJobRequest },
    answers: { "application/json": SqlJobResponse },
  }),
  getSqlJobStatus: defineOperation({
    route: "GET /v1alpha/data/table-sources/transactions/{transactionId}/jobs/{jobId}",
    title: "Retrieve the status of a SQL job",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    observes: "jobs",
    targets: ["tenant"],
    path: { ...transactionId, jobId: Type.String() },
    query: summaryOnly,
    answers: { "application/json": SqlJobStatus },
  }),
  downloadSqlOutputFile: defineOperation({
    route: "GET /v1alpha/data/table-sources/transactions/{transactionId}/outputs/{filename}",
    title: "Download an output file of a SQL job",
    kind: "read",
    idempotent: true,
    answersAggregates: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: file,
    answers: { "*/*": streamMarker },
  }),
  listSqlOutputParts: defineOperation({
    route: "GET /v1alpha/data/table-sources/transactions/{transactionId}/outputs/{filename}/parts",
    title: "List the parts of an output file",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: file,
    answers: { "application/json": OutputParts },
  }),
  downloadSqlOutputPart: defineOperation({
    route: "GET /v1alpha/data/table-sources/transactions/{transactionId}/outputs/{filename}/parts/{partIndex}",
    title: "Download a part of an output file",
    kind: "read",
    idempotent: true,
    answersAggregates: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { ...file, partIndex: Type.Integer({ minimum: 0 }) },
    answers: { "*/*": streamMarker },
  }),
};
