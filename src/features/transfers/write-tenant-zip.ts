import { createReadStream } from "node:fs";
import path from "node:path";
import { tenantZip } from "../../client/tenant-zip.ts";
import { saveBody } from "../../host/save-body.ts";
import type { DeliveryProgress } from "./delivery.ts";
import type { TenantFolder } from "./tenant-folder.ts";

const pieceBytes = 1024 * 1024;

/** Packs with constant memory; leaves no file when it is stopped. Gives the bytes of the ZIP file. */
export async function writeTenantZip(
  { files }: Pick<TenantFolder, "files">,
  zip: string,
  signal: AbortSignal,
  onProgress: (progress: DeliveryProgress) => void,
): Promise<number> {
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let readBytes = 0;
  const packed = tenantZip(
    path.basename(zip),
    files.map(({ path: relative, file, bytes }) => {
      const [tenant = "", filename = ""] = relative.split("/");
      const open = async function* () {
        for await (const piece of createReadStream(file, { highWaterMark: pieceBytes })) {
          signal.throwIfAborted();
          readBytes += piece.length;
          onProgress({ bytes: readBytes, totalBytes });
          yield piece;
        }
      };
      return { tenant, file: { filename, size: bytes, open } };
    }),
  );
  return await saveBody(zip, packed.open());
}
