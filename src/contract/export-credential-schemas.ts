import type { Static } from "typebox";
import * as Type from "typebox";
import { BasicInformation } from "./table-source-schemas.ts";

const text = Type.Optional(Type.String());
const unshown = { "x-source": "assumed", description: "Key name and fields not shown; neutral key chosen here." };

/** Settings of a destination: exactly one variant. Responses mask secrets (service-api, "Data export connectors"). */
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
 * Credential of a destination. An update replaces it completely and must contain its secrets in plain text
 * (service-api, "Data export connectors").
 */
export const ExportCredential = Type.Object({
  id: Type.Optional(
    Type.String({ description: "Generated UUID; leave out on create, equal to the path id on update." }),
  ),
  basicInformation: Type.Optional(BasicInformation),
  parameters: Type.Optional(ExportCredentialParameters),
});
export type ExportCredential = Static<typeof ExportCredential>;

/** All export credentials, secrets masked. */
export const ExportCredentialList = Type.Object({ credentials: Type.Optional(Type.Array(ExportCredential)) });
export type ExportCredentialList = Static<typeof ExportCredentialList>;

/** Credential to validate: a stored one by id, or new parameters, which are not stored. */
export const ValidateCredentialRequest = Type.Object(
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
export type ValidateCredentialRequest = Static<typeof ValidateCredentialRequest>;

/** Id of the started validation, with which its result can be requested. */
export const ValidateCredentialResponse = Type.Object({ id: text });
export type ValidateCredentialResponse = Static<typeof ValidateCredentialResponse>;

const FinishedValidation = Type.Object({
  success: Type.Optional(Type.Boolean()),
  errors: Type.Optional(Type.Array(Type.Object({ rci: text, message: text }))),
});

/**
 * Result of a validation; `null` while it runs. Problems are in `errors`, with status 200 (service-api, "Credential
 * validation", "Errors").
 */
export const ValidationResult = Type.Unsafe<Static<typeof FinishedValidation> | null>({
  ...FinishedValidation,
  type: ["object", "null"],
});
export type ValidationResult = Static<typeof ValidationResult>;
