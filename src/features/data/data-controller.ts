import * as vscode from "vscode";
import * as commandIds from "../../host/command-ids.ts";
import type { CommandId } from "../../host/contributions.ts";
import type { JobChainEnd, JobEndAction } from "../../host/job-chain.ts";
import { withProgress } from "../../host/progress.ts";
import type { BranchItem, BranchPage, TenantTarget } from "../../host/tenant-branch.ts";
import { changeUploads } from "./change-uploads.ts";
import { compareWithProduction } from "./compare-version.ts";
import { ConnectorSettingsStore } from "./connector-settings-store.ts";
import { assignCredentials, deleteCredential, newCredential } from "./connectors.ts";
import { DataBranchModel } from "./data-branch-model.ts";
import { type DataEntry, type DataVersion, dataBranchId, isDataItem, itemsOfKind } from "./data-entry.ts";
import type { DataServices } from "./data-services.ts";
import { targetOf } from "./data-target.ts";
import { dataTreeItem } from "./data-tree-item.ts";
import { commitIntake, rollBackIntake } from "./end-intake.ts";
import { extractNow } from "./extract-now.ts";
import { readExtractionTask } from "./extraction-plan-model.ts";
import { ExtractionTerminal } from "./extraction-terminal.ts";
import { newLoadCsv } from "./new-load-csv.ts";
import { copyFingerprint, deleteKey, generateKey, saveKey } from "./pgp-keys.ts";
import { disableVersion, processNow, publishVersion } from "./process-data.ts";
import { downloadOriginal, openProblemFile } from "./uploaded-file.ts";

type Handler = (item: unknown, selected: unknown) => Promise<void>;

/** Tree items of the data of tenants, and commands on them. Loaded on first use, to keep activation fast. */
export class DataController {
  /** Settings of data connectors as documents. */
  readonly settings: ConnectorSettingsStore;
  readonly #services: DataServices;
  readonly #model: DataBranchModel;
  readonly #handlers: { readonly [Id in CommandId]?: Handler };

  constructor(services: DataServices, reloadSettings: (uri: vscode.Uri) => void) {
    const { connections } = services;
    const model = new DataBranchModel({
      missingOperations: (connectionId) => connections.missingOperations(connectionId),
      clientFor: async ({ connectionId, tenant }) => (await connections.sessionFor(connectionId, tenant)).client,
    });
    this.#services = services;
    this.settings = new ConnectorSettingsStore({ ...services, reloadSettings });
    this.#model = model;
    this.#handlers = {
      [commandIds.newLoadCsv]: async (item) => {
        const objectName = isDataItem(item) && item.entry.kind === "source" ? item.entry.source.objectName : undefined;
        await newLoadCsv(await targetOf(item, services), objectName, services);
      },
      [commandIds.processNow]: async (item) => {
        const category = isDataItem(item) && item.entry.kind === "category" ? item.entry.category : undefined;
        await processNow(await targetOf(item, services), category, model, services);
      },
      [commandIds.excludeUploads]: (item, selected) => this.#changeUploads(item, selected, false),
      [commandIds.includeUploads]: (item, selected) => this.#changeUploads(item, selected, true),
      [commandIds.downloadOriginal]: onEntry("file", ({ file }, target) => downloadOriginal(target, file, services)),
      [commandIds.openProblemFile]: onEntry("file", ({ file }, target) => openProblemFile(target, file, services)),
      [commandIds.publishDataVersion]: onEntry("version", ({ version }, target) =>
        publishVersion(target, version, model, services),
      ),
      [commandIds.disableDataVersion]: onEntry("version", ({ version }, target) =>
        disableVersion(target, version, model, services),
      ),
      [commandIds.compareDataVersion]: onEntry("version", ({ version }, target) =>
        compareWithProduction(target, version, model, services),
      ),
      [commandIds.commitIntake]: onEntry("transaction", ({ transaction }, target) =>
        commitIntake(target, transaction, services),
      ),
      [commandIds.rollBackIntake]: onEntry("transaction", ({ transaction }, target) =>
        rollBackIntake(target, transaction, services),
      ),
      [commandIds.newConnectorCredential]: async (item) => {
        const target = await targetOf(item, services);
        await newCredential(target, services, (id) => assignCredentials(target, id, services));
      },
      [commandIds.deleteConnectorCredential]: onEntry("credential", ({ credential }, target) =>
        deleteCredential(target, credential, services),
      ),
      [commandIds.assignConnectorCredentials]: async (item) => {
        const [found] = itemsOfKind("credential", item, undefined);
        const id = found?.entry.credential.credentialId;
        await assignCredentials(await targetOf(item, services), id, services);
      },
      [commandIds.editConnectorSettings]: async (item) => this.settings.open(await targetOf(item, services)),
      [commandIds.extractNow]: async (item) => {
        const [found] = itemsOfKind("connector", item, undefined);
        await extractNow(await targetOf(item, services), found?.entry.connector, services);
      },
      [commandIds.generatePgpKey]: async (item) => generateKey(await targetOf(item, services), services),
      [commandIds.savePgpKey]: onEntry("key", ({ key }, target) => saveKey(target, key, services)),
      [commandIds.copyKeyFingerprint]: onEntry("key", ({ key }, target) => copyFingerprint(target, key, services)),
      [commandIds.deletePgpKey]: onEntry("key", async ({ key }, target) => {
        await deleteKey(target, key, await this.#otherKeys(target, key.keyID), services);
      }),
      [commandIds.copyDataName]: async (item, selected) => {
        const items = Array.isArray(selected) && selected.includes(item) ? selected : [item];
        await vscode.env.clipboard.writeText(
          items
            .filter(isDataItem)
            .map(({ entry }) => entry.name)
            .join("\n"),
        );
      },
    };
  }

