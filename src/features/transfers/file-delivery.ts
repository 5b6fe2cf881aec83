import type { Client } from "../../client/call/client.ts";
import { limitError } from "../../client/upload/check-limits.ts";
import { localFile } from "../../client/upload/local-file.ts";
import { limits } from "../../contract/limits.ts";
import type { Delivered, Delivery, DeliveryProgress, DeliveryState, OpenDelivery } from "./delivery.ts";
import { checkBatchResult } from "./refused-in-answer-model.ts";
import { type SessionClient, TransferSession } from "./transfer-session.ts";

interface FileDeliveryParts {
  readonly client: SessionClient & Pick<Client, "transferFileBatch">;
  /** The tenant that the client's calls act on; the login tenant when undefined. */
  readonly tenant: string | undefined;
  readonly file: string;
  /** Its name for people. */
  readonly name: string;
  /** Takes every file; by the files' names when undefined. */
  readonly sourceId: string | undefined;
  readonly tenantCode: string | undefined;
  readonly processingData: boolean;
}

const operation = "transferFileBatch";

/** A whole CSV or ZIP file in a transfer session of its own (service-api, "Data intake into sources"). */
export class FileDelivery implements Delivery {
  readonly #parts: FileDeliveryParts;
  readonly #session: TransferSession;
  #isSent = false;

  constructor(parts: FileDeliveryParts) {
    this.#parts = parts;
    this.#session = new TransferSession(parts.client, parts.tenant, parts.name);
  }

  get open(): OpenDelivery | undefined {
    return this.#session.open;
  }

  get state(): DeliveryState {
    if (this.#session.open === undefined) {
      return { kind: "nothing" };
    }
    return { kind: this.#isSent ? "sent" : "file" };
  }

  async run(signal: AbortSignal, onProgress: (progress: DeliveryProgress) => void): Promise<Delivered> {
    const { client, file, sourceId, tenantCode, processingData } = this.#parts;
    if (!this.#isSent) {
      const part = await localFile(file);
      // Refused by the client too, but then a session would already be open.
      if (part.size > limits.transferFileBytes.value) {
        throw limitError(operation, part.filename, "bytes", limits.transferFileBytes, "split it into several files");
      }
      const transferSessionId = await this.#session.begin(signal);
      const query = {
        sequence: "1",
        ...(sourceId !== undefined && { sourceId }),
        ...(tenantCode !== undefined && { tenantCode }),
      };
      const result = await client.transferFileBatch(
        { path: { transferSessionId }, query, body: { file: part } },
        { signal, group: this.#session.group, onProgress: sendingOnly(onProgress) },
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

/** The bytes that go out; those of the answer are none of the delivery's. */
export function sendingOnly(onProgress: (progress: DeliveryProgress) => void) {
  return ({ direction, bytes, totalBytes }: DeliveryProgress & { readonly direction: "sending" | "receiving" }) => {
    if (direction === "sending") {
      onProgress({ bytes, totalBytes });
    }
  };
}
