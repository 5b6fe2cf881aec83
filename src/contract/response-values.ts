import * as Type from "typebox";

/**
 * Allowed values of enumeration fields in responses, by name of the value set. Clients accept any text, because other
 * services may return more values. A set is empty if neither the specification nor the embedded service has a value for
 * it.
 */
export const responseValues = {
  accessLevel: ["NoAccess", "ReadOnly", "Write"],
  accessType: ["Unknown", "All", "Restricted", "None"],
  assistantStatus: ["UNDEFINED", "OK", "CLARIFICATION_NEEDED"],
  assistantWarning: [
    "ASSISTANT_NO_WARNING",
    "ASSISTANT_ASSUMPTION",
    "ASSISTANT_SPELLING",
    "ASSISTANT_AMBIGUOUS",
    "ASSISTANT_NOT_UNDERSTOOD",
    "ASSISTANT_NOT_AVAILABLE",
  ],
  cancelStatus: ["CANCEL_FAILED", "CANCEL_SUCCEEDED"],
  /** Capability groups. The specification writes `unknown` in lower case here, but `Unknown` in `accessType`. */
  capabilityGroup: ["unknown", "Data", "Impersonator", "ReadImpersonated", "WriteImpersonated"],
  intakeStatus: ["OPEN", "COMMITTED", "PROCESSED", "FAILED", "ROLLED_BACK"],
  jobStatus: ["Pending", "Running", "Succeeded", "Failed", "Cancelled"],
  jobType: ["Extraction", "Receiving", "Processing", "Export", "Dispatching"],
  reportAction: ["duplicate", "delete", "edit", "download", "share"],
  resultStatus: [],
  sqlJobStatus: ["UNKNOWN", "PENDING", "RUNNING", "SUCCEEDED", "FAILED"],
  sqlTenantStatus: ["UNKNOWN", "PENDING", "RUNNING", "SUCCEEDED", "FAILED", "PROCESSING_FAILED"],
  sqlTransactionStatus: ["UNSPECIFIED", "OPEN", "CLOSED", "COMMITTED", "ROLLED_BACK"],
  transferStatus: ["SUCCESS", "PARTIAL", "FAILED", "COMPLETED", "CANCELLED"],
  viewLevel: ["Simple"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ResponseValueSet = keyof typeof responseValues;
/** Value from a named set, as the embedded service returns it in response fields. */
export type ResponseValue<Name extends ResponseValueSet> = (typeof responseValues)[Name][number];

/**
 * Creates the schema of a text field in a response whose values come from a named set. The schema's `x-words` contains
 * the name of the set.
 */
export function createValueSetSchema(set: ResponseValueSet, options: Readonly<Record<string, unknown>> = {}) {
  const values: readonly string[] = responseValues[set];
  return Type.Unsafe<string>({
    type: "string",
    ...(values.length > 0 && { enum: values }),
    "x-words": set,
    ...options,
  });
}
