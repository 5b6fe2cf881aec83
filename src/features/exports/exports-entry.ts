import { fieldsOf } from "../../base/guards.ts";
import type { DataVersionExport } from "../../contract/data-version-exports.ts";
import { type BranchEntry, type BranchItem, isBranchItem, type TenantTarget } from "../../host/tenant-branch.ts";

/** A file of an export with the table whose rows it holds. */
export interface ExportFile {
  readonly fileId: number;
  readonly filename: string;
  readonly table: string;
  /** Rows without the header. Undefined if the service does not say. */
  readonly rows: number | undefined;
  readonly sizeBytes: number | undefined;
}

/** Export of a data version that the service has. */
export interface VersionExport {
  readonly uuid: string;
  /** ISO 8601 time. */
  readonly timestamp: string | undefined;
  readonly version: string;
  /** Version whose differences are exported. Undefined for a whole version. */
  readonly base: string | undefined;
  readonly files: readonly ExportFile[];
  readonly newTables: readonly string[];
  readonly deletedTables: readonly string[];
}

/** Connector that sends tables to other systems. */
export interface Connector {
  readonly id: string;
  readonly objectName: string;
  readonly displayName: string | undefined;
  readonly description: string | undefined;
  readonly links: readonly { readonly tableName: string }[];
  readonly credentialIds: readonly string[];
  /** Id of the job that was started last. Undefined if there is none, or the service does not say. */
  readonly lastJobId: string | undefined;
}

/** Table that the last job of a connector sent, or was to send. */
export interface SentTable {
  readonly tableName: string;
  readonly status: string | undefined;
  readonly errorMessage: string | undefined;
}

/** Credential for the destination of exports, with masked secrets. */
export interface Credential {
  readonly id: string;
  readonly information: Readonly<Record<string, unknown>>;
  readonly destination: string;
  /** Parameters as the service shows them. */
  readonly shown: Readonly<Record<string, unknown>>;
  /** Ids of the connectors that use it, as far as the service says. */
  readonly connectorIds: readonly string[];
}

/** Groups of entries below *Exports*, in tree order. */
export const exportGroups = ["versionExports", "exportConnectors", "exportCredentials"] as const;
export type ExportGroup = (typeof exportGroups)[number];

/** Entry of the branch *Exports* of the explorer tree. */
export type ExportsEntry = BranchEntry &
  (
    | { readonly kind: "exports" }
    | { readonly kind: "group"; readonly group: ExportGroup }
    | { readonly kind: "versionExport"; readonly found: VersionExport }
    | { readonly kind: "exportConnector"; readonly connector: Connector }
    | { readonly kind: "sentTable"; readonly sent: SentTable }
    | { readonly kind: "exportCredential"; readonly credential: Credential; readonly users: readonly string[] }
    | { readonly kind: "file"; readonly found: VersionExport; readonly file: ExportFile }
    /** Stands for a group without entries. */
    | { readonly kind: "empty"; readonly group: ExportGroup }
    /** Stands for an export without files, because nothing changed. */
    | { readonly kind: "noFiles" }
  );

/** Tree item of an entry of *Exports*. */
export type ExportsItem = BranchItem & { readonly entry: ExportsEntry };

/** Id of the branch. */
export const exportsBranchId = "exports";

/** Whether a command's argument is an item of *Exports*. */
export function isExportsItem(value: unknown): value is ExportsItem {
  return isBranchItem(value) && value.branch === exportsBranchId;
}

/** Returns the entry of a kind that a command was called for, with its tenant, or undefined. */
export function entryOfKind<Kind extends ExportsEntry["kind"]>(
  kind: Kind,
  item: unknown,
): { readonly target: TenantTarget; readonly entry: Extract<ExportsEntry, { kind: Kind }> } | undefined {
  return isExportsItem(item) && item.entry.kind === kind
    ? { target: item.target, entry: item.entry as Extract<ExportsEntry, { kind: Kind }> }
    : undefined;
}

/** Converts a connector of the service's list. */
export function toConnector(listed: unknown): Connector {
  const { id, objectName, basicInformation, links, credentialIds, lastJobId } = fieldsOf(listed);
  const { displayName, description } = fieldsOf(basicInformation);
  return {
    id: textOf(id) ?? "",
    objectName: textOf(objectName) ?? "",
    displayName: textOf(displayName),
    description: textOf(description),
    links: itemsOf(links).map((link) => ({
      tableName: textOf(fieldsOf(fieldsOf(link)["linkedDataExport"])["tableName"]) ?? "",
    })),
    credentialIds: itemsOf(credentialIds).flatMap((one) => textOf(one) ?? []),
    lastJobId: textOf(lastJobId),
  };
}

/** Converts a credential of the service's list. */
export function toCredential(listed: unknown): Credential {
  const { id, basicInformation, parameters, connectorIds } = fieldsOf(listed);
  const [[destination, shown] = ["", {}]] = Object.entries(fieldsOf(parameters));
  return {
    id: textOf(id) ?? "",
    information: fieldsOf(basicInformation),
    destination,
    shown: fieldsOf(shown),
    connectorIds: itemsOf(connectorIds).flatMap((one) => textOf(one) ?? []),
  };
}

export function nameOfConnector({ displayName, objectName, id }: Connector): string {
  return displayName || objectName || id;
}

export function nameOfCredential({ information, destination, id }: Credential): string {
  return textOf(information["displayName"]) || destination || id;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Converts an export of the service's list. */
export function toVersionExport(listed: DataVersionExport): VersionExport {
  const { uuid = "", timestamp, dataVersionNumber = "", baseDataVersionNumber, tables = [] } = listed;
  return {
    uuid,
    timestamp,
    version: dataVersionNumber,
    base: baseDataVersionNumber,
    files: tables.flatMap(({ name = "", commonColumns, newColumns }) =>
      [...(commonColumns?.files ?? []), ...(newColumns?.files ?? [])].flatMap(
        ({ fileId, filename, rows, sizeBytes }): readonly ExportFile[] =>
          fileId === undefined
            ? []
            : [{ fileId, filename: filename ?? `${fileId}.csv.gz`, table: name, rows, sizeBytes }],
      ),
    ),
    newTables: listed.newTables ?? [],
    deletedTables: listed.deletedTables ?? [],
  };
}
