import type { Client } from "../../client/call/client.ts";
import { CallGroup } from "../../client/interface/method.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import { startedJob } from "../../contract/started-job.ts";
import type { OpenDelivery } from "./delivery.ts";

export type SessionClient = Pick<Client, "startTransferSession" | "completeTransferSession" | "cancelTransferSession">;

const operations: readonly (keyof Client & string)[] = [
  "startTransferSession",
  "transferJsonBatch",
  "transferFileBatch",
  "completeTransferSession",
  "cancelTransferSession",
];

/** A transfer session (service-api, "Transfer session"), started on first use. */
export class TransferSession {
  readonly #client: SessionClient;
  readonly #tenant: string | undefined;
  /** Group of the calls that fill the session: confirming one of them confirms all. */
  readonly group: CallGroup;
  #id: string | undefined;

  /** `tenant` is the tenant that the client's calls act on; `name` is the display name of what is sent. */
  constructor(client: SessionClient, tenant: string | undefined, name: string) {
    this.#client = client;
    this.#tenant = tenant;
    this.group = new CallGroup(name, operations);
  }

  get open(): OpenDelivery | undefined {
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

  /** Completes the session. Returns its receiving job. */
  async complete(processingData: boolean, signal: AbortSignal): Promise<JobReference | undefined> {
    const body = { transferSessionId: await this.begin(signal), processingData };
    const answer = await this.#client.completeTransferSession({ body }, { signal, group: this.group });
    this.#id = undefined;
    return startedJob("completeTransferSession", { body }, answer, this.#tenant);
  }

  /** Cancels the session. The service deletes what was sent. */
  async cancel(signal: AbortSignal): Promise<void> {
    if (this.#id !== undefined) {
      const path = { transferSessionId: this.#id };
      await this.#client.cancelTransferSession({ path }, { signal, group: this.group });
      this.#id = undefined;
    }
  }
}
