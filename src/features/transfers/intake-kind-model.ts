import type { OperationName } from "../../contract/contract.ts";

/**
 * Way to send data to the service (service-api, "Data intake into sources", "Direct data intake" and "PGP keys and
 * upload"). `rows` sends JSON batches, `file` and `tenantZip` a file in a transfer session, `object` a file in a
 * transaction, and `upload` a file to the upload infrastructure.
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
  | "filename"
  | "load";

/** Answers of the user about how to send a data file. The meaning of an empty text depends on the field. */
export interface IntakeDraft {
  readonly kind: IntakeKind;
  /** Id of the source that receives the data. If empty, the service chooses it by file name. */
  readonly source: string;
  /** Code of the analytic tenant that receives the data. If empty, the tenant of the connection. */
  readonly tenantCode: string;
  /** Whether the service only receives the data, or also processes it afterwards. */
  readonly after: "receive" | "process";
  /** Id of the open transaction in which to send the file. If empty, a new transaction is started. */
  readonly transaction: string;
  readonly objectName: string;
  readonly commit: "commit" | "open";
  /** Name of the file at the service. */
  readonly filename: string;
  /** Whether an uploaded file waits in the inbox, or is received, or also processed. */
  readonly load: "wait" | "receive" | "process";
}

const uploadName = /.\.(zip|csv|xls|xlsx)(\.(pgp|gpg|asc))?$/i;

/** Returns the ways to send a file with this name, most common first. Empty if there are none. */
export function intakeKindsOf(filename: string): readonly IntakeKind[] {
  const upload: readonly IntakeKind[] = isUploadFileName(filename) ? ["upload"] : [];
  if (/\.(jsonl|ndjson)$/i.test(filename)) {
    return ["rows"];
  }
  if (/\.csv$/i.test(filename)) {
    return ["rows", "file", "object", ...upload];
  }
  return /\.zip$/i.test(filename) ? ["tenantZip", "file", ...upload] : upload;
}

/**
 * Service operations that each way to send data always needs. Operations that only undo a transmission are not
 * included.
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

/** Returns the ways to send data for which the service supports all needed operations. */
export function availableKinds(
  unavailable: ReadonlySet<string>,
  kinds: readonly IntakeKind[] = allKinds,
): readonly IntakeKind[] {
  return kinds.filter((kind) => !intakeOperations[kind].some((operation) => unavailable.has(operation)));
}

/** Returns the operations that the given ways to send data need and the service does not support. */
export function missingOperations(
  unavailable: ReadonlySet<string>,
  kinds: readonly IntakeKind[] = allKinds,
): readonly OperationName[] {
  const needed = new Set(kinds.flatMap((kind) => intakeOperations[kind]));
  return [...needed].filter((operation) => unavailable.has(operation));
}

/** Whether the upload infrastructure accepts a file name: ZIP, CSV, XLS or XLSX, plain or PGP-encrypted. */
export function isUploadFileName(filename: string): boolean {
  return uploadName.test(filename);
}

/**
 * Returns the fields to ask the user for before data is sent, in order. `unavailable` holds the operations that the
 * service does not support.
 */
export function intakeFieldsOf(
  kind: IntakeKind,
  kinds: readonly IntakeKind[],
  unavailable: ReadonlySet<string>,
): readonly IntakeField[] {
  const first: readonly IntakeField[] = kinds.length > 1 ? ["kind"] : [];
  const fields = fieldsByKind[kind].filter((field) => field !== "load" || !unavailable.has("startDataLoad"));
  return [...first, ...fields];
}

const fieldsByKind: Readonly<Record<IntakeKind, readonly IntakeField[]>> = {
  rows: ["source", "tenantCode", "after"],
  file: ["source", "tenantCode", "after"],
  // The folders in the ZIP name the tenants.
  tenantZip: ["source", "after"],
  object: ["objectName", "transaction", "commit"],
  upload: ["filename", "load"],
};

/** Details of a data source that the picker shows. */
export interface PickableSource {
  readonly id: string;
  readonly name: string;
  readonly objectName: string;
  readonly columnCount: number;
  readonly fileNameRegex: string;
}

/**
 * Returns the sources with those first whose file name pattern matches the file. Of several the longest id is first:
 * the pattern of `Employee` may match the files of `Employee_Exit`, too.
 */
export function sortSourcesByMatch(sources: readonly PickableSource[], filename: string): readonly PickableSource[] {
  const matching = sources.filter(({ fileNameRegex }) => matches(fileNameRegex, filename));
  return [
    ...matching.sort((one, other) => other.id.length - one.id.length),
    ...sources.filter((source) => !matching.includes(source)),
  ];
}

/** Analytic object that takes load files. */
export interface PickableObject {
  /** `{object}--{property}` for a property of many values. */
  readonly name: string;
  readonly columnCount: number;
  /** Whether the name of the file matches the pattern of the object's source. */
  readonly isMatching: boolean;
}

/** Returns the objects of sources, which are sorted by match, each once. */
export function objectsOfSources(sources: readonly PickableSource[], filename: string): readonly PickableObject[] {
  const objects = new Map<string, PickableObject>();
  for (const { objectName, columnCount, fileNameRegex } of sources) {
    if (objectName !== "" && !objects.has(objectName)) {
      objects.set(objectName, { name: objectName, columnCount, isMatching: matches(fileNameRegex, filename) });
    }
  }
  return [...objects.values()];
}

function matches(pattern: string, filename: string): boolean {
  if (pattern === "") {
    return false;
  }
  try {
    return new RegExp(pattern, "i").test(filename);
  } catch {
    // The service's patterns may use another regular-expression dialect. An invalid one does not match.
    return false;
  }
}
