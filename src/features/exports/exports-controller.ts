import * as vscode from "vscode";
import { activeTenant } from "../../host/call-tenant.ts";
import * as commandIds from "../../host/command-ids.ts";
import type { CommandId } from "../../host/contributions.ts";
import type { JobChainEnd, JobEndAction } from "../../host/job-chain.ts";
import { type BranchItem, type BranchPage, isBranchItem, type TenantTarget } from "../../host/tenant-branch.ts";
import { downloadExport, openExportFile } from "./download-export.ts";
import { deleteCredential, newCredential, replaceCredential, validateCredential } from "./export-credentials.ts";
import { exportVersion, versionOfItem } from "./export-version.ts";
import { ExportsBranchModel } from "./exports-branch-model.ts";
import {
  type Credential,
  type ExportsEntry,
  entryOfKind,
  exportsBranchId,
  isExportsItem,
  toVersionExport,
  type VersionExport,
} from "./exports-entry.ts";
import type { ExportsServices } from "./exports-services.ts";
import { exportsTreeItem } from "./exports-tree-item.ts";
import { runConnector } from "./run-connector.ts";

type Handler = (item: unknown) => Promise<void>;

/** Tree items of the exports of tenants, and commands on them. Loaded on first use, to keep activation fast. */
export class ExportsController {
  readonly #services: ExportsServices;
  readonly #model: ExportsBranchModel;
  readonly #handlers: { readonly [Id in CommandId]?: Handler };

  constructor(services: ExportsServices) {
    const { connections } = services;
    this.#services = services;
    this.#model = new ExportsBranchModel({
      missingOperations: (connectionId) => connections.missingOperations(connectionId),
      loginTenant: (target) => connections.targetFor(target).loginTenant(),
      clientFor: async ({ connectionId, tenant }) => (await connections.sessionFor(connectionId, tenant)).client,
    });
    this.#handlers = {
      [commandIds.exportDataVersion]: async (item) => {
        const target = isBranchItem(item) ? item.target : await activeTenant(connections);
        await exportVersion(target, versionOfItem(item), services);
      },
      [commandIds.downloadExport]: async (item) => {
        const on = entryOfKind("versionExport", item);
        if (on) {
          await downloadExport(on.target, on.entry.found, services);
        }
      },
      [commandIds.openExportFile]: async (item) => {
        const on = entryOfKind("file", item);
        if (on) {
          await openExportFile(on.target, on.entry.found, on.entry.file, services);
        }
      },
      [commandIds.runExportConnector]: async (item) => {
        const on = entryOfKind("exportConnector", item);
        if (on) {
          await runConnector(on.target, on.entry.connector, services);
        }
      },
      [commandIds.newExportCredential]: async (item) => {
        await newCredential(isBranchItem(item) ? item.target : await activeTenant(connections), services);
      },
      ...this.#onCredential(commandIds.replaceExportCredential, replaceCredential),
      ...this.#onCredential(commandIds.validateExportCredential, validateCredential),
      ...this.#onCredential(commandIds.deleteExportCredential, deleteCredential),
      [commandIds.copyExportName]: async (item) => {
        if (isExportsItem(item)) {
          await vscode.env.clipboard.writeText(item.entry.name);
        }
      },
    };
  }

  #onCredential(
    id: CommandId,
    act: (target: TenantTarget, credential: Credential, services: ExportsServices) => Promise<void>,
  ): { readonly [Id in CommandId]?: Handler } {
    return {
      [id]: async (item: unknown) => {
        const on = entryOfKind("exportCredential", item);
        if (on) {
          await act(on.target, on.entry.credential, this.#services);
        }
      },
    };
  }

  children(entry: ExportsEntry, target: TenantTarget, page: number, signal: AbortSignal): Promise<BranchPage> {
    return this.#model.children(entry, target, page, signal);
  }

  treeItem(item: BranchItem): vscode.TreeItem {
    return exportsTreeItem(item, this.#services.connections.missingOperations(item.target.connectionId));
  }

  async run(id: CommandId, item: unknown): Promise<void> {
    await this.#handlers[id]?.(item);
  }

  /** Reloads the tree after an export job, and offers to download what it exported. */
  async endActions({ connectionId, tenant, jobs }: JobChainEnd): Promise<readonly JobEndAction[]> {
    const last = jobs.at(-1);
    if (tenant === undefined || last === undefined) {
      return [];
    }
    const target = { connectionId, tenant };
    this.#services.refreshTree(target, exportsBranchId);
    const isVersion = /^export$/i.test(last.jobType ?? "");
    const found = isVersion && last.phase === "succeeded" ? await this.#exportOf(target, last.id) : undefined;
    return found && found.files.length > 0
      ? [
          {
            label: vscode.l10n.t("Download All Files..."),
            run: () => downloadExport(target, found, this.#services),
          },
        ]
      : [];
  }

  async #exportOf({ connectionId, tenant }: TenantTarget, jobUuid: string): Promise<VersionExport | undefined> {
    const { client } = await this.#services.connections.sessionFor(connectionId, tenant);
    const { exportUuid } = await client.getDataVersionExportJob({ path: { jobUuid } });
    return exportUuid === undefined
      ? undefined
      : toVersionExport(await client.getDataVersionExport({ path: { exportUuid } }));
  }
}
