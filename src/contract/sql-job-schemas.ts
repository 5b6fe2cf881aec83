import type { Static } from "typebox";
import * as Type from "typebox";
import { createValueSetSchema } from "./response-values.ts";

/** Schema of a file format: exactly one of CSV and Parquet. */
export const SqlFileFormat = Type.Object(
  {
    csv: Type.Optional(Type.Object({ header: Type.Optional(Type.Boolean()) })),
    parquet: Type.Optional(Type.Object({})),
  },
  { oneOf: [{ required: ["csv"] }, { required: ["parquet"] }] },
);
export type SqlFileFormat = Static<typeof SqlFileFormat>;

/**
 * Schema of an action in a SQL job. Exactly one field is set and determines the kind of action (service-api, "Table
 * sources"; sql-like-language 13.2).
 */
export const SqlAction = Type.Object(
  {
    query: Type.Optional(
      Type.Object({
        query: Type.Optional(Type.String()),
        timeoutSeconds: Type.Optional(Type.Integer()),
        output: Type.Optional(
          Type.Object({ format: Type.Optional(SqlFileFormat), filename: Type.Optional(Type.String()) }),
        ),
        rollbackOnEmpty: Type.Optional(Type.Boolean()),
      }),
    ),
    upsert: Type.Optional(
      Type.Object({
        source: Type.Optional(Type.String()),
        target: Type.Optional(Type.String()),
        keys: Type.Optional(Type.Array(Type.String())),
      }),
    ),
    replace: Type.Optional(Type.Object({ source: Type.Optional(Type.String()), target: Type.Optional(Type.String()) })),
    rollback: Type.Optional(Type.Object({})),
    commit: Type.Optional(Type.Object({})),
    process: Type.Optional(
      Type.Object({
        projectId: Type.Optional(Type.String()),
        versionId: Type.Optional(Type.String()),
        dataCategoryIds: Type.Optional(Type.Array(Type.String())),
        deferTimeNotAfter: Type.Optional(Type.String()),
      }),
    ),
    setMetadata: Type.Optional(
      Type.Object({
        table: Type.Optional(Type.String()),
        metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
        applyToUnmodifiedTenants: Type.Optional(Type.Boolean()),
      }),
    ),
    reset: Type.Optional(
      Type.Object({ table: Type.Optional(Type.String()), asOfTimestamp: Type.Optional(Type.String()) }),
    ),
  },
  {
    oneOf: [
      { required: ["query"] },
      { required: ["upsert"] },
      { required: ["replace"] },
      { required: ["rollback"] },
      { required: ["commit"] },
      { required: ["process"] },
      { required: ["setMetadata"] },
      { required: ["reset"] },
    ],
  },
);
export type SqlAction = Static<typeof SqlAction>;

/**
 * Request schema of a SQL job: actions, tenants, uploaded input files and preconditions (service-api, "Table sources").
 */
export const SqlJobRequest = Type.Object({
  actions: Type.Optional(Type.Array(SqlAction, { description: "Run in order." })),
  tenants: Type.Optional(
    Type.Array(Type.String(), {
      description: "When left out: tenants found in the input if a distribution mode is set, else the current tenant.",
    }),
  ),
  inputs: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.Optional(Type.String()),
        filename: Type.Optional(Type.String()),
        format: Type.Optional(Type.With(SqlFileFormat, { "x-source": "assumed" })),
        tenantCodeColumn: Type.Optional(Type.String()),
        prependAdminTenantCode: Type.Optional(Type.Boolean()),
        inputDistributionMode: Type.Optional(Type.String({ examples: ["NO_DISTRIBUTION"] })),
        fileContainerName: Type.Optional(Type.String()),
        filenames: Type.Optional(Type.Array(Type.String())),
      }),
    ),
  ),
  keepTransactionOpenOnError: Type.Optional(Type.Boolean({ description: "Rollback on error unless true." })),
  preconditions: Type.Optional(
    Type.Array(
      Type.Object({
        table: Type.Optional(Type.String()),
        metadata: Type.Optional(Type.Record(Type.String(), Type.String(), { "x-source": "assumed" })),
      }),
      { description: "One unmet precondition fails the job." },
    ),
  ),
});
export type SqlJobRequest = Static<typeof SqlJobRequest>;

/**
 * Response schema of a started SQL job with the tables that it reads and writes. Also returned for regenerating a view.
 */
export const SqlJobResponse = Type.Object({
  jobId: Type.Optional(Type.String()),
  tableAccess: Type.Optional(
    Type.Object({
      read: Type.Optional(Type.Array(Type.String())),
      write: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  transactionId: Type.Optional(Type.String()),
});
export type SqlJobResponse = Static<typeof SqlJobResponse>;

const jobCounts = Type.Object({
  pending: Type.Optional(Type.Integer()),
  running: Type.Optional(Type.Integer()),
  succeeded: Type.Optional(Type.Integer()),
  failed: Type.Optional(Type.Integer()),
});

/** Response schema with the state of a SQL job and of the processing jobs that it started (service-api, "Jobs"). */
export const SqlJobStatus = Type.Object({
  status: Type.Optional(createValueSetSchema("sqlJobStatus", { examples: ["UNKNOWN"] })),
  summary: Type.Optional(jobCounts),
  processingSummary: Type.Optional(jobCounts),
  tenants: Type.Optional(
    Type.Array(
      Type.Object({
        tenantCode: Type.Optional(Type.String()),
        status: Type.Optional(createValueSetSchema("sqlTenantStatus")),
        message: Type.Optional(Type.String()),
        processingJobIds: Type.Optional(Type.Array(Type.String())),
        jobId: Type.Optional(Type.String()),
      }),
      { description: "Left out when summaryOnly is true." },
    ),
  ),
  jobId: Type.Optional(Type.String()),
});
export type SqlJobStatus = Static<typeof SqlJobStatus>;
