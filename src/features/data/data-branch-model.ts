import { assertNever } from "../../base/assert-never.ts";
import { refusalStatusOf } from "../../base/failure.ts";
import type { Client } from "../../client/call/client.ts";
import { type BranchPage, pageOf, type TenantTarget } from "../../host/tenant-branch.ts";
import {
  type Category,
  type Connector,
  type ConnectorCredential,
  type DataEntry,
  type DataGroup,
  type DataVersion,
  dataGroups,
  dataVersionsOf,
  type Upload,
  type UploadedFile,
} from "./data-entry.ts";
import { listOperations } from "./data-operations-model.ts";

/** Maximum number of uploads of a tenant, and of versions of a category, that the service lists. */
const listed = 5;
/** Number of files that are requested at once. */
const fileListLimit = 1000;
/** Number of connectors and of credentials that are requested. */
const connectorLimit = 1000;
type ListClient = Pick<
  Client,
  | "listSources"
  | "listOpenTransactions"
  | "listDataUploads"
  | "listUploadedFiles"
  | "listDataCategories"
  | "listLatestDataVersions"
  | "listPgpKeys"
  | "listDataConnectors"
  | "listConnectorCredentials"
>;

/** Service calls that the branch needs. */
export interface DataSource {
  clientFor(target: TenantTarget): Promise<ListClient>;
  /** Returns the operations that the service of a connection is known not to support. */
  missingOperations(connectionId: string): ReadonlySet<string>;
}

type DataPage = BranchPage<DataEntry>;

/** Loads the entries of the branch *Data* below a tenant. */
export class DataBranchModel {
  readonly #source: DataSource;

  constructor(source: DataSource) {
    this.#source = source;
  }

  async children(entry: DataEntry, target: TenantTarget, page: number, signal: AbortSignal): Promise<DataPage> {
    switch (entry.kind) {
      case "data":
        return { entries: this.#groups(target).map((group) => ({ kind: "group", group, name: group })) };
      case "group": {
        const entries = await this.#entries(entry.group, target, signal);
        return pageOf(entries.length > 0 ? entries : [{ kind: "empty", group: entry.group, name: "empty" }], page);
      }
      case "category": {
        const versions = await this.versions(entry.category, target, signal);
        return pageOf(
          versions.length > 0 ? versionEntries(versions) : [{ kind: "empty", group: "versions", name: "empty" }],
          page,
        );
      }
      case "source":
        return pageOf(
          (entry.source.columns ?? []).map((column) => ({
            kind: "sourceColumn",
            column,
            name: column.columnName ?? "",
          })),
          page,
        );
      case "upload":
        return pageOf(
          (entry.files ?? []).map((file) => ({ kind: "file", file, name: file.identifier ?? file.fileName ?? "" })),
          page,
        );
      case "credentials":
        return pageOf(
          entry.credentials.map((credential) => ({
            kind: "credential",
            credential,
            name: credential.credentialId ?? "",
          })),
          page,
        );
      case "sourceColumn":
      case "transaction":
      case "file":
      case "version":
      case "connector":
      case "credential":
      case "key":
      case "empty":
        return { entries: [] };
      default:
        return assertNever(entry);
    }
  }

  /** Returns the newest enabled versions of a category, newest first. */
  async versions(category: Category, target: TenantTarget, signal: AbortSignal): Promise<readonly DataVersion[]> {
    const client = await this.#source.clientFor(target);
    const { tenants = [] } = await client.listLatestDataVersions(
      {
        query: {
          tenantCode: target.tenant,
          numberOfVersions: listed,
          ...(category.id !== undefined && { dataCategory: category.id }),
        },
      },
      { signal },
    );
    return dataVersionsOf(ofTenant(tenants, target)?.dataVersions ?? [], category);
  }

  /** Returns the data categories of a tenant. The first one is the primary category. */
  async categories(target: TenantTarget, signal: AbortSignal): Promise<readonly Category[]> {
    const client = await this.#source.clientFor(target);
    return (await client.listDataCategories({}, { signal })).categories ?? [];
  }

  #groups({ connectionId }: TenantTarget): readonly DataGroup[] {
    const missing = this.#source.missingOperations(connectionId);
    return dataGroups.filter((group) => listOperations[group].every((operation) => !missing.has(operation)));
  }

