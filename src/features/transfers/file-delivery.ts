import type { Client } from "../../client/call/client.ts";
import { createLimitError } from "../../client/upload/check-limits.ts";
import { createLocalFile } from "../../client/upload/local-file.ts";
import { limits } from "../../contract/limits.ts";
import type {
  Delivery,
  DeliveryOutcome,
  DeliveryProgress,
  DeliveryState,
  OpenSessionOrTransaction,
} from "./delivery.ts";
import { checkBatchResult } from "./refused-data-model.ts";
import { TransferSession, type TransferSessionClient } from "./transfer-session.ts";

interface FileDeliveryParts {
  readonly client: TransferSessionClient & Pick<Client, "transferFileBatch">;
  /** Tenant for service requests. If undefined, the tenant of the sign-in. */
  readonly tenant: string | undefined;
  readonly file: string;
  /** Display name of the data file. */
  readonly name: string;
  /** Id of the source that receives the file or files. If undefined, the service chooses it by file name. */
  readonly sourceId: string | undefined;
  readonly tenantCode: string | undefined;
  readonly processingData: boolean;
}

const operation = "transferFileBatch";

/** Sends a complete CSV or ZIP file in its own transfer session (service-api, "Data intake into sources"). */
export class FileDelivery implements Delivery {
  readonly #parts: FileDeliveryParts;
  readonly #session: TransferSession;
  #isSent = false;

  constructor(parts: FileDeliveryParts) {
    this.#parts = parts;
    this.#session = new TransferSession(parts.client, parts.tenant, parts.name);
  }

  get open(): OpenSessionOrTransaction | undefined {
    return this.#session.open;
  }

  get state(): DeliveryState {
    if (this.#session.open === undefined) {
      return { kind: "nothing" };
    }
    return { kind: this.#isSent ? "sent" : "file" };
  }

  async run(signal: AbortSignal, onProgress: (progress: DeliveryProgress) => void): Promise<DeliveryOutcome> {
    const { client, file, sourceId, tenantCode, processingData } = this.#parts;
    if (!this.#isSent) {
      const part = await createLocalFile(file);
      // The client would reject the file as well, but only after a session was opened.
      if (part.size > limits.transferFileBytes.value) {
        throw createLimitError(
          operation,
          part.filename,
          "bytes",
          limits.transferFileBytes,
          "split it into several files",
        );
      }
      const transferSessionId = await this.#session.begin(signal);
      const query = {
        sequence: "1",
        ...(sourceId !== undefined && { sourceId }),
        ...(tenantCode !== undefined && { tenantCode }),
      };
      const result = await client.transferFileBatch(
        { path: { transferSessionId }, query, body: { file: part } },
        { signal, group: this.#session.group, onProgress: sentBytesOnly(onProgress) },
      );
      checkBatchResult(operation, result);
      this.#isSent = true;
    }
    return { job: await this.#session.complete(processingData, signal) };
  }

  async discard(signal: AbortSignal): Promise<void> {
    await this.#session.cancel(signal);
  }
}

/** Returns a progress callback that passes on the number of sent bytes and ignores received bytes. */
export function sentBytesOnly(onProgress: (progress: DeliveryProgress) => void) {
  return ({ direction, bytes, totalBytes }: DeliveryProgress & { readonly direction: "sending" | "receiving" }) => {
    if (direction === "sending") {
      onProgress({ bytes, totalBytes });
    }
  };
}
