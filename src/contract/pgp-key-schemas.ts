import type { Static } from "typebox";
import * as Type from "typebox";

const pattern = "^[0-9A-Fa-f]{16}$";

/** Id of a key pair: 16 hexadecimal letters with leading zeros (service-api, "PGP keys"). */
export const PgpKeyId = Type.String({ pattern });

/** A public key; dates are ISO 8601 (service-api, "PGP keys"). */
export const PgpKey = Type.Object({
  keyID: Type.Optional(Type.String({ description: "16 hexadecimal letters.", pattern })),
  dateGenerated: Type.Optional(Type.String()),
  expiryDate: Type.Optional(Type.String()),
  recipient: Type.Optional(Type.String()),
  publicKey: Type.Optional(Type.String()),
});
export type PgpKey = Static<typeof PgpKey>;

/** All public keys of the tenant. */
export const PgpKeyList = Type.Object({ keys: Type.Optional(Type.Array(PgpKey)) });
export type PgpKeyList = Static<typeof PgpKeyList>;

/** How long a new key pair lives; `limits.pgpKeyYears` has the bounds, which depend on the day (service-api, "Limits"). */
export const GeneratePgpKeyRequest = Type.Object({
  expirationDate: Type.Optional(
    Type.String({ description: "UTC, ISO 8601; 2 to 10 years ahead; 2 years when omitted." }),
  ),
});
export type GeneratePgpKeyRequest = Static<typeof GeneratePgpKeyRequest>;

/** Id of the deleted pair. */
export const PgpKeyDeleteResponse = Type.Object({ keyID: Type.Optional(PgpKeyId) });
export type PgpKeyDeleteResponse = Static<typeof PgpKeyDeleteResponse>;
