import type { OperationName } from "../../contract/contract.ts";

/**
 * The ways of data into the service (service-api, "Data intake into sources", "Direct data intake" and "PGP keys and
 * upload"): JSON batches, a file or the ZIP of an administrating tenant through a transfer session, a file into an
 * analytic object through a transaction, and the upload that is redirected.
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

/** The answers of a person; an empty text stands for what the prompt says of it. */
export interface IntakeDraft {
  readonly kind: IntakeKind;
  /** Id of a source; by the files' names when empty. */
  readonly source: string;
  /** The tenant that the connection acts on when empty. */
  readonly tenantCode: string;
  /** What follows the receiving job. */
  readonly after: "receive" | "process";
  /** Id of an open transaction; a new one when empty. */
  readonly transaction: string;
  readonly objectName: string;
  readonly commit: "commit" | "open";
  /** Name at the service. */
  readonly filename: string;
}

const uploadName = /.\.(zip|csv|xls|xlsx)(\.(pgp|gpg|asc))?$/i;

/** What may be done with a file of this name, the usual first; nothing for a kind of file that no intake takes. */
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

/**
 * Operations that a kind of intake cannot do without, whatever is answered to its questions. What only takes back what
 * was sent is not among them.
 */
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

/** The kinds of intake of which a service lacks no operation. */
export function availableKinds(
  unavailable: ReadonlySet<string>,
  kinds: readonly IntakeKind[] = allKinds,
): readonly IntakeKind[] {
  return kinds.filter((kind) => !intakeOperations[kind].some((operation) => unavailable.has(operation)));
}

/** What a service lacks of the operations that kinds of intake need. */
export function missingOperations(
  unavailable: ReadonlySet<string>,
  kinds: readonly IntakeKind[] = allKinds,
): readonly OperationName[] {
  const needed = new Set(kinds.flatMap((kind) => intakeOperations[kind]));
  return [...needed].filter((operation) => unavailable.has(operation));
}

/** Whether the upload takes a file of this name: ZIP, CSV, XLS or XLSX, plain or PGP-encrypted. */
export function isUploadName(filename: string): boolean {
  return uploadName.test(filename);
}

/** What is asked, in order. */
export function intakeFieldsOf(kind: IntakeKind, kinds: readonly IntakeKind[]): readonly IntakeField[] {
  const first: readonly IntakeField[] = kinds.length > 1 ? ["kind"] : [];
  return [...first, ...fieldsByKind[kind]];
}

const fieldsByKind: Readonly<Record<IntakeKind, readonly IntakeField[]>> = {
  rows: ["source", "tenantCode", "after"],
  file: ["source", "tenantCode", "after"],
  // The folders in it name the tenants.
  tenantZip: ["source", "after"],
  object: ["objectName", "transaction", "commit"],
  upload: ["filename"],
};

/** A source as far as a choice shows it. */
export interface IntakeSource {
  readonly id: string;
  readonly name: string;
  readonly objectName: string;
  readonly columnCount: number;
  readonly fileNameRegex: string;
}

/** Sources whose file-name pattern the file matches come first. */
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
    // The service's patterns may be of another dialect; then none is preferred.
    return false;
  }
}
