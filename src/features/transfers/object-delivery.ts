import type { Client } from "../../client/call/client.ts";
import { CallGroup } from "../../client/interface/method.ts";
import { createLocalFile } from "../../client/upload/local-file.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import type {
  Delivery,
  DeliveryOutcome,
  DeliveryProgress,
  DeliveryState,
  OpenSessionOrTransaction,
} from "./delivery.ts";
import { sentBytesOnly } from "./file-delivery.ts";
import { checkAcknowledged } from "./refused-data-model.ts";

export interface ObjectDeliveryParts {
  readonly client: Pick<
    Client,
    | "startIntakeTransaction"
    | "uploadIntakeFile"
    | "commitIntakeTransaction"
    | "rollBackIntakeTransaction"
    | "getIntakeTransactionStatus"
  >;
  /** Tenant for service requests. If undefined, the tenant of the sign-in. */
  readonly tenant: string | undefined;
  readonly file: string;
  /** Display name of the data file. */
  readonly name: string;
  /** Name of the analytic object, or `{object}--{property}` for a multi-value property. */
  readonly objectName: string;
  /** Id of the open transaction in which to send the file. If undefined, a new transaction is started. */
  readonly transactionId: string | undefined;
  /** Whether to commit the transaction after sending the file. Otherwise it stays open for more files. */
  readonly commit: boolean;
}

const draftId = "prod";

/** Sends a file in a transaction of direct data intake (service-api, "Direct data intake transaction"). */
export class ObjectDelivery implements Delivery {
  readonly #parts: ObjectDeliveryParts;
  /** Group of the requests that add data to the transaction. The user confirms only one request of a group. */
  readonly #group: CallGroup;
  #transactionId: string | undefined;
  #isOpen: boolean;
  #isSent = false;

  constructor(parts: ObjectDeliveryParts) {
    this.#parts = parts;
    this.#group = new CallGroup(parts.name, ["startIntakeTransaction", "uploadIntakeFile", "commitIntakeTransaction"]);
    this.#transactionId = parts.transactionId;
    this.#isOpen = parts.transactionId !== undefined;
  }

  get open(): OpenSessionOrTransaction | undefined {
    const id = this.#transactionId;
    return this.#isOpen && id !== undefined
      ? { kind: "transaction", id, wasStartedHere: this.#parts.transactionId === undefined }
      : undefined;
  }

  get state(): DeliveryState {
    if (!this.#isOpen) {
      return { kind: "nothing" };
    }
    return { kind: this.#isSent ? "sent" : "file" };
  }

  async run(signal: AbortSignal, onProgress: (progress: DeliveryProgress) => void): Promise<DeliveryOutcome> {
    const { client, commit } = this.#parts;
    const transactionId = await this.#begin(signal);
    if (!this.#isSent) {
      await this.#upload(transactionId, signal, onProgress);
    }
    if (!commit) {
      return { job: undefined, openTransaction: transactionId };
    }
    if (this.#isOpen) {
      const path = { draftId, transactionId } as const;
      const options = { signal, group: this.#group };
      checkAcknowledged("commitIntakeTransaction", await client.commitIntakeTransaction({ path }, options));
      this.#isOpen = false;
    }
    return { job: await this.#processingJob(transactionId, signal) };
  }

  async discard(signal: AbortSignal): Promise<void> {
    if (this.#isOpen && this.#transactionId !== undefined) {
      const path = { draftId, transactionId: this.#transactionId } as const;
      await this.#parts.client.rollBackIntakeTransaction({ path }, { signal });
      this.#isOpen = false;
    }
  }

  async #begin(signal: AbortSignal): Promise<string> {
    if (this.#transactionId === undefined) {
      const options = { signal, group: this.#group };
      const { transactionId } = await this.#parts.client.startIntakeTransaction({ path: { draftId } }, options);
      if (transactionId === undefined || transactionId === "") {
        throw new Error("startIntakeTransaction: the service named no transaction. Try again, or ask its operator.");
      }
      this.#transactionId = transactionId;
      this.#isOpen = true;
    }
    return this.#transactionId;
  }

  async #upload(
    transactionId: string,
    signal: AbortSignal,
    onProgress: (progress: DeliveryProgress) => void,
  ): Promise<void> {
    const { client, file, objectName } = this.#parts;
    const result = await client.uploadIntakeFile(
      { path: { draftId, transactionId, objectName }, body: { file: await createLocalFile(file) } },
      { signal, group: this.#group, onProgress: sentBytesOnly(onProgress) },
    );
    checkAcknowledged("uploadIntakeFile", result);
    this.#isSent = true;
  }

  /**
   * Requests the id of the processing job from the status of the transaction, because the response to the commit does
   * not contain it.
   */
  async #processingJob(transactionId: string, signal: AbortSignal): Promise<JobReference | undefined> {
    const { client, tenant } = this.#parts;
    const { jobId } = await client.getIntakeTransactionStatus({ path: { draftId, transactionId } }, { signal });
    return jobId === undefined || jobId === ""
      ? undefined
      : { kind: "job", jobId, ...(tenant !== undefined && { tenant }) };
  }
}