  children(entry: DataEntry, target: TenantTarget, page: number, signal: AbortSignal): Promise<BranchPage> {
    return this.#model.children(entry, target, page, signal);
  }

  treeItem(item: BranchItem): vscode.TreeItem {
    return dataTreeItem(item, this.#services.connections.missingOperations(item.target.connectionId), Date.now());
  }

  /** Returns the terminal of a task that extracts. */
  extractionTerminal(definition: vscode.TaskDefinition): vscode.Pseudoterminal {
    return new ExtractionTerminal(readExtractionTask(definition), this.#services);
  }

  async run(id: CommandId, item: unknown, selected: unknown): Promise<void> {
    await this.#handlers[id]?.(item, selected);
  }

  /** Reloads the tree and the model after a chain of jobs. Offers what comes next for a draft that it made. */
  async endActions({ connectionId, tenant, jobs }: JobChainEnd): Promise<readonly JobEndAction[]> {
    if (tenant === undefined) {
      return [];
    }
    const target = { connectionId, tenant };
    this.#services.refreshTree(target, dataBranchId);
    const last = jobs.at(-1);
    if (last?.phase !== "succeeded" || !/^processing$/i.test(last.jobType ?? "")) {
      return [];
    }
    this.#services.refreshModel();
    const draft = await this.#draftOf(target, last.id);
    return draft
      ? [
          {
            label: vscode.l10n.t("Compare with Production..."),
            run: () => compareWithProduction(target, draft, this.#model, this.#services),
          },
          { label: vscode.l10n.t("Publish..."), run: () => publishVersion(target, draft, this.#model, this.#services) },
        ]
      : [];
  }

  /** Returns the draft that a job made. Undefined if the service does not tell. */
  async #draftOf(target: TenantTarget, jobId: string): Promise<DataVersion | undefined> {
    const { signal } = new AbortController();
    const missing = this.#services.connections.missingOperations(target.connectionId);
    if (missing.has("listDataCategories") || missing.has("listLatestDataVersions")) {
      return undefined;
    }
    const categories = await this.#model.categories(target, signal);
    const versions = await Promise.all(categories.map((category) => this.#model.versions(category, target, signal)));
    return versions.flat().find((version) => version.jobId === jobId && version.isDraft === true);
  }

  /** Changes the uploads that are selected in the tree, tenant by tenant. */
  async #changeUploads(item: unknown, selected: unknown, isIncluded: boolean): Promise<void> {
    const changing = itemsOfKind("upload", item, selected).filter(
      ({ entry: { upload } }) => (upload.included ?? true) !== isIncluded,
    );
    const byTenant = new Map<string, { readonly target: TenantTarget; readonly items: typeof changing }>();
    for (const each of changing) {
      const key = JSON.stringify(each.target);
      byTenant.set(key, { target: each.target, items: [...(byTenant.get(key)?.items ?? []), each] });
    }
    for (const { target, items } of byTenant.values()) {
      const uploads = items.map(({ entry }) => entry.upload);
      await changeUploads(target, uploads, isIncluded, this.#services);
    }
  }

  async #otherKeys(target: TenantTarget, keyID: string | undefined) {
    const group: DataEntry = { kind: "group", group: "keys", name: "keys" };
    const title = vscode.l10n.t("Reading the keys of {0}", target.tenant);
    const { entries } = await withProgress("notification", title, (signal) =>
      this.#model.children(group, target, 0, signal),
    );
    return entries.flatMap((entry) => (entry.kind === "key" && entry.key.keyID !== keyID ? entry.key : []));
  }
}

/** Returns the handler of a command that takes one entry of a kind. */
function onEntry<Kind extends DataEntry["kind"]>(
  kind: Kind,
  run: (entry: Extract<DataEntry, { kind: Kind }>, target: TenantTarget) => Promise<void>,
): Handler {
  return async (item) => {
    const [found] = itemsOfKind(kind, item, undefined);
    if (found) {
      await run(found.entry, found.target);
    }
  };
}
