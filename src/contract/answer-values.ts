import * as Type from "typebox";

/**
 * The words that fields of answers may hold, by a name for each set; other services may know more, so a client takes
 * any text. An empty set is of a field whose words the specification does not show and this service does not answer
 * yet.
 */
export const answerValues = {
  accessLevel: ["NoAccess", "ReadOnly", "Write"],
  accessType: ["Unknown", "All", "Restricted", "None"],
  assistantStatus: [],
  assistantWarning: [],
  cancelStatus: ["CANCEL_FAILED", "CANCEL_SUCCEEDED"],
  /** The first five are shown; the others are ours, one for each area of this service that the five do not name. */
  capabilityGroup: [
    "unknown",
    "Data",
    "Impersonator",
    "ReadImpersonated",
    "WriteImpersonated",
    "Query",
    "Reports",
    "Projects",
    "Administration",
    "LegacyApiRestricted",
  ],
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

export type WordSet = keyof typeof answerValues;
/** What this service answers in a field of the set. */
export type AnswerWord<Name extends WordSet> = (typeof answerValues)[Name][number];

/** A text of an answer that is one of a set's words; `x-words` names the set. */
export function word(set: WordSet, options: Readonly<Record<string, unknown>> = {}) {
  const words: readonly string[] = answerValues[set];
  return Type.Unsafe<string>({
    type: "string",
    ...(words.length > 0 && { enum: words }),
    "x-words": set,
    ...options,
  });
}
