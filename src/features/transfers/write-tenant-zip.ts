import { createReadStream } from "node:fs";
import path from "node:path";
import { createTenantZip } from "../../client/zip/tenant-zip.ts";
import { saveBody } from "../../host/save-body.ts";
import type { DeliveryProgress } from "./delivery.ts";
import type { FolderOfTenants } from "./tenant-folder.ts";

const pieceBytes = 1024 * 1024;

/**
 * Writes a ZIP file with constant memory. Leaves no file if it is stopped or if a file's size has changed since the
 * folder was read. Returns the size of the ZIP file in bytes.
 */
export async function writeTenantZip(
  { files }: Pick<FolderOfTenants, "files">,
  zip: string,
  signal: AbortSignal,
  onProgress: (progress: DeliveryProgress) => void,
): Promise<number> {
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let readBytes = 0;
  const packed = createTenantZip(
    path.basename(zip),
    files.map(({ path: relative, file, bytes }) => {
      const [tenant = "", filename = ""] = relative.split("/");
      const changed = () => new Error(`"${relative}" changed since the folder was read. Build the ZIP file again.`);
      const open = async function* () {
        let leftBytes = bytes;
        for await (const piece of createReadStream(file, { highWaterMark: pieceBytes })) {
          signal.throwIfAborted();
          readBytes += piece.length;
          leftBytes -= piece.length;
          if (leftBytes < 0) {
            throw changed();
          }
          onProgress({ bytes: readBytes, totalBytes });
          yield piece;
        }
        if (leftBytes > 0) {
          throw changed();
        }
      };
      return { tenant, file: { filename, size: bytes, open } };
    }),
  );
  return await saveBody(zip, packed.open());
}
