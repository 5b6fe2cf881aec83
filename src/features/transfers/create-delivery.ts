import type { Client } from "../../client/call/client.ts";
import { createLocalFile } from "../../client/upload/local-file.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import { startedJobOf } from "../../contract/started-job.ts";
import type { Delivery, DeliveryOutcome, DeliveryProgress, DeliveryState } from "./delivery.ts";
import { FileDelivery, sentBytesOnly } from "./file-delivery.ts";
import type { IntakeDraft } from "./intake-kind-model.ts";
import { ObjectDelivery } from "./object-delivery.ts";
import { RowsDelivery } from "./rows-delivery.ts";

interface UploadDeliveryParts {
  readonly client: Pick<Client, "uploadDataFile" | "startDataLoad">;
  readonly file: string;
  /** Name of the file at the service, with its extension. */
  readonly filename: string;
  /** Tenant for service requests. If undefined, the tenant of the sign-in. */
  readonly tenant: string | undefined;
  readonly load: IntakeDraft["load"];
}

/**
 * Sends a data file to the upload infrastructure (service-api, "PGP keys and upload"), and starts its load if that is
 * wanted.
 */
export class UploadDelivery implements Delivery {
  readonly state: DeliveryState = { kind: "nothing" };
  readonly open = undefined;
  readonly #parts: UploadDeliveryParts;
  #isSent = false;

  constructor(parts: UploadDeliveryParts) {
    this.#parts = parts;
  }

  async run(signal: AbortSignal, onProgress: (progress: DeliveryProgress) => void): Promise<DeliveryOutcome> {
    const { client, file, filename, load } = this.#parts;
    if (!this.#isSent) {
      const body = await createLocalFile(file);
      await client.uploadDataFile({ path: { filename }, body }, { signal, onProgress: sentBytesOnly(onProgress) });
      this.#isSent = true;
    }
    return { job: load === "wait" ? undefined : await this.#load(load, signal) };
  }

  async #load(load: "receive" | "process", signal: AbortSignal): Promise<JobReference | undefined> {
    const { client, filename, tenant } = this.#parts;
    const body = { model: { files: [filename], skipDataLoad: load === "receive" } };
    return startedJobOf("startDataLoad", { body }, await client.startDataLoad({ body }, { signal }), tenant);
  }
}

interface DeliveryTarget {
  readonly client: Client;
  readonly file: string;
  readonly name: string;
  readonly tenant: string | undefined;
}

/** Creates the transmission of a data file that the user's answers describe. */
export function createDelivery(draft: IntakeDraft, target: DeliveryTarget): Delivery {
  const { source, tenantCode, after, objectName, transaction, commit, filename, load } = draft;
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
      return new UploadDelivery({ ...target, filename, load });
  }
}
