import * as Type from "typebox";
import { FileUploadForm } from "./file-part.ts";
import { operation, stream } from "./operation.ts";
import { SqlJobRequest, SqlJobResponse, SqlJobStatus } from "./sql-job-schemas.ts";
import { ExtendRequest, OutputParts, SqlTransaction, StartSqlTransactionRequest } from "./sql-transaction-schemas.ts";
import { unshownAnswer } from "./unshown-answer.ts";

const transactionId = { transactionId: Type.String() };
const file = { ...transactionId, filename: Type.String() };
const summaryOnly = { summaryOnly: Type.Optional(Type.Boolean({ default: false })) };

/** SQL transactions over table sources, their jobs and files (service-api, "Table sources"). */
export const sqlTransactions = {
  startSqlTransaction: operation({
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
  getSqlTransaction: operation({
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
  extendSqlTransaction: operation({
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
  uploadSqlInputFile: operation({
    route: "PUT /v1alpha/data/table-sources/transactions/{transactionId}/inputs/{filename}",
    title: "Upload an input file of a SQL transaction",
    kind: "load",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: file,
    body: { type: "multipart/form-data", schema: FileUploadForm },
    answers: unshownAnswer,
  }),
  runSqlJob: operation({
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
  getSqlJobStatus: operation({
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
  downloadSqlOutputFile: operation({
    route: "GET /v1alpha/data/table-sources/transactions/{transactionId}/outputs/{filename}",
    title: "Download an output file of a SQL job",
    kind: "read",
    idempotent: true,
    answersAggregates: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: file,
    answers: { "*/*": stream },
  }),
  listSqlOutputParts: operation({
    route: "GET /v1alpha/data/table-sources/transactions/{transactionId}/outputs/{filename}/parts",
    title: "List the parts of an output file",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: file,
    answers: { "application/json": OutputParts },
  }),
  downloadSqlOutputPart: operation({
    route: "GET /v1alpha/data/table-sources/transactions/{transactionId}/outputs/{filename}/parts/{partIndex}",
    title: "Download a part of an output file",
    kind: "read",
    idempotent: true,
    answersAggregates: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { ...file, partIndex: Type.Integer({ minimum: 0 }) },
    answers: { "*/*": stream },
  }),
};
