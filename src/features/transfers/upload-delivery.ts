import type { Client } from "../../client/call/client.ts";
import { localFile } from "../../client/upload/local-file.ts";
import type { Delivered, Delivery, DeliveryProgress, Standing } from "./delivery.ts";
import { sendingOnly } from "./file-delivery.ts";

interface UploadDeliveryParts {
  readonly client: Pick<Client, "uploadDataFile">;
  readonly file: string;
  /** Name at the service, with its extension. */
  readonly filename: string;
}

/** A data file for the upload infrastructure; it begins no job (service-api, "PGP keys and upload"). */
export class UploadDelivery implements Delivery {
  readonly standing: Standing = { kind: "nothing" };
  readonly open = undefined;
  readonly #parts: UploadDeliveryParts;

  constructor(parts: UploadDeliveryParts) {
    this.#parts = parts;
  }

  async run(signal: AbortSignal, onProgress: (progress: DeliveryProgress) => void): Promise<Delivered> {
    const { client, file, filename } = this.#parts;
    const body = await localFile(file);
    await client.uploadDataFile({ path: { filename }, body }, { signal, onProgress: sendingOnly(onProgress) });
    return { job: undefined };
  }
}
