import type { OperationName } from "../../contract/contract.ts";

/**
 * The ways to send data to the service (service-api, "Data intake into sources", "Direct data intake" and "PGP keys and
 * upload"): JSON batches, a file or the ZIP of an administrating tenant through a transfer session, a file into an
 * analytic object through a transaction, and the redirected upload.
 */
export type IntakeKind = "rows" | "file" | "tenantZip" | "object" | "upload";

export type IntakeField =
  | "kind"
  | "source"
  | "tenantCode"
  | "after"
  | "transaction"
  | "objectName"
  | "commit"
  | "filename";

/** The user's answers. The meaning of an empty text depends on the field. */
export interface IntakeDraft {
  readonly kind: IntakeKind;
  /** Id of a source. Empty to choose the source by file name. */
  readonly source: string;
  /** Empty for the tenant that the connection acts on. */
  readonly tenantCode: string;
  /** Whether processing follows the receiving job. */
  readonly after: "receive" | "process";
  /** Id of an open transaction. Empty for a new one. */
  readonly transaction: string;
  readonly objectName: string;
  readonly commit: "commit" | "open";
  /** File name at the service. */
  readonly filename: string;
}

const uploadName = /.\.(zip|csv|xls|xlsx)(\.(pgp|gpg|asc))?$/i;

/** Returns the kinds of intake that accept a file name, most common first, or an empty list. */
export function intakeKindsOf(filename: string): readonly IntakeKind[] {
  const upload: readonly IntakeKind[] = isUploadName(filename) ? ["upload"] : [];
  if (/\.(jsonl|ndjson)$/i.test(filename)) {
    return ["rows"];
  }
  if (/\.csv$/i.test(filename)) {
    return ["rows", "file", "object", ...upload];
  }
  return /\.zip$/i.test(filename) ? ["tenantZip", "file", ...upload] : upload;
}

/** Operations that each kind of intake always needs. Operations that only undo what was sent are not included. */
export const intakeOperations: Readonly<Record<IntakeKind, readonly OperationName[]>> = {
  rows: ["listSources", "startTransferSession", "transferJsonBatch", "completeTransferSession"],
  file: ["listSources", "startTransferSession", "transferFileBatch", "completeTransferSession"],
  tenantZip: ["listSources", "startTransferSession", "transferFileBatch", "completeTransferSession"],
  object: [
    "getLoadSchema",
    "listOpenTransactions",
    "startIntakeTransaction",
    "uploadIntakeFile",
    "commitIntakeTransaction",
    "getIntakeTransactionStatus",
  ],
  upload: ["uploadDataFile"],
};

const allKinds = Object.keys(intakeOperations) as readonly IntakeKind[];

/** Returns the kinds of intake whose operations the service all offers. */
export function availableKinds(
  unavailable: ReadonlySet<string>,
  kinds: readonly IntakeKind[] = allKinds,
): readonly IntakeKind[] {
  return kinds.filter((kind) => !intakeOperations[kind].some((operation) => unavailable.has(operation)));
}

/** Returns the operations that the kinds of intake need and the service lacks. */
export function missingOperations(
  unavailable: ReadonlySet<string>,
  kinds: readonly IntakeKind[] = allKinds,
): readonly OperationName[] {
  const needed = new Set(kinds.flatMap((kind) => intakeOperations[kind]));
  return [...needed].filter((operation) => unavailable.has(operation));
}

/** Whether the upload accepts a file name: ZIP, CSV, XLS or XLSX, plain or PGP-encrypted. */
export function isUploadName(filename: string): boolean {
  return uploadName.test(filename);
}

/** Returns the fields to ask for, in order. */
export function intakeFieldsOf(kind: IntakeKind, kinds: readonly IntakeKind[]): readonly IntakeField[] {
  const first: readonly IntakeField[] = kinds.length > 1 ? ["kind"] : [];
  return [...first, ...fieldsByKind[kind]];
}

const fieldsByKind: Readonly<Record<IntakeKind, readonly IntakeField[]>> = {
  rows: ["source", "tenantCode", "after"],
  file: ["source", "tenantCode", "after"],
  // The folders in the ZIP name the tenants.
  tenantZip: ["source", "after"],
  object: ["objectName", "transaction", "commit"],
  upload: ["filename"],
};

/** The details of a source that the picker shows. */
export interface IntakeSource {
  readonly id: string;
  readonly name: string;
  readonly objectName: string;
  readonly columnCount: number;
  readonly fileNameRegex: string;
}

/** Sorts the sources whose file-name pattern matches the file to the front. */
export function sortedSources(sources: readonly IntakeSource[], filename: string): readonly IntakeSource[] {
  const matching = sources.filter(({ fileNameRegex }) => matches(fileNameRegex, filename));
  return [...matching, ...sources.filter((source) => !matching.includes(source))];
}

function matches(pattern: string, filename: string): boolean {
  if (pattern === "") {
    return false;
  }
  try {
    return new RegExp(pattern).test(filename);
  } catch {
    // The service's patterns may use another regular-expression dialect. An invalid one does not match.
    return false;
  }
}
