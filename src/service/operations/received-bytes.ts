import type { FilePart } from "../../contract/file-part.ts";
import { limits } from "../../contract/limits.ts";
import { HttpError } from "../call.ts";

/** The bytes of an uploaded file; fails with a 413 behind the bound at which the service stops to read (service-api, "Limits"). */
export async function* receivedBytes(file: FilePart): AsyncGenerator<Uint8Array> {
  const bytes: AsyncIterable<Uint8Array> & { readonly truncated?: boolean } = file.open();
  yield* bytes;
  if (bytes.truncated) {
    throw new HttpError(
      413,
      "BODY_TOO_LARGE",
      `The file is larger than ${limits.transferFileBytes.text}; upload it in several files.`,
    );
  }
}
