import type { ProjectList } from "../../contract/projects.ts";
import type { Report } from "../../contract/reports.ts";
import type { TableSource } from "../../contract/table-sources.ts";
import { formOf, type ModelNode } from "../../languages/core/model/model-node.ts";
import type { ModelEntry } from "../../languages/core/model/model-requests.ts";

export type Column = NonNullable<TableSource["columns"]>[number];
type Project = NonNullable<ProjectList["openProjects"]>[number];

/** Connection and tenant that an item was read from. */
export interface ItemTarget {
  readonly connectionId: string;
  readonly tenant: string;
}

/** Group of a tenant, in the order of the tree. */
type Group = "model" | "tableSources" | "projects" | "reports";

/** Kinds of names that an analytic object has, in the order of the tree. */
export const nameLists = ["metric", "dimension", "property", "concept", "reference"] as const;
type NameList = (typeof nameLists)[number];

/** One line of the tree. `key` stays the same after a refresh. */
export type ExplorerItem =
  | {
      readonly kind: "connection";
      readonly key: string;
      readonly id: string;
      readonly label: string;
      readonly role: string;
      readonly isLocal: boolean;
      /** Whether the user has to sign in before it can be read. */
      readonly isSignedOut: boolean;
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
  /** Loads the next page of its parent, counted from 0. */
  | { readonly kind: "more"; readonly key: string; readonly parent: PagedItem; readonly page: number }
  /** A failed load with its message; a click tries again. */
  | { readonly kind: "problem"; readonly key: string; readonly message: string; readonly parent: ExplorerItem }
  | { readonly kind: "empty"; readonly key: string; readonly reason: EmptyReason };

export type EmptyReason = Group | "tenants" | "filter" | NameList | "member";
export type ModelItem = Extract<ExplorerItem, { kind: "model" }>;
/** Items whose children are loaded in pages. */
export type PagedItem = Extract<ExplorerItem, { kind: "group" | "modelList" | "model" }>;
type ProjectStage = "Open" | "Approval" | "Rejected" | "Archived";

export const projectStages: readonly { readonly stage: ProjectStage; readonly list: keyof ProjectList }[] = [
  { stage: "Open", list: "openProjects" },
  { stage: "Approval", list: "approvalProjects" },
  { stage: "Rejected", list: "rejectedProjects" },
  { stage: "Archived", list: "archivedProjects" },
];

/** Text of an entry to copy, or to drag into an editor; empty if it has none. */
export function nameForText(item: ExplorerItem): string {
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
      return formOf(item.node, item.node.kind === "object" ? "FROM" : "SELECT");
    default:
      return "";
  }
}
