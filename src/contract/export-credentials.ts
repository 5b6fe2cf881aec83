import * as Type from "typebox";
import {
  ExportCredential,
  ExportCredentialList,
  ValidateCredentialRequest,
  ValidateCredentialResponse,
  ValidationResult,
} from "./export-credential-schemas.ts";
import { operation } from "./operation.ts";
import { unshownAnswer } from "./unshown-answer.ts";

const id = { id: Type.String() };

/** Credentials of export destinations (service-api, "Data export connectors"). */
export const exportCredentials = {
  listExportCredentials: operation({
    route: "GET /v1alpha/data/export-connectors/credentials",
    title: "List export credentials",
    kind: "read",
    idempotent: true,
    answers: { "application/json": ExportCredentialList },
  }),
  createExportCredential: operation({
    route: "POST /v1alpha/data/export-connectors/credentials",
    title: "Create an export credential",
    kind: "define",
    idempotent: false,
    assumed: ["method", "route"],
    body: { type: "application/json", schema: ExportCredential },
    status: 201,
    answers: { "application/json": ExportCredential },
  }),
  validateExportCredential: operation({
    drives: "credentialValidation",
    route: "POST /v1alpha/data/export-connectors/credentials/validations",
    title: "Validate an export credential",
    kind: "define",
    idempotent: false,
    body: { type: "application/json", schema: ValidateCredentialRequest },
    status: 201,
    answers: { "application/json": ValidateCredentialResponse },
  }),
  getExportCredentialValidation: operation({
    observes: "credentialValidation",
    route: "GET /v1alpha/data/export-connectors/credentials/validations/{id}",
    title: "Retrieve the validation result of an export credential",
    kind: "read",
    idempotent: true,
    path: id,
    answers: { "application/json": ValidationResult },
  }),
  getExportCredential: operation({
    route: "GET /v1alpha/data/export-connectors/credentials/{id}",
    title: "Retrieve an export credential",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    path: id,
    answers: { "application/json": ExportCredential },
  }),
  updateExportCredential: operation({
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
  deleteExportCredential: operation({
    route: "DELETE /v1alpha/data/export-connectors/credentials/{id}",
    title: "Delete an export credential",
    kind: "delete",
    idempotent: true,
    assumed: ["method", "route"],
    path: id,
    answers: unshownAnswer,
  }),
};
