import type { Static } from "typebox";
import * as Type from "typebox";
import { word } from "./answer-values.ts";

/** Options of a new SQL transaction (service-api, "StartSqlTransactionRequest"). */
export const StartSqlTransactionRequest = Type.Object({
  expireAfterSeconds: Type.Optional(Type.Integer({ description: "Time open, and time query results stay." })),
  tablesToModify: Type.Optional(
    Type.Array(Type.String(), { description: "Read-only transaction when left out; fixed afterwards." }),
  ),
});
export type StartSqlTransactionRequest = Static<typeof StartSqlTransactionRequest>;

/** State of a SQL transaction; times are ISO 8601 (service-api, "Table-source SQL transaction"). */
export const SqlTransaction = Type.Object({
  transactionId: Type.Optional(Type.String()),
  status: Type.Optional(word("sqlTransactionStatus", { examples: ["UNSPECIFIED"] })),
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
        status: Type.Optional(word("sqlTransactionStatus")),
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
 * New expiry of an open transaction. The specification does not show whether the seconds count from now or from the old
 * expiry.
 */
export const ExtendRequest = Type.Object({ expireAfterSeconds: Type.Optional(Type.Integer()) });
export type ExtendRequest = Static<typeof ExtendRequest>;

/** Number of part files of an output; each is a complete file, indexed from 0 (service-api, "Table sources"). */
export const OutputParts = Type.Object({
  transactionId: Type.Optional(Type.String()),
  filename: Type.Optional(Type.String()),
  numberOfParts: Type.Optional(Type.Integer()),
});
export type OutputParts = Static<typeof OutputParts>;
