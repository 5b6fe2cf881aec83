import * as Type from "typebox";
import { limits } from "./limits.ts";
import { operation, stream } from "./operation.ts";
import { GeneratePgpKeyRequest, PgpKey, PgpKeyDeleteResponse, PgpKeyId, PgpKeyList } from "./pgp-key-schemas.ts";
import { unshownAnswer } from "./unshown-answer.ts";

/** PGP keys and the upload of data files (service-api, "PGP keys and upload"). */
export const pgpKeys = {
  listPgpKeys: operation({
    route: "GET /v1/api/pgp-keys",
    title: "List PGP keys",
    kind: "read",
    idempotent: true,
    targets: ["tenant"],
    answers: { "application/json": PgpKeyList },
  }),
  generatePgpKey: operation({
    route: "POST /v1/api/pgp-keys",
    title: "Generate a PGP key pair and download the public key",
    kind: "define",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    body: { type: "application/json", schema: GeneratePgpKeyRequest },
    rules: [{ kind: "yearsAhead", field: "body.expirationDate", ...limits.pgpKeyYears }],
    answers: { "application/json": PgpKey },
  }),
  getPgpKey: operation({
    route: "GET /v1/api/pgp-keys/{keyID}",
    title: "Retrieve a PGP key",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { keyID: PgpKeyId },
    answers: { "application/json": PgpKey },
  }),
  deletePgpKey: operation({
    route: "DELETE /v1/api/pgp-keys/{keyID}",
    title: "Delete a PGP key pair",
    kind: "delete",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { keyID: PgpKeyId },
    answers: { "application/json": PgpKeyDeleteResponse },
  }),
  uploadDataFile: operation({
    route: "PUT /v1/data/upload/files/{filename}",
    title: "Upload a data file",
    kind: "load",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: {
      filename: Type.String({ description: "With extension: ZIP, CSV, XLS or XLSX; plain or PGP-encrypted." }),
    },
    body: { type: "*/*", schema: stream },
    limits: { bytes: limits.uploadFileBytes },
    transport: "redirectedUpload",
    answers: unshownAnswer,
  }),
};
