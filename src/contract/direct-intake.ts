import type { Static } from "typebox";
import * as Type from "typebox";
import { FileUploadForm } from "./file-part.ts";
import { defineOperation } from "./operation.ts";
import { createValueSetSchema } from "./response-values.ts";

/**
 * Schema of the settings for direct data intake (service-api, "Direct data intake"). An update changes only the
 * settings it contains.
 */
const DirectIntakeConfig = Type.Object({
  job: Type.Optional(
    Type.Object({
      supplementalMode: Type.Optional(Type.String({ examples: ["UNCHANGED"] })),
      extendObjects: Type.Optional(Type.Array(Type.String())),
    }),
  ),
});

/**
 * Response schema with the columns of load files for an analytic object (service-api, "Direct data intake"). Column
 * headers of a file must equal these names, including case. Only mandatory columns need values.
 */
export const LoadFileSchema = Type.Object({
  schema: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.Optional(Type.String()),
        dataType: Type.Optional(Type.String()),
        formats: Type.Optional(Type.Array(Type.String())),
        isMandatory: Type.Optional(Type.Boolean()),
        emptyValuesAllowed: Type.Optional(Type.Boolean()),
      }),
    ),
  ),
});
export type LoadFileSchema = Static<typeof LoadFileSchema>;

/** Response schema with the intake transactions that are still open. `created` and `updated` are ISO 8601 times. */
const OpenTransactions = Type.Object({
  transactions: Type.Optional(
    Type.Array(
      Type.Object({
        tenantCode: Type.Optional(Type.String()),
        transactionId: Type.Optional(Type.String()),
        created: Type.Optional(Type.String()),
        updated: Type.Optional(Type.String()),
        status: Type.Optional(createValueSetSchema("intakeStatus")),
      }),
    ),
  ),
});

export type OpenTransactions = Static<typeof OpenTransactions>;

/** Response schema with the id of a new intake transaction. */
const StartTransactionResponse = Type.Object({ transactionId: Type.Optional(Type.String()) });

/**
 * Response schema with the state of an intake transaction and, after the commit, of its processing job. The
 * specification does not show the values of `status`.
 */
const TransactionStatus = Type.Object({
  tenantCode: Type.Optional(Type.String()),
  transactionId: Type.Optional(Type.String()),
  jobId: Type.Optional(Type.String()),
  status: Type.Optional(createValueSetSchema("intakeStatus")),
  message: Type.Optional(Type.String()),
});

/** Response schema for commit, rollback, upload and sample load in direct data intake. */
export const IntakeTransactionResponse = Type.Object({
  transactionId: Type.Optional(Type.String()),
  status: Type.Optional(createValueSetSchema("intakeStatus")),
  message: Type.Optional(Type.String()),
});
export type IntakeTransactionResponse = Static<typeof IntakeTransactionResponse>;

/**
 * Request schema of the sample data to load: Employee, Employee Exit, Employment Start or Organization Hierarchy
 * (service-api, "Direct data intake").
 */
const SampleLoadRequest = Type.Object({
  sampleName: Type.Optional(
    Type.Union([
      Type.Literal("employee"),
      Type.Literal("employee_exit"),
      Type.Literal("employment_start"),
      Type.Literal("organization_hierarchy"),
    ]),
  ),
});

const draftId = Type.Literal("prod", { default: "prod", description: "The production version, and no other." });
const transactionId = Type.String();
const objectName = Type.String({
  description: "Analytic object; {object}--{property} for a multi-value property.",
});

/** Operations that load data directly into analytic objects (service-api, "Direct data intake"). */
export const directIntakeOperations = {
  getDirectIntakeConfig: defineOperation({
    route: "GET /v1/data/directloads/{draftId}/configs",
    title: "Retrieve the configuration of direct data intake",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { draftId },
    answers: { "application/json": DirectIntakeConfig },
  }),
  updateDirectIntakeConfig: defineOperation({
    route: "PUT /v1/data/directloads/{draftId}/configs",
    title: "Update the configuration of direct data intake",
    kind: "define",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { draftId },
    body: { type: "application/json", schema: DirectIntakeConfig },
    answers: { "application/json": DirectIntakeConfig },
  }),
  getLoadSchema: defineOperation({
    route: "GET /v1/data/directloads/{draftId}/schemas/{objectName}",
    title: "Retrieve the load schema of an object",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { draftId, objectName },
    answers: { "application/json": LoadFileSchema },
  }),
  listOpenTransactions: defineOperation({
    observes: "intakeTransaction",
    route: "GET /v1/data/directloads/{draftId}/transactions",
    title: "Retrieve open intake transactions",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { draftId },
    answers: { "application/json": OpenTransactions },
  }),
  startIntakeTransaction: defineOperation({
    drives: "intakeTransaction",
    route: "POST /v1/data/directloads/{draftId}/transactions",
    title: "Start an intake transaction",
    kind: "load",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { draftId },
    answers: { "application/json": StartTransactionResponse },
  }),
  getIntakeTransactionStatus: defineOperation({
    observes: "intakeTransaction",
    route: "GET /v1/data/directloads/{draftId}/transactions/{transactionId}",
    title: "Retrieve the status of an intake transaction",
    kind: "read",
    idempotent: true,
    targets: ["tenant"],
    path: { draftId, transactionId },
    answers: { "application/json": TransactionStatus },
  }),
  commitIntakeTransaction: defineOperation({
    drives: "intakeTransaction",
    route: "POST /v1/data/directloads/{draftId}/transactions/{transactionId}",
    title: "Commit an intake transaction",
    kind: "load",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { draftId, transactionId },
    answers: { "application/json": IntakeTransactionResponse },
  }),
  rollBackIntakeTransaction: defineOperation({
    drives: "intakeTransaction",
    route: "DELETE /v1/data/directloads/{draftId}/transactions/{transactionId}",
    title: "Roll back an intake transaction",
    kind: "delete",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { draftId, transactionId },
    answers: { "application/json": IntakeTransactionResponse },
  }),
  loadIntakeSampleData: defineOperation({
    drives: "intakeTransaction",
    route: "POST /v1/data/directloads/{draftId}/transactions/{transactionId}/{objectName}/sample-data",
    title: "Load sample data into an intake transaction",
    kind: "load",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { draftId, transactionId, objectName },
    body: { type: "application/json", schema: SampleLoadRequest },
    answers: { "application/json": IntakeTransactionResponse },
  }),
  uploadIntakeFile: defineOperation({
    drives: "intakeTransaction",
    route: "PUT /v1/data/directloads/{draftId}/transactions/{transactionId}/{objectName}",
    title: "Upload a file into an intake transaction",
    kind: "load",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { draftId, transactionId, objectName },
    body: { type: "multipart/form-data", schema: FileUploadForm },
    answers: { "application/json": IntakeTransactionResponse },
  }),
};
