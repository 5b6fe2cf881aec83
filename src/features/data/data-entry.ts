import { isRecord } from "../../base/guards.ts";
import type { ConnectorCredentialList } from "../../contract/connector-credentials.ts";
import type { DataConnectorList } from "../../contract/data-connectors.ts";
import type { DataUploads } from "../../contract/data-uploads.ts";
import type { DataCategories, LatestDataVersions } from "../../contract/data-versions.ts";
import type { OpenTransactions } from "../../contract/direct-intake.ts";
import type { PgpKey } from "../../contract/pgp-keys.ts";
import type { UploadedFiles } from "../../contract/source-files.ts";
import type { Sources } from "../../contract/source-intake.ts";
import { type BranchEntry, type BranchItem, isBranchItem, type TenantTarget } from "../../host/tenant-branch.ts";

type Source = NonNullable<Sources["sources"]>[number];
type SourceColumn = NonNullable<Source["columns"]>[number];
export type IntakeTransaction = NonNullable<OpenTransactions["transactions"]>[number];
type ListedConnector = NonNullable<DataConnectorList["dataConnectors"]>[number];
/** `dataProvider` is not a field of the specification; the built-in service has it. */
export type Connector = ListedConnector & { readonly dataProvider?: string };
export type ConnectorCredential = NonNullable<ConnectorCredentialList["connectorCredentials"]>[number];
export type Upload = NonNullable<NonNullable<DataUploads["tenants"]>[number]["uploads"]>[number];
export type UploadedFile = NonNullable<UploadedFiles["files"]>[number];
export type Category = NonNullable<DataCategories["categories"]>[number];
type ListedVersion = NonNullable<NonNullable<LatestDataVersions["tenants"]>[number]["dataVersions"]>[number];

/** Size of an analytic object in a data version. */
export interface ObjectSize {
  readonly objectName: string;
  /** Number of members, such as people; of an event the number of records. */
  readonly members: number;
  readonly records: number;
}

/** Data version of a category. */
export interface DataVersion {
  readonly number: string;
  /** ISO 8601 time at which the version was made. */
  readonly date: string;
  readonly category: Category;
  /** Whether only calls with a project see the version. Undefined if the service does not say. */
  readonly isDraft: boolean | undefined;
  /** Id of the job that made the version. Undefined if the service does not say. */
  readonly jobId: string | undefined;
  /** Number of the version that production answers with after this one is disabled. Undefined if there is none. */
  readonly former: string | undefined;
  /** Sizes of its objects. Undefined if the service does not say. */
  readonly objects: readonly ObjectSize[] | undefined;
}

/** Groups of entries below *Data*, in tree order. */
export const dataGroups = ["sources", "transactions", "uploads", "versions", "connectors", "keys"] as const;
export type DataGroup = (typeof dataGroups)[number];

/** Entry of the branch *Data* of the explorer tree. */
export type DataEntry = BranchEntry &
  (
    | { readonly kind: "data" }
    | { readonly kind: "group"; readonly group: DataGroup }
    | { readonly kind: "source"; readonly source: Source }
    | { readonly kind: "sourceColumn"; readonly column: SourceColumn }
    | { readonly kind: "transaction"; readonly transaction: IntakeTransaction }
    | {
        readonly kind: "upload";
        readonly upload: Upload;
        /** Files of the upload. Undefined if the service does not list them. */
        readonly files: readonly UploadedFile[] | undefined;
      }
    | { readonly kind: "file"; readonly file: UploadedFile }
    | { readonly kind: "category"; readonly category: Category }
    | { readonly kind: "version"; readonly version: DataVersion }
    | {
        readonly kind: "connector";
        readonly connector: Connector;
        /** Undefined if the connector has no credential, or the service does not list it. */
        readonly credential: ConnectorCredential | undefined;
      }
    | { readonly kind: "credentials"; readonly credentials: readonly ConnectorCredential[] }
    | { readonly kind: "credential"; readonly credential: ConnectorCredential }
    | { readonly kind: "key"; readonly key: PgpKey }
    /** Stands for a group without entries. */
    | { readonly kind: "empty"; readonly group: DataGroup }
  );

/** Tree item of an entry of *Data*. */
export type DataItem = BranchItem & { readonly entry: DataEntry };

/** Scheme of the documents with the settings of data connectors. */
export const connectorSettingsScheme = "workforce-connectors";

/** Id of the branch. */
export const dataBranchId = "data";

/** Returns the item of a group of a tenant, for commands that take it as their argument. */
export function groupItem(target: TenantTarget, group: DataGroup): DataItem {
  const key = `${target.connectionId}/${target.tenant}/${dataBranchId}/${group}`;
  return { kind: "branch", branch: dataBranchId, key, target, entry: { kind: "group", group, name: group } };
}

/** Whether a command's argument is an item of *Data*. */
export function isDataItem(value: unknown): value is DataItem {
  return isBranchItem(value) && value.branch === dataBranchId;
}

/** Returns the items of one kind among those that a command was called for: the selected ones or the clicked one. */
export function itemsOfKind<Kind extends DataEntry["kind"]>(
  kind: Kind,
  item: unknown,
  selected: unknown,
): readonly { readonly target: TenantTarget; readonly entry: Extract<DataEntry, { kind: Kind }> }[] {
  const all = Array.isArray(selected) && selected.includes(item) ? selected : [item];
  return all.filter(isDataItem).flatMap(({ target, entry }) => {
    return entry.kind === kind ? [{ target, entry: entry as Extract<DataEntry, { kind: Kind }> }] : [];
  });
}

/** Converts the listed versions of a category, newest first. */
export function dataVersionsOf(listed: readonly ListedVersion[], category: Category): readonly DataVersion[] {
  const versions = listed.map((version) => {
    const { isPublished, jobId, objects } = version as Readonly<Record<string, unknown>>;
    return {
      number: version.dataVersion ?? "",
      date: version.dataVersionDate ?? "",
      category,
      isDraft: typeof isPublished === "boolean" ? !isPublished : undefined,
      jobId: typeof jobId === "string" ? jobId : undefined,
      objects: Array.isArray(objects) ? objects.flatMap(readObjectSize) : undefined,
    };
  });
  return versions.map((version, index) => ({
    ...version,
    former: versions.slice(index + 1).find(({ isDraft }) => isDraft !== true)?.number,
  }));
}

function readObjectSize(value: unknown): readonly ObjectSize[] {
  const { objectName, members, records } = isRecord(value) ? value : {};
  return typeof objectName === "string" && typeof members === "number" && typeof records === "number"
    ? [{ objectName, members, records }]
    : [];
}

/** Whether an upload has nothing but the problems of a load that the service refused. */
export function isRefused(files: readonly UploadedFile[] | undefined): boolean {
  return files !== undefined && files.length > 0 && files.every(({ kind }) => kind === "problems");
}
