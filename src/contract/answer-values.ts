import * as Type from "typebox";

/**
 * Values of enumeration fields in responses, by name of the set. Other services may have more values, so that clients
 * accept any text. A set is empty if the specification shows no values and the embedded service does not return any
 * yet.
 */
export const answerValues = {
  accessLevel: ["NoAccess", "ReadOnly", "Write"],
  accessType: ["Unknown", "All", "Restricted", "None"],
  assistantStatus: [],
  assistantWarning: [],
  cancelStatus: ["CANCEL_FAILED", "CANCEL_SUCCEEDED"],
  /** `unknown` is written small in the specification, unlike that of `accessType`. */
  capabilityGroup: ["unknown", "Data", "Impersonator", "ReadImpersonated", "WriteImpersonated"],
  intakeStatus: [],
  jobStatus: ["Pending", "Running", "Succeeded", "Failed", "Cancelled"],
  jobType: ["Extraction", "Receiving", "Processing", "Dispatching"],
  reportAction: ["duplicate", "delete", "edit", "download", "share"],
  resultStatus: [],
  sqlJobStatus: ["UNKNOWN", "PENDING", "RUNNING", "SUCCEEDED", "FAILED"],
  sqlTenantStatus: ["UNKNOWN", "PENDING", "RUNNING", "SUCCEEDED", "FAILED", "PROCESSING_FAILED"],
  sqlTransactionStatus: ["UNSPECIFIED", "OPEN", "CLOSED", "COMMITTED", "ROLLED_BACK"],
  transferStatus: [],
  viewLevel: ["Simple"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type AnswerValueSet = keyof typeof answerValues;
/** A value that the embedded service returns in a field of the set. */
export type AnswerValue<Name extends AnswerValueSet> = (typeof answerValues)[Name][number];

/** Schema of a text field in a response that has one of a set's values; `x-words` names the set. */
export function word(set: AnswerValueSet, options: Readonly<Record<string, unknown>> = {}) {
  const values: readonly string[] = answerValues[set];
  return Type.Unsafe<string>({
    type: "string",
    ...(values.length > 0 && { enum: values }),
    "x-words": set,
    ...options,
  });
}
