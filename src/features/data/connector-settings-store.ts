import * as vscode from "vscode";
import { showInformation } from "../../host/notifications.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import {
  changesOf,
  formatSettings,
  type SettingChange,
  type SettingsProblem,
  settingsOf,
} from "./connector-settings-model.ts";
import { connectorSettingsScheme } from "./data-entry.ts";
import type { DataServices } from "./data-services.ts";
import { refreshGroup } from "./data-target.ts";

interface SettingsServices extends DataServices {
  /** Has an open document read anew. */
  readonly reloadSettings: (uri: vscode.Uri) => void;
}

interface KnownSettings {
  readonly settings: ReturnType<typeof settingsOf>;
  readonly mtime: number;
}

/**
 * Settings of the data connectors of a tenant as one JSON document: reading it requests them, saving it sends what has
 * changed. The service checks each value.
 */
export class ConnectorSettingsStore {
  readonly #services: SettingsServices;
  readonly #known = new Map<string, KnownSettings>();

  constructor(services: SettingsServices) {
    this.#services = services;
  }

  /** Opens the settings of a tenant as the service has them now. */
  async open(target: TenantTarget): Promise<void> {
    const { connectionId, tenant } = target;
    const path = `/${[connectionId, tenant].map(encodeURIComponent).join("/")}/${tenant}.workforce-connectors.json`;
    const uri = vscode.Uri.from({ scheme: connectorSettingsScheme, path });
    this.#known.delete(uri.toString());
    this.#services.reloadSettings(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { settings, mtime } = await this.#load(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime, size: Buffer.byteLength(formatSettings(settings)) };
  }

  async read(uri: vscode.Uri): Promise<Uint8Array> {
    return new TextEncoder().encode(formatSettings((await this.#load(uri)).settings));
  }

  async write(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const text = new TextDecoder().decode(content);
    const target = targetOfUri(uri);
    const { settings } = await this.#load(uri);
    const changes = changesOf(text, settings);
    if ("kind" in changes) {
      throw new Error(problemText(changes));
    }
    if (changes.length > 0) {
      await this.#send(target, changes);
      refreshGroup(target, "connectors", this.#services);
      void showInformation(
        changes.length === 1
          ? vscode.l10n.t("1 connector setting of {0} was changed.", target.tenant)
          : vscode.l10n.t("{0} connector settings of {1} were changed.", changes.length, target.tenant),
      );
    }
    this.#known.delete(uri.toString());
    await this.#load(uri);
  }

  /** Throws an error that names the settings that the service refused. */
  async #send({ connectionId, tenant }: TenantTarget, changes: readonly SettingChange[]): Promise<void> {
    const { client } = await this.#services.connections.sessionFor(connectionId, tenant);
    const ids = [...new Set(changes.map(({ connectorId }) => connectorId))];
    const connectors = ids.map((connectorId) => ({
      connectorId,
      tenants: [
        {
          tenantCode: tenant,
          connectorSettings: changes
            .filter((change) => change.connectorId === connectorId)
            .map(({ key, value }) => ({ settingKey: key, value })),
        },
      ],
    }));
    const { tenants = [] } = await client.updateConnectorSettings({ body: { connectors } }, {});
    const refusals = tenants.flatMap(({ message }) => message || []);
    if (refusals.length > 0) {
      throw new Error(vscode.l10n.t("The service refused settings; the others are changed. {0}", refusals.join(" ")));
    }
  }

  async #load(uri: vscode.Uri): Promise<KnownSettings> {
    const known = this.#known.get(uri.toString());
    if (known) {
      return known;
    }
    const { connectionId, tenant } = targetOfUri(uri);
    const { client } = await this.#services.connections.sessionFor(connectionId, tenant);
    const read = { settings: settingsOf(await client.getConnectorSettings({}, {})), mtime: Date.now() };
    this.#known.set(uri.toString(), read);
    return read;
  }
}

function targetOfUri(uri: vscode.Uri): TenantTarget {
  const [connectionId = "", tenant = ""] = uri.path.split("/").slice(1).map(decodeURIComponent);
  if (connectionId === "" || tenant === "") {
    throw vscode.FileSystemError.FileNotFound(uri);
  }
  return { connectionId, tenant };
}

function problemText(problem: SettingsProblem): string {
  switch (problem.kind) {
    case "noJson":
      return vscode.l10n.t("This is no JSON; nothing was sent.");
    case "noObject":
      return problem.connectorId === undefined
        ? vscode.l10n.t("The document must be an object with an object for each connector; nothing was sent.")
        : vscode.l10n.t("{0} must be an object with settings; nothing was sent.", problem.connectorId);
    case "unknownConnector":
      return vscode.l10n.t("There is no connector {0}; nothing was sent.", problem.connectorId);
    case "noText":
      return vscode.l10n.t("{0} of {1} must be a text; nothing was sent.", problem.key, problem.connectorId);
  }
}
