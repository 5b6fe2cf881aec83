import type { ProjectList } from "../../contract/projects.ts";
import type { Report } from "../../contract/reports.ts";
import type { TableSource } from "../../contract/table-sources.ts";

export type Column = NonNullable<TableSource["columns"]>[number];
type Project = NonNullable<ProjectList["openProjects"]>[number];

/** Connection and tenant that an item was read from. */
export interface ItemTarget {
  readonly connectionId: string;
  readonly tenant: string;
}

export type PagedKind = "tableSources" | "reports";

/** One line of the tree. `key` stays the same after a refresh. */
export type ExplorerItem =
  | {
      readonly kind: "connection";
      readonly key: string;
      readonly id: string;
      readonly label: string;
      readonly role: string;
      readonly isLocal: boolean;
      readonly isActive: boolean;
    }
  | {
      readonly kind: "tenant";
      readonly key: string;
      readonly target: ItemTarget;
      readonly label: string;
      readonly isActive: boolean;
    }
  | {
      readonly kind: "group";
      readonly key: string;
      readonly target: ItemTarget;
      readonly group: PagedKind | "projects";
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
  | { readonly kind: "more"; readonly key: string; readonly parent: GroupItem }
  /** A failed load with its message; a click tries again. */
  | { readonly kind: "problem"; readonly key: string; readonly message: string; readonly parent: ExplorerItem }
  | { readonly kind: "empty"; readonly key: string; readonly reason: PagedKind | "projects" | "tenants" | "filter" };

export type GroupItem = Extract<ExplorerItem, { kind: "group" }>;
type ProjectStage = "Open" | "Approval" | "Rejected" | "Archived";

export const projectStages: readonly { readonly stage: ProjectStage; readonly list: keyof ProjectList }[] = [
  { stage: "Open", list: "openProjects" },
  { stage: "Approval", list: "approvalProjects" },
  { stage: "Rejected", list: "rejectedProjects" },
  { stage: "Archived", list: "archivedProjects" },
];

/** Name of an entry to copy, or to drag into an editor; empty if it has none. */
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
    default:
      return "";
  }
}
