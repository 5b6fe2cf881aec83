import type { Static } from "typebox";
import * as Type from "typebox";
import { createUnspecifiedResponse, defineOperation } from "./operation.ts";
import { DescriptiveFields } from "./table-sources.ts";

const text = Type.Optional(Type.String());
const unshown = { "x-source": "assumed", description: "Key name and fields not shown; neutral key chosen here." };

/**
 * Schema of the settings for an export destination: exactly one variant. Responses mask secrets (service-api, "Data
 * export connectors").
 */
const ExportCredentialParameters = Type.Object(
  {
    lakehouse: Type.Optional(
      Type.Object({ workspaceUrl: text, catalog: text, schema: text, clientId: text, clientSecret: text }),
    ),
    warehouse: Type.Optional(
      Type.Object(
        {
          accountUrl: text,
          database: text,
          schema: text,
          user: text,
          warehouse: text,
          privateKey: text,
          privateKeyPassphrase: text,
          role: text,
        },
        unshown,
      ),
    ),
    cloudAnalyticsServiceAccount: Type.Optional(
      Type.Object(
        { datasetId: text, projectId: text, privateKeyId: text, privateKey: text, clientEmail: text, clientId: text },
        unshown,
      ),
    ),
  },
  { minProperties: 1, maxProperties: 1 },
);

/**
 * Schema of the credential for an export destination. An update replaces the credential completely and must contain all
 * secrets in plain text (service-api, "Data export connectors").
 */
const ExportCredential = Type.Object({
  id: Type.Optional(
    Type.String({ description: "Generated UUID; leave out on create, equal to the path id on update." }),
  ),
  basicInformation: Type.Optional(DescriptiveFields),
  parameters: Type.Optional(ExportCredentialParameters),
});

/** Response schema with all credentials for export destinations, with masked secrets. */
const ExportCredentialList = Type.Object({ credentials: Type.Optional(Type.Array(ExportCredential)) });

/** Request schema of a credential to validate: the id of a stored one, or new parameters, which are not stored. */
const ValidateCredentialRequest = Type.Object(
  {
    id: Type.Optional(Type.String({ description: "Existing credential." })),
    parameters: Type.Optional(
      Type.With(ExportCredentialParameters, {
        "x-source": "assumed",
        description: "New values, not saved; key name not shown.",
      }),
    ),
  },
  { oneOf: [{ required: ["id"] }, { required: ["parameters"] }] },
);

/** Response schema with the id of a credential validation that was started. The result is requested by this id. */
const ValidateCredentialResponse = Type.Object({ id: text });

const FinishedValidation = Type.Object({
  success: Type.Optional(Type.Boolean()),
  errors: Type.Optional(Type.Array(Type.Object({ rci: text, message: text }))),
});

/**
 * Response schema with the result of a credential validation; `null` while it runs. Problems are in `errors`, with
 * status 200 (service-api, "Credential validation", "Errors").
 */
const ValidationResult = Type.Unsafe<Static<typeof FinishedValidation> | null>({
  ...FinishedValidation,
  type: ["object", "null"],
});

const id = { id: Type.String() };

/** Operations on the credentials for export destinations (service-api, "Data export connectors"). */
export const exportCredentialOperations = {
  listExportCredentials: defineOperation({
    route: "GET /v1alpha/data/export-connectors/credentials",
    title: "List export credentials",
    kind: "read",
    idempotent: true,
    answers: { "application/json": ExportCredentialList },
  }),
  createExportCredential: defineOperation({
    route: "POST /v1alpha/data/export-connectors/credentials",
    title: "Create an export credential",
    kind: "define",
    idempotent: false,
    assumed: ["method", "route"],
    body: { type: "application/json", schema: ExportCredential },
    status: 201,
    answers: { "application/json": ExportCredential },
  }),
  validateExportCredential: defineOperation({
    drives: "credentialValidation",
    route: "POST /v1alpha/data/export-connectors/credentials/validations",
    title: "Validate an export credential",
    kind: "define",
    idempotent: false,
    body: { type: "application/json", schema: ValidateCredentialRequest },
    status: 201,
    answers: { "application/json": ValidateCredentialResponse },
  }),
  getExportCredentialValidation: defineOperation({
    observes: "credentialValidation",
    route: "GET /v1alpha/data/export-connectors/credentials/validations/{id}",
    title: "Retrieve the validation result of an export credential",
    kind: "read",
    idempotent: true,
    path: id,
    answers: { "application/json": ValidationResult },
  }),
  getExportCredential: defineOperation({
    route: "GET /v1alpha/data/export-connectors/credentials/{id}",
    title: "Retrieve an export credential",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    path: id,
    answers: { "application/json": ExportCredential },
  }),
  updateExportCredential: defineOperation({
    route: "PUT /v1alpha/data/export-connectors/credentials/{id}",
    title: "Update an export credential",
    kind: "define",
    idempotent: true,
    assumed: ["route"],
    path: id,
    body: { type: "application/json", schema: ExportCredential },
    rules: [{ kind: "sameAs", field: "body.id", other: "path.id" }],
    answers: { "application/json": ExportCredential },
  }),
  deleteExportCredential: defineOperation({
    route: "DELETE /v1alpha/data/export-connectors/credentials/{id}",
    title: "Delete an export credential",
    kind: "delete",
    idempotent: true,
    assumed: ["method", "route"],
    path: id,
    answers: createUnspecifiedResponse(),
  }),
};