  async #entries(group: DataGroup, target: TenantTarget, signal: AbortSignal): Promise<readonly DataEntry[]> {
    const client = await this.#source.clientFor(target);
    switch (group) {
      case "sources": {
        const { sources = [] } = await client.listSources({}, { signal });
        return sources.map((source) => ({ kind: "source", source, name: source.sourceId ?? source.name ?? "" }));
      }
      case "transactions": {
        const path = { draftId: "prod" } as const;
        const { transactions = [] } = await client.listOpenTransactions({ path }, { signal });
        return transactions.map((transaction) => ({
          kind: "transaction",
          transaction,
          name: transaction.transactionId ?? "",
        }));
      }
      case "uploads": {
        const query = { tenantCode: target.tenant, numberOfDataUploads: listed };
        const { tenants = [] } = await client.listDataUploads({ query }, { signal });
        const uploads = ofTenant(tenants, target)?.uploads ?? [];
        const files = this.#source.missingOperations(target.connectionId).has("listUploadedFiles")
          ? undefined
          : await listFiles(client, uploads, signal);
        return uploadEntries(uploads, files);
      }
      case "versions": {
        const categories = await this.categories(target, signal);
        const [only] = categories;
        return only && categories.length === 1
          ? versionEntries(await this.versions(only, target, signal))
          : categories.map((category) => ({ kind: "category", category, name: category.id ?? category.name ?? "" }));
      }
      case "connectors": {
        const query = { tenantCode: target.tenant, limit: connectorLimit };
        const { dataConnectors = [] } = await client.listDataConnectors({ query }, { signal });
        const { connectorCredentials = [] } = await client.listConnectorCredentials({ query }, { signal });
        return connectorEntries(dataConnectors, connectorCredentials);
      }
      case "keys": {
        const { keys = [] } = await client.listPgpKeys({}, { signal });
        return keys.map((key) => ({ kind: "key", key, name: key.keyID ?? "" }));
      }
    }
  }
}

/**
 * Returns the entries of uploads with their files, newest first. The service lists no upload for a load that it refused;
 * the files with the problems of the newest such loads stand for them.
 */
function uploadEntries(uploads: readonly Upload[], files: readonly UploadedFile[] | undefined): readonly DataEntry[] {
  const times = new Set(uploads.map(({ uploadTime }) => uploadTime));
  const oldest = oldestOf(uploads);
  const refused = new Set(
    (files ?? [])
      .filter(({ kind, uploadTime = "" }) => kind === "problems" && !times.has(uploadTime) && uploadTime >= oldest)
      .map(({ uploadTime = "" }) => uploadTime),
  );
  const all = [...uploads, ...[...refused].slice(0, listed).map((uploadTime) => ({ uploadTime, included: false }))];
  return all
    .sort((one, other) => (other.uploadTime ?? "").localeCompare(one.uploadTime ?? ""))
    .map((upload) => ({
      kind: "upload",
      upload,
      files: files?.filter(({ uploadTime }) => uploadTime === upload.uploadTime),
      name: upload.uploadTime ?? "",
    }));
}

/** Returns the time of the oldest upload if the service may have older ones. */
function oldestOf(uploads: readonly Upload[]): string {
  return uploads.length < listed ? "" : (uploads.map(({ uploadTime = "" }) => uploadTime).sort()[0] ?? "");
}

/**
 * Lists the files of uploads. The service lists files by upload, newest first. Returns undefined if it refuses to list
 * them, so that the uploads themselves can still be shown.
 */
async function listFiles(
  client: ListClient,
  uploads: readonly Upload[],
  signal: AbortSignal,
): Promise<readonly UploadedFile[] | undefined> {
  const oldest = oldestOf(uploads);
  const all: UploadedFile[] = [];
  for (let isMore = true; isMore; ) {
    const query = { limit: fileListLimit, start: all.length };
    try {
      const { files = [] } = await client.listUploadedFiles({ query }, { signal });
      all.push(...files);
      isMore = files.length === fileListLimit && (files.at(-1)?.uploadTime ?? "") >= oldest;
    } catch (error) {
      if (refusalStatusOf(error) !== undefined) {
        return undefined;
      }
      throw error;
    }
  }
  return all;
}

/** Returns the entries of connectors, and behind them that of the credentials. */
function connectorEntries(
  connectors: readonly Connector[],
  credentials: readonly ConnectorCredential[],
): readonly DataEntry[] {
  const entries = connectors.map((connector): DataEntry => {
    const credential = credentials.find(({ credentialId }) => credentialId === connector.credentialId);
    return { kind: "connector", connector, credential, name: connector.connectorId ?? "" };
  });
  return entries.length === 0 ? [] : [...entries, { kind: "credentials", credentials, name: "credentials" }];
}

function versionEntries(versions: readonly DataVersion[]): readonly DataEntry[] {
  return versions.map((version) => ({ kind: "version", version, name: version.number }));
}

/** Returns the entry of a tenant in a list of tenants. A list of one entry may leave out the tenant's code. */
function ofTenant<Entry extends { readonly tenantCode?: string }>(
  tenants: readonly Entry[],
  { tenant }: TenantTarget,
): Entry | undefined {
  return tenants.find(({ tenantCode }) => tenantCode === tenant) ?? tenants.find(({ tenantCode }) => !tenantCode);
}
