import type { Client } from "../../client/call/client.ts";
import { CallGroup } from "../../client/interface/method.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import { startedJobOf } from "../../contract/started-job.ts";
import type { OpenSessionOrTransaction } from "./delivery.ts";

export type TransferSessionClient = Pick<
  Client,
  "startTransferSession" | "completeTransferSession" | "cancelTransferSession"
>;

const operations: readonly (keyof Client & string)[] = [
  "startTransferSession",
  "transferJsonBatch",
  "transferFileBatch",
  "completeTransferSession",
  "cancelTransferSession",
];

/** Transfer session at the service (service-api, "Transfer session"). It is started on first use. */
export class TransferSession {
  readonly #client: TransferSessionClient;
  readonly #tenant: string | undefined;
  /** Group of the requests that add data to the session. The user confirms only one request of a group. */
  readonly group: CallGroup;
  #id: string | undefined;

  /** `tenant` is the tenant for service requests; `name` is the display name of the data that is sent. */
  constructor(client: TransferSessionClient, tenant: string | undefined, name: string) {
    this.#client = client;
    this.#tenant = tenant;
    this.group = new CallGroup(name, operations);
  }

  get open(): OpenSessionOrTransaction | undefined {
    return this.#id === undefined ? undefined : { kind: "session", id: this.#id, wasStartedHere: true };
  }

  async begin(signal: AbortSignal): Promise<string> {
    if (this.#id === undefined) {
      const { transferSessionId } = await this.#client.startTransferSession({}, { signal, group: this.group });
      if (transferSessionId === undefined || transferSessionId === "") {
        throw new Error("startTransferSession: the service named no session. Try again, or ask its operator.");
      }
      this.#id = transferSessionId;
    }
    return this.#id;
  }

  /** Completes the transfer session. Returns the job that receives the data. */
  async complete(processingData: boolean, signal: AbortSignal): Promise<JobReference | undefined> {
    const body = { transferSessionId: await this.begin(signal), processingData };
    const answer = await this.#client.completeTransferSession({ body }, { signal, group: this.group });
    this.#id = undefined;
    return startedJobOf("completeTransferSession", { body }, answer, this.#tenant);
  }

  /** Cancels the transfer session. The service deletes the data sent so far. */
  async cancel(signal: AbortSignal): Promise<void> {
    if (this.#id !== undefined) {
      const path = { transferSessionId: this.#id };
      await this.#client.cancelTransferSession({ path }, { signal, group: this.group });
      this.#id = undefined;
    }
  }
}
