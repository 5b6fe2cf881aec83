const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
const gigabyte = 1024 * megabyte;

/** A limit, both as a number and as text for messages. */
export interface ServiceLimit {
  readonly value: number;
  /** Value of the limit with its unit, such as `10 MB`. */
  readonly text: string;
}

/** Limits for the body of a request. */
export interface BodyLimits {
  readonly bytes?: ServiceLimit;
  /** Maximum number of rows in a JSON batch, excluding the header row. */
  readonly rows?: ServiceLimit;
}

const limit = (value: number, text: string): ServiceLimit => ({ value, text });

/**
 * Limits of requests from service-api, "Limits", as far as schemas do not contain them, and from sql-like-language
 * 13.2.
 */
export const limits = {
  asidTokenLifeMs: limit(60 * 60_000, "60 minutes"),
  jsonBatchBytes: limit(10 * megabyte, "10 MB"),
  jsonBatchRows: limit(300_000, "300,000 rows"),
  transferFileBytes: limit(3 * gigabyte, "3 GB"),
  uploadFileBytes: limit(500 * megabyte, "500 MB"),
  sftpBatchBytes: limit(5 * gigabyte, "5 GB uncompressed"),
  sftpBatchTenants: limit(5000, "5,000 tenants"),
  pgpKeyYears: { least: limit(2, "2 years"), most: limit(10, "10 years") },
  exportJobsPerDay: limit(10, "10 exports per tenant per day"),
  exportAvailabilityDays: limit(14, "14 days after completion"),
  cancelledJobs: limit(500, "500 job ids"),
  usersPerRequest: limit(100, "100 users"),
  sqlMetadataKeyLength: limit(128, "128 characters"),
  sqlMetadataValueLength: limit(256, "256 characters"),
} as const;
