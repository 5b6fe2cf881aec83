import type { Static } from "typebox";
import * as Type from "typebox";
import { word } from "./answer-values.ts";

/**
 * Settings of direct data intake (service-api, "Direct data intake"). An update changes only the settings it contains.
 */
export const DirectIntakeConfig = Type.Object({
  job: Type.Optional(
    Type.Object({
      supplementalMode: Type.Optional(Type.String({ examples: ["UNCHANGED"] })),
      extendObjects: Type.Optional(Type.Array(Type.String())),
    }),
  ),
});
export type DirectIntakeConfig = Static<typeof DirectIntakeConfig>;

/**
 * Columns of the load files of an object (service-api, "Direct data intake"). A file's column headers must equal the
 * names, including case; only mandatory columns need values.
 */
export const LoadSchema = Type.Object({
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
export type LoadSchema = Static<typeof LoadSchema>;

/** Transactions that were neither committed nor rolled back; `created` and `updated` are ISO 8601. */
export const OpenTransactions = Type.Object({
  transactions: Type.Optional(
    Type.Array(
      Type.Object({
        tenantCode: Type.Optional(Type.String()),
        transactionId: Type.Optional(Type.String()),
        created: Type.Optional(Type.String()),
        updated: Type.Optional(Type.String()),
        status: Type.Optional(word("intakeStatus")),
      }),
    ),
  ),
});
export type OpenTransactions = Static<typeof OpenTransactions>;

/** Id of a new transaction. */
export const StartTransactionResponse = Type.Object({ transactionId: Type.Optional(Type.String()) });
export type StartTransactionResponse = Static<typeof StartTransactionResponse>;

/**
 * State of a transaction and, once it is committed, of its processing job. The specification does not show the values
 * of `status`.
 */
export const TransactionStatus = Type.Object({
  tenantCode: Type.Optional(Type.String()),
  transactionId: Type.Optional(Type.String()),
  jobId: Type.Optional(Type.String()),
  status: Type.Optional(word("intakeStatus")),
  message: Type.Optional(Type.String()),
});
export type TransactionStatus = Static<typeof TransactionStatus>;

/** Response to commit, rollback, upload and sample load. */
export const TransactionAck = Type.Object({
  transactionId: Type.Optional(Type.String()),
  status: Type.Optional(word("intakeStatus")),
  message: Type.Optional(Type.String()),
});
export type TransactionAck = Static<typeof TransactionAck>;

/**
 * The sample to load: of the Employee subject, the Employee Exit event, the Employment Start event or the Organization
 * Hierarchy dimension (service-api, "Direct data intake").
 */
export const SampleLoadRequest = Type.Object({
  sampleName: Type.Optional(
    Type.Union([
      Type.Literal("employee"),
      Type.Literal("employee_exit"),
      Type.Literal("employment_start"),
      Type.Literal("organization_hierarchy"),
    ]),
  ),
});
export type SampleLoadRequest = Static<typeof SampleLoadRequest>;
