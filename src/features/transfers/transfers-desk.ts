import type { TextDocuments } from "../../host/text-documents.ts";
import { buildTenantZip } from "./build-tenant-zip.ts";
import { checkTenantZipFile } from "./check-tenant-zip-file.ts";
import { chosenUri } from "./choose-file.ts";
import { availableKinds } from "./intake-kind-model.ts";
import { sendDataFile } from "./send-data-file.ts";
import type { TransferPlace, TransferServices } from "./transfer-services.ts";

/** Everything about transfers. Loaded on first use, to keep activation fast. */
export class TransfersDesk {
  readonly #services: TransferServices;
  readonly #reports: TextDocuments;

  constructor(services: TransferServices, reports: TextDocuments) {
    this.#services = services;
    this.#reports = reports;
  }

  /** `item` is what the file explorer's menu gives. */
  async sendDataFile(item: unknown): Promise<void> {
    await sendDataFile(this.#services, this.#reports, chosenUri(item));
  }

  async buildTenantZip(): Promise<void> {
    // Building needs no service; sending is offered where the service takes such a file.
    const canSend = () => canSendTenantZip(this.#services.currentPlace());
    const zip = await buildTenantZip(this.#reports, canSend);
    if (zip) {
      await sendDataFile(this.#services, this.#reports, zip);
    }
  }

  /** `item` is what the file explorer's menu gives. */
  async checkTenantZip(item: unknown): Promise<void> {
    await checkTenantZipFile(this.#reports, chosenUri(item));
  }
}

async function canSendTenantZip({ availability }: TransferPlace): Promise<boolean> {
  return availableKinds(await availability.read(), ["tenantZip"]).length > 0;
}
