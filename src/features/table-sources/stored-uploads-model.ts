/** An unfinished upload of a file into a table: what a later window needs to report its outcome. */
export interface StoredUpload {
  readonly connectionId: string;
  readonly tenant?: string | undefined;
  readonly transactionId: string;
  readonly tableId: string;
  readonly objectName: string;
  /** Path of the local file. */
  readonly file: string;
}

/** Persistent storage of unfinished uploads, such as the workspace memento of VS Code. */
export interface UploadStorage {
  keys(): readonly string[];
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** Each upload has its own key, so that two uploads that begin or end at the same time do not overwrite each other. */
const keyPrefix = "workforce.tableSources.upload.";

/** Returns the unfinished uploads of this workspace. */
export function listUploads(state: UploadStorage): readonly StoredUpload[] {
  return state
    .keys()
    .filter((key) => key.startsWith(keyPrefix))
    .map((key) => state.get(key))
    .filter(isStoredUpload);
}

export async function storeUpload(state: UploadStorage, upload: StoredUpload): Promise<void> {
  await state.update(keyPrefix + upload.transactionId, upload);
}

export async function forgetUpload(state: UploadStorage, transactionId: string): Promise<void> {
  await state.update(keyPrefix + transactionId, undefined);
}

function isStoredUpload(value: unknown): value is StoredUpload {
  return (
    typeof value === "object" &&
    value !== null &&
    ["connectionId", "transactionId", "tableId", "objectName", "file"].every(
      (key) => typeof (value as Record<string, unknown>)[key] === "string",
    )
  );
}
