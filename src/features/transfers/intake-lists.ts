import * as vscode from "vscode";
import type { Client } from "../../client/call/client.ts";
import { withProgress } from "../../host/progress.ts";
import { type IntakeSource, sortedSources } from "./intake-kind-model.ts";
import type { OpenTransaction } from "./intake-steps.ts";

/** Choices that the service offers, with each list requested once. */
export class IntakeLists {
  readonly #client: Pick<Client, "listSources" | "listOpenTransactions">;
  readonly #filename: string;
  #sources: Promise<readonly IntakeSource[]> | undefined;
  #transactions: Promise<readonly OpenTransaction[]> | undefined;

  constructor(client: Pick<Client, "listSources" | "listOpenTransactions">, filename: string) {
    this.#client = client;
    this.#filename = filename;
  }

  sources(): Promise<readonly IntakeSource[]> {
    this.#sources ??= withProgress("notification", vscode.l10n.t("Reading the sources"), async (signal) => {
      const { sources = [] } = await this.#client.listSources({}, { signal });
      const all = sources.map(({ sourceId = "", name = "", objectName = "", columns = [], fileNameRegex = "" }) => {
        return { id: sourceId, name, objectName, columnCount: columns.length, fileNameRegex };
      });
      return sortedSources(all, this.#filename);
    });
    return this.#sources;
  }

  openTransactions(): Promise<readonly OpenTransaction[]> {
    this.#transactions ??= withProgress("notification", vscode.l10n.t("Reading the transactions"), async (signal) => {
      const path = { draftId: "prod" } as const;
      const { transactions = [] } = await this.#client.listOpenTransactions({ path }, { signal });
      return transactions.map(({ transactionId = "", created = "" }) => ({ id: transactionId, created }));
    });
    return this.#transactions;
  }
}
