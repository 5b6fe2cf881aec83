/** A file on its way into a table: what another window needs to say what became of it. */
export interface StoredUpload {
  readonly connectionId: string;
  readonly tenant?: string | undefined;
  readonly transactionId: string;
  readonly tableId: string;
  readonly objectName: string;
  /** Path of the local file. */
  readonly file: string;
}

/** Where uploads are written down; VS Code's memento of a workspace is one. */
export interface UploadState {
  keys(): readonly string[];
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** Each upload has a key of its own, so that two that begin or end at once do not meet. */
const keyStart = "workforce.tableSources.upload.";

/** The uploads that this workspace has not seen the end of. */
export function listUploads(state: UploadState): readonly StoredUpload[] {
  return state
    .keys()
    .filter((key) => key.startsWith(keyStart))
    .map((key) => state.get(key))
    .filter(isNotedUpload);
}

export async function noteUpload(state: UploadState, upload: StoredUpload): Promise<void> {
  await state.update(keyStart + upload.transactionId, upload);
}

export async function forgetUpload(state: UploadState, transactionId: string): Promise<void> {
  await state.update(keyStart + transactionId, undefined);
}

function isNotedUpload(value: unknown): value is StoredUpload {
  return (
    typeof value === "object" &&
    value !== null &&
    ["connectionId", "transactionId", "tableId", "objectName", "file"].every(
      (key) => typeof (value as Record<string, unknown>)[key] === "string",
    )
  );
}
