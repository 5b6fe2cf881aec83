import type { Client } from "../../client/call/client.ts";
import { createLocalFile } from "../../client/upload/local-file.ts";
import type { Delivery, DeliveryOutcome, DeliveryProgress, DeliveryState } from "./delivery.ts";
import { FileDelivery, sentBytesOnly } from "./file-delivery.ts";
import type { IntakeDraft } from "./intake-kind-model.ts";
import { ObjectDelivery } from "./object-delivery.ts";
import { RowsDelivery } from "./rows-delivery.ts";

interface UploadDeliveryParts {
  readonly client: Pick<Client, "uploadDataFile">;
  readonly file: string;
  /** File name at the service, with its extension. */
  readonly filename: string;
}

/** Sends a data file to the upload infrastructure, which starts no job (service-api, "PGP keys and upload"). */
export class UploadDelivery implements Delivery {
  readonly state: DeliveryState = { kind: "nothing" };
  readonly open = undefined;
  readonly #parts: UploadDeliveryParts;

  constructor(parts: UploadDeliveryParts) {
    this.#parts = parts;
  }

  async run(signal: AbortSignal, onProgress: (progress: DeliveryProgress) => void): Promise<DeliveryOutcome> {
    const { client, file, filename } = this.#parts;
    const body = await createLocalFile(file);
    await client.uploadDataFile({ path: { filename }, body }, { signal, onProgress: sentBytesOnly(onProgress) });
    return { job: undefined };
  }
}

interface DeliveryTarget {
  readonly client: Client;
  readonly file: string;
  readonly name: string;
  readonly tenant: string | undefined;
}

/** Creates the delivery that the user's answers describe. */
export function createDelivery(draft: IntakeDraft, target: DeliveryTarget): Delivery {
  const { source, tenantCode, after, objectName, transaction, commit, filename } = draft;
  const parts = { ...target, tenantCode: tenantCode || undefined, processingData: after === "process" };
  switch (draft.kind) {
    case "rows":
      return new RowsDelivery({ ...parts, sourceId: source });
    case "file":
    case "tenantZip":
      return new FileDelivery({ ...parts, sourceId: source || undefined });
    case "object":
      return new ObjectDelivery({
        ...target,
        objectName: objectName.trim(),
        transactionId: transaction || undefined,
        commit: commit === "commit",
      });
    case "upload":
      return new UploadDelivery({ ...target, filename });
  }
}
