import type { Static } from "typebox";
import * as Type from "typebox";
import { limits } from "./limits.ts";
import { createUnspecifiedResponse, defineOperation, streamMarker } from "./operation.ts";

const pattern = "^[0-9A-Fa-f]{16}$";

/** Schema of a PGP key pair's id: 16 hexadecimal digits with leading zeros (service-api, "PGP keys"). */
const PgpKeyId = Type.String({ pattern });

/** Schema of a public PGP key. Dates are ISO 8601 (service-api, "PGP keys"). */
const PgpKey = Type.Object({
  keyID: Type.Optional(Type.String({ description: "16 hexadecimal letters.", pattern })),
  dateGenerated: Type.Optional(Type.String()),
  expiryDate: Type.Optional(Type.String()),
  recipient: Type.Optional(Type.String()),
  publicKey: Type.Optional(Type.String()),
});

export type PgpKey = Static<typeof PgpKey>;

/** Response schema with all public PGP keys of the tenant. */
const PgpKeyList = Type.Object({ keys: Type.Optional(Type.Array(PgpKey)) });

/**
 * Request schema with the expiry of a new PGP key pair. `limits.pgpKeyYears` contains its limits, relative to the
 * current day (service-api, "Limits").
 */
const GeneratePgpKeyRequest = Type.Object({
  expirationDate: Type.Optional(
    Type.String({ description: "UTC, ISO 8601; 2 to 10 years ahead; 2 years when omitted." }),
  ),
});

/** Response schema with the id of the deleted PGP key pair. */
const PgpKeyDeleteResponse = Type.Object({ keyID: Type.Optional(PgpKeyId) });

/** Operations on PGP keys and for uploading data files (service-api, "PGP keys and upload"). */
export const pgpKeyOperations = {
  listPgpKeys: defineOperation({
    route: "GET /v1/api/pgp-keys",
    title: "List PGP keys",
    kind: "read",
    idempotent: true,
    targets: ["tenant"],
    answers: { "application/json": PgpKeyList },
  }),
  generatePgpKey: defineOperation({
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
  getPgpKey: defineOperation({
    route: "GET /v1/api/pgp-keys/{keyID}",
    title: "Retrieve a PGP key",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { keyID: PgpKeyId },
    answers: { "application/json": PgpKey },
  }),
  deletePgpKey: defineOperation({
    route: "DELETE /v1/api/pgp-keys/{keyID}",
    title: "Delete a PGP key pair",
    kind: "delete",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { keyID: PgpKeyId },
    answers: { "application/json": PgpKeyDeleteResponse },
  }),
  uploadDataFile: defineOperation({
    route: "PUT /v1/data/upload/files/{filename}",
    title: "Upload a data file",
    kind: "load",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: {
      filename: Type.String({ description: "With extension: ZIP, CSV, XLS or XLSX; plain or PGP-encrypted." }),
    },
    body: { type: "*/*", schema: streamMarker },
    limits: { bytes: limits.uploadFileBytes },
    transport: "redirectedUpload",
    answers: createUnspecifiedResponse(),
  }),
};
