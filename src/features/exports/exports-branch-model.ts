import { assertNever } from "../../base/assert-never.ts";
import { fieldsOf } from "../../base/guards.ts";
import type { Client } from "../../client/call/client.ts";
import { type BranchPage, pageOf, type TenantTarget } from "../../host/tenant-branch.ts";
import {
  type Connector,
  type ExportGroup,
  type ExportsEntry,
  exportGroups,
  nameOfConnector,
  type SentTable,
  toConnector,
  toCredential,
  toVersionExport,
} from "./exports-entry.ts";
import { listOperations } from "./exports-operations-model.ts";

type ListClient = Pick<
  Client,
  "listDataVersionExports" | "listExportConnectors" | "listExportCredentials" | "getExportConnectorJob"
>;

/** Service calls that the branch needs. */
interface ExportsSource {
  clientFor(target: TenantTarget): Promise<ListClient>;
  /** Returns the operations that the service of a connection is known not to support. */
  missingOperations(connectionId: string): ReadonlySet<string>;
  /** Returns the tenant that a user has signed in to. Undefined if the service does not say. */
  loginTenant(target: TenantTarget): Promise<string | undefined>;
}

type ExportsPage = BranchPage<ExportsEntry>;

/** Loads the entries of the branch *Exports* below a tenant. */
export class ExportsBranchModel {
  readonly #source: ExportsSource;

  constructor(source: ExportsSource) {
    this.#source = source;
  }

  async children(entry: ExportsEntry, target: TenantTarget, page: number, signal: AbortSignal): Promise<ExportsPage> {
    switch (entry.kind) {
      case "exports":
        return { entries: (await this.#groups(target)).map((group) => ({ kind: "group", group, name: group })) };
      case "group": {
        const entries = await this.#entries(entry.group, target, signal);
        return pageOf(entries.length > 0 ? entries : [{ kind: "empty", group: entry.group, name: "empty" }], page);
      }
      case "versionExport": {
        const { found } = entry;
        const files = found.files.map((file): ExportsEntry => ({ kind: "file", found, file, name: file.filename }));
        return pageOf(files.length > 0 ? files : [{ kind: "noFiles", name: "noFiles" }], page);
      }
      case "exportConnector":
        return pageOf(await this.#sentTables(entry.connector, target, signal), page);
      case "sentTable":
      case "exportCredential":
      case "file":
      case "empty":
      case "noFiles":
        return { entries: [] };
      default:
        return assertNever(entry);
    }
  }

  async #groups(target: TenantTarget): Promise<readonly ExportGroup[]> {
    const missing = this.#source.missingOperations(target.connectionId);
    const login = await this.#source.loginTenant(target);
    return (
      exportGroups
        .filter((group) => listOperations[group].every((operation) => !missing.has(operation)))
        // The operations on connectors and credentials act on the tenant of the sign-in only.
        .filter((group) => group === "versionExports" || login === undefined || login === target.tenant)
    );
  }

  /** The tables of a connector with what its last job made of them. */
  async #sentTables(
    { links, lastJobId }: Connector,
    target: TenantTarget,
    signal: AbortSignal,
  ): Promise<readonly ExportsEntry[]> {
    const unsent = links.map(({ tableName }): SentTable => ({ tableName, status: undefined, errorMessage: undefined }));
    if (lastJobId === undefined) {
      return unsent.map(toSentEntry);
    }
    const client = await this.#source.clientFor(target);
    const { syncJobs = [] } = await client.getExportConnectorJob({ path: { jobId: lastJobId } }, { signal });
    return syncJobs.map((syncJob, index) => {
      const { tableName } = fieldsOf(syncJob);
      const named = typeof tableName === "string" ? tableName : (links[index % links.length]?.tableName ?? "");
      return toSentEntry({ tableName: named, status: syncJob.status, errorMessage: syncJob.errorMessage }, index);
    });
  }

  async #entries(group: ExportGroup, target: TenantTarget, signal: AbortSignal): Promise<readonly ExportsEntry[]> {
    const client = await this.#source.clientFor(target);
    switch (group) {
      case "versionExports": {
        const { dataVersionExports = [] } = await client.listDataVersionExports({}, { signal });
        return dataVersionExports
          .map(toVersionExport)
          .sort((one, other) => (other.timestamp ?? "").localeCompare(one.timestamp ?? ""))
          .map((found) => ({ kind: "versionExport", found, name: found.uuid }));
      }
      case "exportConnectors": {
        const { connectors = [] } = await client.listExportConnectors({}, { signal });
        return connectors
          .map(toConnector)
          .map((connector) => ({ kind: "exportConnector", connector, name: connector.id }));
      }
      case "exportCredentials": {
        const { credentials = [] } = await client.listExportCredentials({}, { signal });
        const { connectors = [] } = await client.listExportConnectors({}, { signal });
        return credentials.map(toCredential).map((credential) => ({
          kind: "exportCredential",
          credential,
          users: connectors
            .map(toConnector)
            .filter(({ credentialIds }) => credentialIds.includes(credential.id))
            .map(nameOfConnector),
          name: credential.id,
        }));
      }
      default:
        return assertNever(group);
    }
  }
}

function toSentEntry(sent: SentTable, index: number): ExportsEntry {
  return { kind: "sentTable", sent, name: `${index} ${sent.tableName}` };
}
