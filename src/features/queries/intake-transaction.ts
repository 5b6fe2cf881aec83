import type { Client } from "../../client/call/client.ts";
import type { TransferProgress } from "../../client/interface/transfer-progress.ts";
import type { IntakeTransactionResponse } from "../../contract/direct-intake.ts";
import type { FilePart } from "../../contract/file-part.ts";

export type IntakeClient = Pick<
  Client,
  "startIntakeTransaction" | "uploadIntakeFile" | "commitIntakeTransaction" | "rollBackIntakeTransaction"
>;

const draftId = "prod";

/** Transaction of direct data intake (service-api, "Direct data intake transaction"). Methods throw ApiError. */
export class IntakeTransaction {
  readonly id: string;
  readonly #client: IntakeClient;

  private constructor(client: IntakeClient, id: string) {
    this.#client = client;
    this.id = id;
  }

  static async begin(client: IntakeClient, signal: AbortSignal): Promise<IntakeTransaction> {
    const { transactionId } = await client.startIntakeTransaction({ path: { draftId } }, { signal });
    if (!transactionId) {
      throw new Error("startIntakeTransaction: the service named no transaction. Try again, or ask its operator.");
    }
    return new IntakeTransaction(client, transactionId);
  }

  /**
   * Sends the data file of an analytic object within the transaction. The service processes the file only after the
   * commit.
   */
  async copy(
    object: string,
    file: FilePart,
    signal: AbortSignal,
    onProgress: (progress: TransferProgress) => void,
  ): Promise<void> {
    const path = { draftId, transactionId: this.id, objectName: object } as const;
    const body = { file };
    const options = {
      signal,
      onProgress: (progress: TransferProgress) => {
        if (progress.direction === "sending") {
          onProgress(progress);
        }
      },
    };
    await checkAck("uploadIntakeFile", await this.#client.uploadIntakeFile({ path, body }, options));
  }

  async commit(signal: AbortSignal): Promise<void> {
    await checkAck("commitIntakeTransaction", await this.#client.commitIntakeTransaction(this.#call, { signal }));
  }

  async rollBack(signal: AbortSignal): Promise<void> {
    const ack = await this.#client.rollBackIntakeTransaction(this.#call, { signal });
    // For other calls, the status `ROLLED_BACK` means a failure.
    if (!/^rolled/i.test(ack.status ?? "")) {
      await checkAck("rollBackIntakeTransaction", ack);
    }
  }

  get #call() {
    return { path: { draftId, transactionId: this.id } } as const;
  }
}

/** Throws an error if the response reports a failure, which is possible even with a successful HTTP status. */
async function checkAck(operation: string, { status = "", message }: IntakeTransactionResponse): Promise<void> {
  const { jobPhaseOf: jobPhase } = await import("../../client/service-client.ts");
  if (jobPhase(status) === "failed") {
    const error = new Error(message ? message.replace(/\.?$/, ".") : `The service answered ${status}.`);
    throw Object.assign(error, { details: [`Operation: ${operation}`, `Status: ${status}`] });
  }
}
