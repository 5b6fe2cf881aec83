import type { ProjectList } from "../../contract/projects.ts";
import type { Report } from "../../contract/reports.ts";
import type { TableSource } from "../../contract/table-sources.ts";
import type { BranchItem } from "../../host/tenant-branch.ts";
import { type ModelNode, queryTextOf } from "../../languages/core/model/model-node.ts";
import type { ModelEntry } from "../../languages/core/model/model-requests.ts";

export type Column = NonNullable<TableSource["columns"]>[number];
type Project = NonNullable<ProjectList["openProjects"]>[number];

/** Connection and tenant to which a tree item belongs. */
export interface ItemTarget {
  readonly connectionId: string;
  readonly tenant: string;
}

/** Connection, tenant and project that the tree highlights. */
export interface ActiveTarget {
  readonly connectionId: string;
  readonly tenant?: string;
  readonly projectId?: string;
}

/** Group of items below a tenant in the explorer. */
type Group = "model" | "tableSources" | "projects" | "reports";

/** Kinds of model names below an analytic object, in tree order. */
export const nameListKinds = ["metric", "dimension", "property", "concept", "reference"] as const;
type NameList = (typeof nameListKinds)[number];

/** Item of the explorer tree. Its `key` stays the same after a refresh. */
export type ExplorerItem =
  | {
      readonly kind: "connection";
      readonly key: string;
      readonly id: string;
      readonly label: string;
      readonly role: string;
      readonly isLocal: boolean;
      /** Whether the connection acts as another user for a while. */
      readonly isImpersonated: boolean;
      /** Whether the user must sign in before the connection's content can be read. */
      readonly isSignedOut: boolean;
      /** Sorted names of the operations that its service is known not to support, by which the menus below it differ. */
      readonly missingOperations: readonly string[];
      readonly isActive: boolean;
    }
  | {
      readonly kind: "tenant";
      readonly key: string;
      readonly target: ItemTarget;
      readonly label: string;
      readonly isActive: boolean;
    }
  | { readonly kind: "group"; readonly key: string; readonly target: ItemTarget; readonly group: Group }
  | { readonly kind: "model"; readonly key: string; readonly target: ItemTarget; readonly node: ModelNode }
  | {
      readonly kind: "modelList";
      readonly key: string;
      readonly target: ItemTarget;
      readonly object: ModelEntry;
      readonly list: NameList;
    }
  | { readonly kind: "tableSource"; readonly key: string; readonly target: ItemTarget; readonly table: TableSource }
  | { readonly kind: "column"; readonly key: string; readonly column: Column }
  | {
      readonly kind: "projectStage";
      readonly key: string;
      readonly target: ItemTarget;
      readonly stage: ProjectStage;
      readonly projects: readonly Project[];
    }
  | {
      readonly kind: "project";
      readonly key: string;
      readonly target: ItemTarget;
      readonly project: Project;
      readonly isActive: boolean;
    }
  | { readonly kind: "report"; readonly key: string; readonly target: ItemTarget; readonly report: Report }
  /** Tree item of another feature. */
  | BranchItem
  /** Tree item that loads the next page of its parent's children. Pages are numbered from 0. */
  | { readonly kind: "more"; readonly key: string; readonly parent: PagedItem; readonly page: number }
  /** Tree item that shows why loading failed. A click tries again. */
  | { readonly kind: "problem"; readonly key: string; readonly message: string; readonly parent: ExplorerItem }
  | { readonly kind: "empty"; readonly key: string; readonly reason: EmptyReason };

type EmptyReason = Group | "tenants" | "filter" | NameList | "member";
export type ConnectionItem = Extract<ExplorerItem, { kind: "connection" }>;
export type ModelItem = Extract<ExplorerItem, { kind: "model" }>;
/** Kinds of tree items whose children are loaded page by page. */
export type PagedItem = Extract<ExplorerItem, { kind: "group" | "modelList" | "model" | "branch" }>;
type ProjectStage = "Open" | "Approval" | "Rejected" | "Archived";

export const projectStages: readonly { readonly stage: ProjectStage; readonly list: keyof ProjectList }[] = [
  { stage: "Open", list: "openProjects" },
  { stage: "Approval", list: "approvalProjects" },
  { stage: "Rejected", list: "rejectedProjects" },
  { stage: "Archived", list: "archivedProjects" },
];

/** Returns the text of a tree item for copying, or for dragging into an editor. Empty if the item has none. */
export function textToCopyOf(item: ExplorerItem): string {
  switch (item.kind) {
    case "tableSource":
      return item.table.objectName ?? "";
    case "column":
      return item.column.name ?? "";
    case "report":
      return item.report.title ?? "";
    case "project":
      return item.project.name ?? "";
    case "tenant":
      return item.target.tenant;
    case "model":
      return queryTextOf(item.node, item.node.kind === "object" ? "FROM" : "SELECT");
    default:
      return "";
  }
}

/** Returns the name of a tree item, with which the filter text is compared. */
export function nameOf(item: ExplorerItem): string {
  switch (item.kind) {
    case "tableSource":
      return `${item.table.objectName ?? ""} ${item.table.basicInformation?.displayName ?? ""}`;
    case "report":
      return item.report.title ?? "";
    default:
      return "";
  }
}

/** Returns why an item that was read has no children, to tell it in their place. Undefined where nothing is told. */
export function emptyReason(parent: ExplorerItem): EmptyReason | undefined {
  switch (parent.kind) {
    case "connection":
      return "tenants";
    case "group":
      return parent.group;
    case "projectStage":
      return "projects";
    case "modelList":
      return parent.list;
    case "model":
      return parent.node.kind === "dimension" ? "member" : undefined;
    default:
      return undefined;
  }
}
